import { inReadingOrder } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext, StaffContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { BookingGateways } from '../../gateways/booking.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { lockMember } from '../members/members.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { recordAudit, writeAudited } from '../staff/audit.service.ts'
import { ownerOf } from './booking/assign-table.service.ts'
import { assertBeforeDeadline, ownReservation } from './booking/own-reservation.service.ts'
import { deleteTableSlots, lockBookRows } from './books/books.repository.ts'
import { contextOfMember } from './member-context.service.ts'
import { cancelAtProvider } from './provider.service.ts'
import { queueCancellationMail } from './reservation.mail.ts'
import { calendarOf } from './reservation-calendar.view.ts'
import {
  findBan,
  markCanceled,
  type ReservationAtPlace,
  selectMemberOf,
  selectReservations,
  setBanOf,
} from './reservations.repository.ts'
import { toReservation } from './reservations.view.ts'

/** In the transaction that decides dines. */
export { updateBonusStatuses as setReservationBonuses } from './reservations.repository.ts'

export async function listReservations(ctx: MemberContext): Promise<Reservation[]> {
  const rows = await selectReservations(ctx.db, ownerOf(ctx))
  return inReadingOrder(rows, ctx.clock.now()).map(row => toReservation(ctx, row))
}

/** @throws `reservation_not_found`. */
export async function reservationCalendar(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<string> {
  return calendarOf(ctx, { reservation: await ownReservation(ctx, input.id), origin: input.origin })
}

/**
 * A repeated call changes nothing. @throws `reservation_not_found`, `outside_cancellation_window`, `unavailable`
 * (provider).
 */
export async function cancelReservation(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<Reservation> {
  const row = await ownReservation(ctx, input.id)
  if (row.status === 'canceled') return toReservation(ctx, row)
  assertBeforeDeadline(ctx, row)
  await cancelWhereProvided(ctx, row)
  return inTransaction(ctx.db, trx => freeTable({ ...ctx, db: trx }, input))
}

/** Call it outside of any transaction. @throws `unavailable`. */
async function cancelWhereProvided(ctx: MemberContext, row: ReservationAtPlace): Promise<void> {
  if (row.providerBookingId !== null && isProvider(row.provider))
    await cancelAtProvider(ctx, ctx.gateways.bookings[row.provider], row.providerBookingId)
}

/**
 * By staff, until the meal begins; the member gets the mail of their own cancellation.
 * @returns whether it was booked until now. @throws `reservation_not_found`, `outside_cancellation_window`, `unavailable`.
 */
export async function cancelForMember(
  ctx: StaffContext,
  { id, origin, reason }: { id: string; origin: string; reason: string },
): Promise<boolean> {
  const { db, partner, clock } = ctx
  const memberId = await selectMemberOf(db, partner.slug, id)
  if (memberId === null) throw new AppError('reservation_not_found')
  const memberCtx = await contextOfMember(ctx, memberId)
  const row = await ownReservation(memberCtx, id)
  if (row.status === 'canceled') return false
  if (row.startsAt <= clock.now()) throw new AppError('outside_cancellation_window')
  await cancelWhereProvided(memberCtx, row)
  await db.transaction().execute(async trx => {
    await freeTable({ ...memberCtx, db: trx }, { id, origin })
    await recordAudit(
      { ...ctx, db: trx },
      {
        action: 'booking.cancel',
        subject: id,
        partnerId: partner.slug,
        reason,
        before: { merchantId: row.merchantId, startsAt: row.startsAt, memberId },
      },
    )
  })
  return true
}

const isProvider = (name: string): name is keyof BookingGateways => name === 'openTable'

async function freeTable(
  ctx: MemberContext,
  { id, origin }: { id: string; origin: string },
): Promise<Reservation> {
  await lockMember(ctx, ctx.actor.id)
  const row = await ownReservation(ctx, id)
  // Canceled by another call meanwhile.
  if (row.status === 'canceled') return toReservation(ctx, row)
  await lockBookRows(ctx.db, [row.merchantId])
  await deleteTableSlots(ctx.db, ctx.partner.slug, id)
  await markCanceled(ctx.db, ownerOf(ctx), id, ctx.clock.now())
  recordEvents(ctx, [{ type: 'reservation.canceled', id, memberId: ctx.actor.id }])
  const canceled = await ownReservation(ctx, id)
  await queueCancellationMail(ctx, { reservation: canceled, origin })
  return toReservation(ctx, canceled)
}

/** What a change of the ban was made from. */
export const bookingBanVersion = (bannedAt: Date | null): string => versionOf(bannedAt?.toISOString())

/** Support bans a member. Existing reservations stay. @throws `changed_meanwhile`. */
export async function setMemberBookingBan(
  ctx: Context,
  input: { memberId: string; banned: boolean; version: string; reason: string },
): Promise<void> {
  const { memberId, banned, version, reason } = input
  const partnerId = ctx.partner.slug
  const action = banned ? 'booking.ban' : 'booking.allow'
  await writeAudited(
    ctx,
    async db => {
      await lockMember({ ...ctx, db }, memberId)
      const before = await findBan(db, { partnerId, memberId })
      if (bookingBanVersion(before) !== version) throw new AppError('changed_meanwhile')
      await setBanOf(db, { partnerId, memberId }, banned ? ctx.clock.now() : null)
    },
    () => [{ action, subject: memberId, partnerId, reason }],
  )
}
