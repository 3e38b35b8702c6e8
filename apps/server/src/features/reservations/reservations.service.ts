import { cancelDeadline, inReadingOrder } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import type { BookingGateways } from '../../gateways/booking.ts'
import { lockMember } from '../members/members.service.ts'
import { type AuditContext, recordAudit } from '../staff/audit.service.ts'
import { deletePastQuarters, freeQuarters, lockBooks, sweepExpiredHolds } from './book.repository.ts'
import { ownerOf } from './give-table.service.ts'
import { cancelAtProvider } from './provider.service.ts'
import { calendarOf } from './reservation-calendar.ts'
import { queueCancellationMail } from './reservation-mail.ts'
import { describeReservation } from './reservation-view.ts'
import {
  markCancelled,
  type ReservationAtPlace,
  selectReservation,
  selectReservations,
  setBan,
} from './reservations.repository.ts'

/** The member's tables: those to come, then those that were. */
export async function listReservations(ctx: MemberContext): Promise<Reservation[]> {
  const rows = await selectReservations(ctx.db, ownerOf(ctx))
  return inReadingOrder(rows, ctx.clock.now()).map(row => describeReservation(ctx, row))
}

/** A reservation as a calendar's file. Throws `reservation_not_found`. */
export async function reservationCalendar(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<string> {
  return calendarOf(ctx, { reservation: await ownReservation(ctx, input.id), origin: input.origin })
}

/**
 * Gives a table back: it is free at once, and a bonus that was promised is withdrawn. Once more changes nothing. Throws
 * `reservation_not_found`, `outside_cancellation_window`, and `unavailable` where another provider does not answer.
 */
export async function cancelReservation(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<Reservation> {
  const row = await ownReservation(ctx, input.id)
  if (row.status === 'cancelled') return describeReservation(ctx, row)
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
  // Given back by another call meanwhile.
  if (row.status === 'cancelled') return describeReservation(ctx, row)
  await lockBooks(ctx.db, [row.merchantId])
  await freeQuarters(ctx.db, id)
  await markCancelled(ctx.db, ownerOf(ctx), id, ctx.clock.now())
  const cancelled = await ownReservation(ctx, id)
  await queueCancellationMail(ctx, { reservation: cancelled, origin })
  return describeReservation(ctx, cancelled)
}

/**
 * The booking provider has deactivated a member's account, or has it back: `reservation_user_fraud` from now on, or no
 * longer. What is booked stays booked. Answers false where no member of the partner has this e-mail.
 */
export function setBookingBan(
  ctx: AuditContext,
  { partnerId, email, banned }: { partnerId: string; email: string; banned: boolean },
): Promise<boolean> {
  return ctx.db.transaction().execute(async trx => {
    const isMember = await setBan(trx, { partnerId, email }, banned ? ctx.clock.now() : null)
    const action = banned ? 'booking.ban' : 'booking.allow'
    if (isMember) await recordAudit({ ...ctx, db: trx }, { action, subject: email, partnerId })
    return isMember
  })
}

const keptQuartersMs = days(30)

/** Once an hour: what is over takes no room. Nothing depends on it, since what has run out counts for nothing anyway. */
export async function forgetOldHolds({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await sweepExpiredHolds(db, now)
  await deletePastQuarters(db, new Date(now.getTime() - keptQuartersMs))
}

async function ownReservation(ctx: MemberContext, id: string): Promise<ReservationAtPlace> {
  const row = id.includes('\0') ? null : await selectReservation(ctx.db, ownerOf(ctx), id)
  if (!row) throw new AppError('reservation_not_found')
  return row
}
