import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { recordEvents } from '../../events/record-events.service.ts'
import { endAlerts } from '../alerts/end-alerts.service.ts'
import { deleteHold, deleteTableSlots, insertTableSlots } from '../books/books.repository.ts'
import { queueChangeMail } from '../reservation.mail.ts'
import { type ReservationAtPlace, updateRequests, updateSeating } from '../reservations.repository.ts'
import { toReservation } from '../reservations.view.ts'
import {
  findFreeTable,
  lockBooks,
  lockOpenMember,
  ownerOf,
  type RequestedSeating,
  resolveChoice,
  type SlotChoice,
  slotsOfTable,
} from './assign-table.service.ts'
import { bonusNow } from './booking-place.service.ts'
import type { TableRequests } from './create-reservation.service.ts'
import { assertBeforeDeadline, ownReservation } from './own-reservation.service.ts'

interface Change {
  readonly id: string
  readonly change: Omit<SlotChoice, 'merchantId'> & TableRequests
  readonly origin: string
}

/**
 * The old table is given back in the transaction that takes the new one. @throws as `holdTable`,
 * `reservation_not_found`, `outside_cancellation_window`.
 */
export async function changeReservation(
  ctx: MemberContext,
  { id, change, origin }: Change,
): Promise<Reservation> {
  const { merchantId } = await changeable(ctx, id)
  const chosen = await resolveChoice(ctx, { ...change, merchantId })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockOpenMember(inTransaction)
    const before = await changeable(inTransaction, id)
    await updateRequests(trx, ownerOf(ctx), id, change)
    if (!isSame(before, chosen)) await moveToFreeTable(inTransaction, before, chosen)
    recordEvents(inTransaction, [{ type: 'reservation.changed', id, memberId: ctx.actor.id }])
    const changed = await ownReservation(inTransaction, id)
    if (isSame(before, chosen)) return toReservation(ctx, changed)
    await queueChangeMail(inTransaction, { reservation: changed, before, origin })
    return toReservation(ctx, changed)
  })
}

/** Bookings at a provider are changed there. */
async function changeable(ctx: MemberContext, id: string): Promise<ReservationAtPlace> {
  const row = await ownReservation(ctx, id)
  if (row.status === 'canceled' || row.tableNo === null) throw new AppError('reservation_failed')
  assertBeforeDeadline(ctx, row)
  return row
}

const isSame = (before: ReservationAtPlace, chosen: RequestedSeating): boolean =>
  before.startsAt.getTime() === chosen.startsAt.getTime() && before.partySize === chosen.partySize

async function moveToFreeTable(
  ctx: MemberContext,
  before: ReservationAtPlace,
  chosen: RequestedSeating,
): Promise<void> {
  const owner = ownerOf(ctx)
  await lockBooks(ctx, chosen, before.id)
  await deleteHold(ctx.db, owner)
  await deleteTableSlots(ctx.db, owner.partnerId, before.id)
  const given = await findFreeTable(ctx, chosen)
  const { startsAt, endsAt, partySize, tableNo } = given
  await updateSeating(ctx.db, owner, before.id, {
    startsAt,
    endsAt,
    partySize,
    tableNo,
    changedAt: ctx.clock.now(),
    ...bonusAfter(ctx, before, chosen),
  })
  await endAlerts(ctx, { merchantId: before.merchantId, startsAt })
  await insertTableSlots(ctx.db, ...slotsOfTable(given), {
    partnerId: owner.partnerId,
    reservationId: before.id,
  })
}

/** What was promised stays promised while the new time is as far ahead as a booking with a bonus must be. */
function bonusAfter(
  ctx: MemberContext,
  before: ReservationAtPlace,
  { place, startsAt }: RequestedSeating,
): Partial<Pick<ReservationAtPlace, 'bonusAmount' | 'bonusStatus'>> {
  if (before.bonusStatus === 'earned' || before.startsAt.getTime() === startsAt.getTime()) return {}
  const bonusAmount = bonusNow(ctx, { ...place, bonus: before.bonusAmount ?? place.bonus }, startsAt)
  return { bonusAmount, bonusStatus: bonusAmount === null ? null : 'pending' }
}
