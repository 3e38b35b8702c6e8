import { cancelDeadline, inReadingOrder } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { BookingGateways } from '../../gateways/booking.ts'
import { lockMember } from '../members/members.service.ts'
import { type AuditContext, writeAudited } from '../staff/audit.service.ts'
import { ownerOf } from './assign-table.service.ts'
import {
  deleteAllExpiredHolds,
  deletePastTableSlots,
  deleteTableSlots,
  lockBookRows,
} from './books.repository.ts'
import { cancelAtProvider } from './provider.service.ts'
import { queueCancellationMail } from './reservation.mail.ts'
import { calendarOf } from './reservation-calendar.view.ts'
import {
  markCanceled,
  type ReservationAtPlace,
  selectReservation,
  selectReservations,
  setBan,
  updateBonusStatus,
} from './reservations.repository.ts'
import { toReservation } from './reservations.view.ts'

export async function listReservations(ctx: MemberContext): Promise<Reservation[]> {
  const rows = await selectReservations(ctx.db, ownerOf(ctx))
  return inReadingOrder(rows, ctx.clock.now()).map(row => toReservation(ctx, row))
}

/** In the transaction that decides the dine. */
export function setReservationBonus(
  db: Db,
  partnerId: string,
  id: string,
  status: 'pending' | 'earned',
): Promise<void> {
  return updateBonusStatus(db, partnerId, id, status)
}

/** @throws `reservation_not_found`. */
export async function reservationCalendar(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<string> {
  return calendarOf(ctx, { reservation: await ownReservation(ctx, input.id), origin: input.origin })
}

/** Idempotent. @throws `reservation_not_found`, `outside_cancellation_window`, `unavailable` (provider). */
export async function cancelReservation(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<Reservation> {
  const row = await ownReservation(ctx, input.id)
  if (row.status === 'canceled') return toReservation(ctx, row)
  if (ctx.clock.now() > cancelDeadline(row.startsAt, ctx.partner.settings.reservations.cancelLeadMinutes))
    throw new AppError('outside_cancellation_window')
  if (row.providerBookingId !== null && isProvider(row.provider))
    await cancelAtProvider(ctx, ctx.gateways.bookings[row.provider], row.providerBookingId)
  return ctx.db.transaction().execute(trx => freeTable({ ...ctx, db: trx }, input))
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
  await deleteTableSlots(ctx.db, id)
  await markCanceled(ctx.db, ownerOf(ctx), id, ctx.clock.now())
  const canceled = await ownReservation(ctx, id)
  await queueCancellationMail(ctx, { reservation: canceled, origin })
  return toReservation(ctx, canceled)
}

/** Existing reservations stay. @returns false when no member of the partner has this email. */
export async function setBookingBan(
  ctx: AuditContext,
  { partnerId, email, banned }: { partnerId: string; email: string; banned: boolean },
): Promise<boolean> {
  const action = banned ? 'booking.ban' : 'booking.allow'
  const memberId = await writeAudited(
    ctx,
    db => setBan(db, { partnerId, email }, banned ? ctx.clock.now() : null),
    id => (id === null ? [] : [{ action, subject: id, partnerId }]),
  )
  return memberId !== null
}

const slotRetentionMs = days(30)

/** Hourly. Expired holds have no effect before it either. */
export async function deleteOldHolds({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteAllExpiredHolds(db, now)
  await deletePastTableSlots(db, new Date(now.getTime() - slotRetentionMs))
}

async function ownReservation(ctx: MemberContext, id: string): Promise<ReservationAtPlace> {
  const row = id.includes('\0') ? null : await selectReservation(ctx.db, ownerOf(ctx), id)
  if (!row) throw new AppError('reservation_not_found')
  return row
}
