import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { bonusNow } from './booking-place.service.ts'
import { type ChosenSeating, ownerOf, type SlotChoice } from './give-table.service.ts'
import { queueConfirmationMail } from './reservation-mail.ts'
import { describeReservation } from './reservation-view.ts'
import { insertReservation, isCodeTaken, selectByKey, selectReservation } from './reservations.repository.ts'

export interface Booking extends SlotChoice {
  readonly holdId?: string | undefined
}

/** A booking as it was asked for: once for its key. */
export interface BookingRequest {
  readonly booking: Booking
  readonly key: string
  readonly origin: string
}

/** Where the party will sit: a table of ours, or what the provider gave. */
export type Seat =
  | { readonly tableNo: number }
  | { readonly provider: string; readonly providerBookingId: string; readonly confirmationCode: string }

/** What this key has made already; null where nothing. Throws `idempotency_conflict` where it was for something else. */
export async function bookedBefore(
  ctx: MemberContext,
  { booking, key }: Pick<BookingRequest, 'booking' | 'key'>,
): Promise<Reservation | null> {
  const row = await selectByKey(ctx.db, ownerOf(ctx), key)
  if (!row) return null
  if (row.requestHash !== hashOf(booking)) throw new AppError('idempotency_conflict')
  return describeReservation(ctx, row)
}

/** Writes a reservation with its key and its mail, in the caller's transaction. Answers it, and its id for the table. */
export async function recordReservation(
  ctx: MemberContext,
  request: BookingRequest,
  { place, startsAt, endsAt, partySize }: ChosenSeating,
  seat: Seat,
): Promise<Reservation> {
  const owner = ownerOf(ctx)
  const merchantId = place.merchant.id
  const id = randomBytes(16).toString('base64url')
  const bonus = bonusNow(ctx, place, startsAt)
  const at = 'tableNo' in seat ? { ...seat, confirmationCode: await newCode(ctx, merchantId) } : seat
  await insertReservation(ctx.db, {
    ...owner,
    id,
    merchantId,
    startsAt,
    endsAt,
    partySize,
    bonusAmount: bonus,
    bonusStatus: bonus === null ? null : 'pending',
    idempotencyKey: request.key,
    requestHash: hashOf(request.booking),
    bookedAt: ctx.clock.now(),
    ...at,
  })
  const row = await selectReservation(ctx.db, owner, id)
  if (!row) throw new Error('a reservation that was just made is gone')
  await queueConfirmationMail(ctx, { reservation: row, origin: request.origin })
  return describeReservation(ctx, row)
}

const hashOf = ({ merchantId, slotId, partySize, holdId }: Booking): string =>
  createHash('sha256')
    .update(JSON.stringify([merchantId, slotId, partySize, holdId ?? null]))
    .digest('base64url')

/** Six letters and digits that are not mistaken for each other, by ear or by eye. */
const codeLetters = 'ACDEFHJKMNPRTUVWXY34679'

/** One that nobody else says at this restaurant's door. Its book is locked, so it stays free until it is written. */
async function newCode(ctx: MemberContext, merchantId: string): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')
    if (!(await isCodeTaken(ctx.db, merchantId, code))) return code
  }
}
