import { takesGuests } from '@dineward/core/partner/partner-questions.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Selectable } from 'kysely'
import type { Context, MemberContext } from '../../../context.ts'
import { hashToken } from '../../identity/sessions/tokens.service.ts'
import { lockMember } from '../../members/members.service.ts'
import { endAlerts } from '../alerts/end-alerts.service.ts'
import { bonusNow, bookingPlace } from '../booking/booking-place.service.ts'
import { ownReservation } from '../booking/own-reservation.service.ts'
import { lockBookRows } from '../books/books.repository.ts'
import { contextOfMember } from '../member-context.service.ts'
import { selectGuestTablesOfMember } from '../reservations.read.ts'
import { findBan, insertReservation } from '../reservations.repository.ts'
import type { GuestBookingsTable } from '../reservations.tables.ts'
import { toReservation } from '../reservations.view.ts'
import {
  deleteGuestBooking,
  moveSlotsToReservation,
  selectBookedGuestTables,
  selectGuestBookingByToken,
} from './guest-bookings.repository.ts'

/**
 * What was booked as a guest with an address becomes the reservation of the member who has confirmed it. In the caller's
 * transaction, at sign-in and when an address is confirmed.
 */
export async function takeOverGuestTables(ctx: Context, memberId: string): Promise<void> {
  const { db, partner, clock } = ctx
  if (!takesGuests(partner)) return
  const found = await selectGuestTablesOfMember(db, {
    partnerId: partner.slug,
    memberId,
    now: clock.now(),
  })
  if (found.length > 0) await moveToMember(await contextOfMember(ctx, memberId), found)
}

/**
 * Only who reads the guest's messages has the link, so it proves the number, or another address of the member.
 * @throws `reservation_not_found`, `reservation_user_fraud`, `reservation_failed` where it is canceled.
 */
export function claimGuestTable(ctx: MemberContext, token: string): Promise<Reservation> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, ctx.actor.id)
    const found = await selectGuestBookingByToken(trx, ctx.partner.slug, hashToken(token))
    if (!found || found.startsAt <= ctx.clock.now()) throw new AppError('reservation_not_found')
    if (found.status === 'canceled') throw new AppError('reservation_failed')
    if (await findBan(trx, { partnerId: ctx.partner.slug, memberId: ctx.actor.id }))
      throw new AppError('reservation_user_fraud')
    await moveToMember(inTransaction, [found])
    return toReservation(ctx, await ownReservation(inTransaction, found.id))
  })
}

/** Those that were canceled or moved meanwhile stay what they are. A banned member gets none. */
async function moveToMember(
  ctx: MemberContext,
  found: readonly { readonly id: string; readonly merchantId: string }[],
): Promise<void> {
  const { db, partner, actor } = ctx
  const partnerId = partner.slug
  if (await findBan(db, { partnerId, memberId: actor.id })) return
  await lockBookRows(
    db,
    found.map(({ merchantId }) => merchantId),
  )
  const ids = found.map(({ id }) => id)
  for (const booking of await selectBookedGuestTables(db, partnerId, ids)) {
    await insertAsReservation(ctx, booking)
    await moveSlotsToReservation(db, booking)
    await deleteGuestBooking(db, booking)
    await endAlerts(ctx, booking)
  }
}

async function insertAsReservation(
  ctx: MemberContext,
  booking: Selectable<GuestBookingsTable>,
): Promise<void> {
  const bonusAmount = await bonusOf(ctx, booking)
  await insertReservation(ctx.db, {
    partnerId: booking.partnerId,
    id: booking.id,
    memberId: ctx.actor.id,
    merchantId: booking.merchantId,
    tableNo: booking.tableNo,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    partySize: booking.partySize,
    confirmationCode: booking.confirmationCode,
    bonusAmount,
    bonusStatus: bonusAmount === null ? null : 'pending',
    idempotencyKey: `guest:${booking.id}`,
    requestHash: booking.requestHash,
    occasion: booking.occasion,
    notes: booking.notes,
    allergies: booking.allergies,
    bookedAt: booking.bookedAt,
    changeCount: booking.changeCount,
    changedAt: booking.changedAt,
  })
}

/** The lead time of the bonus counts from now: a guest was promised none. */
async function bonusOf(
  ctx: MemberContext,
  { merchantId, startsAt }: Pick<Selectable<GuestBookingsTable>, 'merchantId' | 'startsAt'>,
): Promise<number | null> {
  try {
    return bonusNow(ctx, await bookingPlace(ctx, merchantId), startsAt)
  } catch (error) {
    const hasLeft = error instanceof AppError && error.code === 'merchant_not_found'
    if (!hasLeft) throw error
    return null
  }
}
