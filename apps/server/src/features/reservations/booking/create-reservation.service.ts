import { createHash, randomInt } from 'node:crypto'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import type { Occasion } from '@dineward/core/reservations/table-requests.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { recordEvents } from '../../events/record-events.service.ts'
import { endAlerts } from '../alerts/end-alerts.service.ts'
import { queueConfirmationMail } from '../reservation.mail.ts'
import { insertReservation, isCodeTaken, selectByKey, selectReservation } from '../reservations.repository.ts'
import { toReservation } from '../reservations.view.ts'
import { ownerOf, type RequestedSeating, type SlotChoice } from './assign-table.service.ts'
import { bonusNow } from './booking-place.service.ts'

/** Those that are left out are empty, or stay as they are. */
export interface TableRequests {
  readonly occasion?: Occasion | null | undefined
  readonly notes?: string | undefined
  readonly allergies?: string | undefined
}

export interface Booking extends SlotChoice, TableRequests {
  readonly holdId?: string | undefined
}

export interface BookingRequest {
  readonly booking: Booking
  readonly key: string
  readonly origin: string
}

export type Seat =
  | { readonly tableNo: number }
  | { readonly provider: string; readonly providerBookingId: string; readonly confirmationCode: string }

/** @throws `idempotency_conflict` when the key was used for another booking. */
export async function findBookingByKey(
  ctx: MemberContext,
  { booking, key }: Pick<BookingRequest, 'booking' | 'key'>,
): Promise<Reservation | null> {
  const row = await selectByKey(ctx.db, ownerOf(ctx), key)
  if (!row) return null
  if (row.requestHash !== hashOf(booking)) throw new AppError('idempotency_conflict')
  return toReservation(ctx, row)
}

/** In the caller's transaction. */
export async function createReservation(
  ctx: MemberContext,
  request: BookingRequest,
  { place, startsAt, endsAt, partySize }: RequestedSeating,
  seat: Seat,
): Promise<Reservation> {
  const owner = ownerOf(ctx)
  const merchantId = place.merchant.id
  const id = newId()
  const bonus = bonusNow(ctx, place, startsAt)
  const at = 'tableNo' in seat ? { ...seat, confirmationCode: await newCode(ctx, merchantId) } : seat
  await insertReservation(ctx.db, {
    ...owner,
    id,
    merchantId,
    startsAt,
    endsAt,
    partySize,
    occasion: request.booking.occasion ?? null,
    notes: request.booking.notes ?? '',
    allergies: request.booking.allergies ?? '',
    bonusAmount: bonus,
    bonusStatus: bonus === null ? null : 'pending',
    idempotencyKey: request.key,
    requestHash: hashOf(request.booking),
    bookedAt: ctx.clock.now(),
    ...at,
  })
  recordEvents(ctx, [{ type: 'reservation.booked', id, memberId: owner.memberId }])
  await endAlerts(ctx, { merchantId, startsAt })
  const row = await selectReservation(ctx.db, owner, id)
  if (!row) throw new Error(`reservation ${id} is missing after its insert`)
  await queueConfirmationMail(ctx, { reservation: row, origin: request.origin })
  return toReservation(ctx, row)
}

const hashOf = ({ merchantId, slotId, partySize, holdId, ...requests }: Booking): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        merchantId,
        slotId,
        partySize,
        holdId ?? null,
        requests.occasion ?? null,
        requests.notes ?? '',
        requests.allergies ?? '',
      ]),
    )
    .digest('base64url')

/** Letters and digits that are hard to confuse. */
const codeLetters = 'ACDEFHJKMNPRTUVWXY34679'

/** Unique among the partner's bookings at the restaurant. Requires the book's lock. */
export async function newCode(ctx: Context, merchantId: string): Promise<string> {
  for (;;) {
    const confirmationCode = Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join(
      '',
    )
    const taken = await isCodeTaken(ctx.db, { partnerId: ctx.partner.slug, merchantId, confirmationCode })
    if (!taken) return confirmationCode
  }
}
