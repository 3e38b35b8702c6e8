import { isClosed } from '@dineward/core/members/member-questions.ts'
import { isBookableSize, isSeatingTime } from '@dineward/core/reservations/availability.rules.ts'
import { maxUpcomingReservations, overlaps } from '@dineward/core/reservations/bookings.rules.ts'
import { startOfSlot } from '@dineward/core/reservations/slot-id.rules.ts'
import { slotTimesOf, smallestFreeTable } from '@dineward/core/reservations/tables.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { lockMember } from '../../members/members.service.ts'
import {
  deleteExpiredHolds,
  type HoldRow,
  lockBookRows,
  selectHold,
  selectOfferedHold,
  selectTableSlots,
  selectTables,
} from '../books/books.repository.ts'
import { countUpcoming, findBan, selectBookedStarts } from '../reservations.repository.ts'
import { type BookingPlace, bookingPlace, providerTerms } from './booking-place.service.ts'

/* Lock the member's row, then book rows. The primary key of `table_slots` refuses a double assignment. */

export interface SlotChoice {
  readonly merchantId: string
  readonly slotId: string
  readonly partySize: number
}

export interface RequestedSeating {
  readonly place: BookingPlace
  readonly startsAt: Date
  readonly endsAt: Date
  readonly partySize: number
}

export interface AssignedTable extends RequestedSeating {
  readonly tableNo: number
}

/**
 * Call it before any lock. @throws `merchant_not_found`, `reservation_failed`, `validation_failed`, `slot_unavailable`.
 */
export async function resolveChoice(ctx: Context, choice: SlotChoice): Promise<RequestedSeating> {
  const place = await bookingPlace(ctx, choice.merchantId)
  if (!place.book && !place.provider) throw new AppError('reservation_failed')
  const terms = place.book?.terms ?? providerTerms(ctx)
  if (!isBookableSize(terms, choice.partySize))
    throw new AppError('validation_failed', {
      fieldErrors: [
        {
          field: 'partySize',
          message: `must be from ${Math.max(1, terms.minPartySize)} to ${terms.maxPartySize}`,
        },
      ],
    })
  const startsAt = startOfSlot(choice.slotId)
  if (!startsAt) throw new AppError('slot_unavailable')
  const endsAt = new Date(startsAt.getTime() + terms.seatingMinutes * 60_000)
  return { place, startsAt, endsAt, partySize: choice.partySize }
}

/** @throws `forbidden` when the account was closed meanwhile. */
export async function lockOpenMember(ctx: MemberContext): Promise<void> {
  if (isClosed(await lockMember(ctx, ctx.actor.id))) throw new AppError('forbidden')
}

/** @returns the member's hold. @throws `reservation_user_fraud`, `reservation_overlap`. */
export async function lockBooks(
  ctx: MemberContext,
  chosen: RequestedSeating,
  changedId?: string,
): Promise<HoldRow | null> {
  await assertMemberMayBook(ctx, chosen, changedId)
  const { merchant } = chosen.place
  const own = await selectHold(ctx.db, ownerOf(ctx))
  await lockBookRows(ctx.db, own ? [merchant.id, own.merchantId] : [merchant.id])
  await deleteExpiredHolds(ctx.db, merchant.id, ctx.clock.now())
  return own
}

/** @returns the hold of a table that freed for the member, if this is that table. */
export function offeredHold(
  ctx: MemberContext,
  { place, startsAt, partySize }: RequestedSeating,
): Promise<HoldRow | null> {
  const wanted = { merchantId: place.merchant.id, startsAt, partySize, now: ctx.clock.now() }
  return selectOfferedHold(ctx.db, ownerOf(ctx), wanted)
}

/** A booking that is changed does not collide with itself. @throws `reservation_user_fraud`, `reservation_overlap`. */
export async function assertMemberMayBook(
  ctx: MemberContext,
  chosen: RequestedSeating,
  changedId?: string,
): Promise<void> {
  const owner = ownerOf(ctx)
  if (await findBan(ctx.db, owner)) throw new AppError('reservation_user_fraud')
  const hours = ctx.partner.settings.reservations.overlapHours
  const own = await selectBookedStarts(ctx.db, owner, chosen.place.merchant.id)
  if (own.some(({ id, startsAt }) => id !== changedId && overlaps(chosen.startsAt, startsAt, hours)))
    throw new AppError('reservation_overlap')
}

/** @throws `reservation_limit_reached`. */
export async function assertBelowLimit(ctx: MemberContext): Promise<void> {
  const count = await countUpcoming(ctx.db, ownerOf(ctx), ctx.clock.now())
  if (count >= maxUpcomingReservations) throw new AppError('reservation_limit_reached')
}

/** It finds the smallest free table, and requires the book's lock. @throws `slot_unavailable`. */
export async function findFreeTable(ctx: Context, chosen: RequestedSeating): Promise<AssignedTable> {
  const { place, startsAt, endsAt, partySize } = chosen
  const { id } = place.merchant
  const now = ctx.clock.now()
  if (!place.book || !isSeatingTime(place.book, startsAt, now)) throw new AppError('slot_unavailable')
  const tables = await selectTables(ctx.db, id, partySize)
  const taken = await selectTableSlots(ctx.db, id, { from: startsAt, to: endsAt, now })
  const table = smallestFreeTable(tables, taken, { startsAt, endsAt, partySize })
  if (!table) throw new AppError('slot_unavailable')
  return { ...chosen, tableNo: table.tableNo }
}

export function slotsOfTable({ place, tableNo, ...seating }: AssignedTable) {
  return [{ merchantId: place.merchant.id, tableNo }, slotTimesOf(seating)] as const
}

export const ownerOf = ({ partner, actor: member }: MemberContext) => ({
  partnerId: partner.slug,
  memberId: member.id,
})
