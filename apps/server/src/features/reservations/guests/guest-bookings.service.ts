import { overlaps } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, StaffContext } from '../../../context.ts'
import { hashToken } from '../../identity/sessions/tokens.service.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import {
  findFreeTable,
  type RequestedSeating,
  resolveChoice,
  slotsOfTable,
} from '../booking/assign-table.service.ts'
import { assertBeforeDeadline } from '../booking/own-reservation.service.ts'
import { deleteExpiredHolds, insertTableSlots, lockBookRows } from '../books/books.repository.ts'
import { toReservation } from '../reservations.view.ts'
import {
  deleteGuestSlots,
  type GuestBookingAtPlace,
  selectGuestBooking,
  selectGuestBookingByToken,
  selectGuestStarts,
  updateGuestBooking,
} from './guest-bookings.repository.ts'
import { guestMessages } from './guest-messages.service.ts'

/** The link ends with the meal. @throws `reservation_not_found`. */
export async function getGuestBooking(ctx: Context, token: string): Promise<Reservation> {
  return toReservation(ctx, await bookingOf(ctx, token))
}

/** A repeated call changes nothing. @throws `reservation_not_found`, `outside_cancellation_window`. */
export function cancelGuestBooking(
  ctx: Context,
  { token, origin }: { token: string; origin: string },
): Promise<Reservation> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const row = await lockedBooking(inTransaction, token)
    if (row.status === 'canceled') return toReservation(ctx, row)
    assertBeforeDeadline(ctx, row)
    await freeTable(inTransaction, row, origin)
    return toReservation(ctx, await bookingOf(inTransaction, token))
  })
}

async function freeTable(ctx: Context, booking: GuestBookingAtPlace, origin: string): Promise<void> {
  await deleteGuestSlots(ctx.db, booking)
  await updateGuestBooking(ctx.db, booking, { status: 'canceled', canceledAt: ctx.clock.now() })
  await guestMessages[booking.contactKind].canceled(ctx, { booking, origin })
}

/**
 * By staff, until the meal begins; the guest hears of it as of their own cancellation.
 * @returns whether it was booked until now; null where no guest has it. @throws `outside_cancellation_window`.
 */
export function cancelForGuest(
  ctx: StaffContext,
  { id, origin, reason }: { id: string; origin: string; reason: string },
): Promise<boolean | null> {
  const { partner, clock } = ctx
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const found = await selectGuestBooking(trx, partner.slug, id)
    if (!found) return null
    await lockBookRows(trx, [found.merchantId])
    const row = await selectGuestBooking(trx, partner.slug, id)
    if (!row) return null
    if (row.status === 'canceled') return false
    if (row.startsAt <= clock.now()) throw new AppError('outside_cancellation_window')
    await freeTable(inTransaction, row, origin)
    await recordAudit(inTransaction, {
      action: 'booking.cancel',
      subject: id,
      partnerId: partner.slug,
      reason,
      before: { merchantId: row.merchantId, startsAt: row.startsAt },
    })
    return true
  })
}

/**
 * The old table is given back in the transaction that takes the new one. @throws `reservation_not_found`,
 * `outside_cancellation_window`, `reservation_overlap`, and as `resolveChoice`.
 */
export async function changeGuestBooking(
  ctx: Context,
  { token, slotId, partySize, origin }: { token: string; slotId: string; partySize: number; origin: string },
): Promise<Reservation> {
  const { merchantId } = await bookingOf(ctx, token)
  const chosen = await resolveChoice(ctx, { merchantId, slotId, partySize })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const before = await lockedBooking(inTransaction, token)
    if (before.status === 'canceled') throw new AppError('reservation_failed')
    assertBeforeDeadline(ctx, before)
    if (before.startsAt.getTime() === chosen.startsAt.getTime() && before.partySize === partySize)
      return toReservation(ctx, before)
    await moveToFreeTable(inTransaction, before, chosen)
    const changed = await bookingOf(inTransaction, token)
    await guestMessages[changed.contactKind].changed(inTransaction, { booking: changed, origin })
    return toReservation(ctx, changed)
  })
}

async function moveToFreeTable(
  ctx: Context,
  before: GuestBookingAtPlace,
  chosen: RequestedSeating,
): Promise<void> {
  const { db, partner, clock } = ctx
  const hours = partner.settings.reservations.overlapHours
  const own = await selectGuestStarts(db, before, clock.now())
  const isTooClose = own.some(
    one =>
      one.id !== before.id &&
      one.merchantId === before.merchantId &&
      overlaps(chosen.startsAt, one.startsAt, hours),
  )
  if (isTooClose) throw new AppError('reservation_overlap')
  await deleteGuestSlots(db, before)
  const given = await findFreeTable(ctx, chosen)
  await updateGuestBooking(db, before, {
    startsAt: given.startsAt,
    endsAt: given.endsAt,
    partySize: given.partySize,
    tableNo: given.tableNo,
    changeCount: before.changeCount + 1,
    changedAt: clock.now(),
  })
  await insertTableSlots(db, ...slotsOfTable(given), {
    partnerId: before.partnerId,
    guestBookingId: before.id,
  })
}

/** Locks the restaurant's book, and reads the booking once more. */
async function lockedBooking(ctx: Context, token: string): Promise<GuestBookingAtPlace> {
  const { merchantId } = await bookingOf(ctx, token)
  await lockBookRows(ctx.db, [merchantId])
  await deleteExpiredHolds(ctx.db, merchantId, ctx.clock.now())
  return bookingOf(ctx, token)
}

async function bookingOf(ctx: Context, token: string): Promise<GuestBookingAtPlace> {
  const row = await selectGuestBookingByToken(ctx.db, ctx.partner.slug, hashToken(token))
  if (!row || row.endsAt <= ctx.clock.now()) throw new AppError('reservation_not_found')
  return row
}
