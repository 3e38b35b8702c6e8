import { createHash } from 'node:crypto'
import {
  isIdempotencyKey,
  maxUpcomingReservations,
  overlaps,
} from '@dineward/core/reservations/bookings.rules.ts'
import type { bookAsGuest as bookAsGuestCall } from '@dineward/core/reservations/guest-bookings.contract.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { hashToken, newToken } from '../../identity/sessions/tokens.service.ts'
import {
  findFreeTable,
  type RequestedSeating,
  resolveChoice,
  slotsOfTable,
} from '../booking/assign-table.service.ts'
import { newCode } from '../booking/create-reservation.service.ts'
import { deleteExpiredHolds, insertTableSlots, lockBookRows } from '../books/books.repository.ts'
import { findMemberByEmail } from '../reservations.read.ts'
import { countUpcoming, findBan, selectBookedStarts } from '../reservations.repository.ts'
import { toReservation } from '../reservations.view.ts'
import {
  type Guest,
  type GuestBookingAtPlace,
  insertGuestBooking,
  selectGuestBookingByKey,
  selectGuestStarts,
} from './guest-bookings.repository.ts'
import { assertGuestCode, assertTakesGuests, guestOf, useGuestCode } from './guest-codes.service.ts'
import { guestMessages } from './guest-messages.service.ts'

type Booking = ContractInput<typeof bookAsGuestCall>['body']

interface Request {
  readonly booking: Booking
  readonly key: string | undefined
  readonly origin: string
}

/**
 * The same key books once. The code is used up with the booking, and stays good where the table was gone. @throws
 * `not_found`, `email_code_invalid`, and as `bookTable`.
 */
export async function bookAsGuest(ctx: Context, { booking, key, origin }: Request): Promise<Reservation> {
  assertTakesGuests(ctx)
  if (key === undefined || !isIdempotencyKey(key)) throw keyProblem()
  const guest = guestOf(ctx, booking)
  const before = await selectGuestBookingByKey(ctx.db, guest, key)
  if (before) return sameBooking(ctx, before, booking)
  const codeHash = await assertGuestCode(ctx, guest, booking.code)
  const chosen = await resolveChoice(ctx, booking)
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await useGuestCode(inTransaction, guest, codeHash)
    const row = await insertBooking(inTransaction, { booking, key, guest, chosen, origin })
    return toReservation(ctx, row)
  })
}

function keyProblem(): AppError {
  const message = 'must be sent: a text of 1 to 100 letters, digits and . _ : -'
  return new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}

/** Only who knows the code knows the whole request. @throws `idempotency_conflict`. */
function sameBooking(ctx: Context, row: GuestBookingAtPlace, booking: Booking): Reservation {
  if (row.requestHash !== hashOf(booking)) throw new AppError('idempotency_conflict')
  return toReservation(ctx, row)
}

const hashOf = (booking: Booking): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(booking).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')

interface Insertion extends Omit<Request, 'key'> {
  readonly key: string
  readonly guest: Guest
  readonly chosen: RequestedSeating
}

async function insertBooking(
  ctx: Context,
  { booking, key, guest, chosen, origin }: Insertion,
): Promise<GuestBookingAtPlace> {
  const merchantId = chosen.place.merchant.id
  await assertGuestMayBook(ctx, guest, chosen)
  await lockBookRows(ctx.db, [merchantId])
  await deleteExpiredHolds(ctx.db, merchantId, ctx.clock.now())
  const given = await findFreeTable(ctx, chosen)
  const [id, token] = [newId(), newToken()]
  await insertGuestBooking(ctx.db, {
    ...guest,
    id,
    merchantId,
    tableNo: given.tableNo,
    startsAt: given.startsAt,
    endsAt: given.endsAt,
    partySize: given.partySize,
    confirmationCode: await newCode(ctx, merchantId),
    occasion: booking.occasion ?? null,
    notes: booking.notes ?? '',
    allergies: booking.allergies ?? '',
    guestName: booking.name,
    tokenHash: hashToken(token),
    idempotencyKey: key,
    requestHash: hashOf(booking),
    bookedAt: ctx.clock.now(),
  })
  await insertTableSlots(ctx.db, ...slotsOfTable(given), { partnerId: guest.partnerId, guestBookingId: id })
  const row = await selectGuestBookingByKey(ctx.db, guest, key)
  if (!row) throw new Error(`guest booking ${id} is missing after its insert`)
  await guestMessages[guest.contactKind].booked(ctx, { booking: row, token, origin })
  return row
}

/**
 * The tables of the address count, also those of the member who has it. @throws `reservation_user_fraud`,
 * `reservation_overlap`, `reservation_limit_reached`.
 */
async function assertGuestMayBook(ctx: Context, guest: Guest, chosen: RequestedSeating): Promise<void> {
  const { db, partner, clock } = ctx
  const now = clock.now()
  const merchantId = chosen.place.merchant.id
  const asGuest = await selectGuestStarts(db, guest, now)
  // Members' numbers are not confirmed: a stranger may have typed this one.
  const memberId =
    guest.contactKind === 'email' ? await findMemberByEmail(db, partner.slug, guest.contactKey) : null
  const member = memberId === null ? null : { partnerId: partner.slug, memberId }
  if (member && (await findBan(db, member))) throw new AppError('reservation_user_fraud')
  const asMember = member ? await selectBookedStarts(db, member, merchantId) : []
  const here = [...asGuest.filter(one => one.merchantId === merchantId), ...asMember]
  if (
    here.some(({ startsAt }) =>
      overlaps(chosen.startsAt, startsAt, partner.settings.reservations.overlapHours),
    )
  )
    throw new AppError('reservation_overlap')
  const count = asGuest.length + (member ? await countUpcoming(db, member, now) : 0)
  if (count >= maxUpcomingReservations) throw new AppError('reservation_limit_reached')
}
