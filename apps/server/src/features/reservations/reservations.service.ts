import { cancelDeadline, inReadingOrder } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { lockMember } from '../members/members.service.ts'
import { deletePastQuarters, freeQuarters, lockBooks, sweepExpiredHolds } from './book.repository.ts'
import { ownerOf } from './give-table.service.ts'
import { calendarOf } from './reservation-calendar.ts'
import { queueCancellationMail } from './reservation-mail.ts'
import { describeReservation } from './reservation-view.ts'
import {
  markCancelled,
  type ReservationAtPlace,
  selectReservation,
  selectReservations,
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
 * `reservation_not_found`, `outside_cancellation_window`.
 */
export async function cancelReservation(
  ctx: MemberContext,
  input: { id: string; origin: string },
): Promise<Reservation> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, ctx.member.id)
    const row = await ownReservation(inTransaction, input.id)
    if (row.status === 'cancelled') return describeReservation(ctx, row)
    const now = ctx.clock.now()
    if (now > cancelDeadline(row.startsAt, ctx.partner.settings.reservations.cancelLeadMinutes))
      throw new AppError('outside_cancellation_window')
    await lockBooks(trx, [row.merchantId])
    await freeQuarters(trx, row.id)
    await markCancelled(trx, ownerOf(ctx), row.id, now)
    const cancelled = await ownReservation(inTransaction, input.id)
    await queueCancellationMail(inTransaction, { reservation: cancelled, origin: input.origin })
    return describeReservation(ctx, cancelled)
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
