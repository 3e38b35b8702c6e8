import { cancelDeadline } from '@dineward/core/reservations/bookings.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { type BookedTable, type ReservationAtPlace, selectReservation } from '../reservations.repository.ts'
import { ownerOf } from './assign-table.service.ts'

export type { ReservationAtPlace } from '../reservations.repository.ts'

/** @throws `reservation_not_found`. */
export async function ownReservation(ctx: MemberContext, id: string): Promise<ReservationAtPlace> {
  const row = id.includes('\0') ? null : await selectReservation(ctx.db, ownerOf(ctx), id)
  if (!row) throw new AppError('reservation_not_found')
  return row
}

/** @throws `outside_cancellation_window` when only the restaurant can still change or cancel it. */
export function assertBeforeDeadline(
  ctx: Pick<Context, 'clock' | 'partner'>,
  { startsAt }: Pick<BookedTable, 'startsAt'>,
): void {
  if (ctx.clock.now() > cancelDeadline(startsAt, ctx.partner.settings.reservations.cancelLeadMinutes))
    throw new AppError('outside_cancellation_window')
}
