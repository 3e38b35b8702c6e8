import { isClosed } from '@dineward/core/members/member-questions.ts'
import { isBookableSize, isSeatingTime } from '@dineward/core/reservations/availability.rules.ts'
import { maxUpcomingReservations, overlaps } from '@dineward/core/reservations/bookings.rules.ts'
import { startOfSlot } from '@dineward/core/reservations/slot-id.rules.ts'
import { quartersOf, smallestFreeTable } from '@dineward/core/reservations/tables.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { lockMember } from '../members/members.service.ts'
import {
  deleteExpiredHolds,
  type HoldRow,
  lockBooks,
  selectHold,
  selectTables,
  selectTaken,
} from './book.repository.ts'
import { type BookingPlace, bookingPlace, providerTerms } from './booking-place.service.ts'
import { countUpcoming, isBanned, selectStartsAt } from './reservations.repository.ts'

/*
 * What holding and booking have in common: who asks, for what, and which table it will be. The member's row is locked
 * first and then the books, always in this order: one member's calls follow each other, and so do all calls for one
 * restaurant's tables, whichever partner they come from. Should two ever be given the same table nevertheless, the
 * primary key of `taken_quarters` refuses the second.
 */

export interface SlotChoice {
  readonly merchantId: string
  readonly slotId: string
  readonly partySize: number
}

/** A choice that makes sense. Whether the table is free is another question. */
export interface ChosenSeating {
  readonly place: BookingPlace
  readonly startsAt: Date
  readonly endsAt: Date
  readonly partySize: number
}

export interface GivenTable extends ChosenSeating {
  readonly tableNo: number
}

/**
 * Reads a choice before any lock is taken. Throws `merchant_not_found`, `reservation_failed` where tables are not booked
 * with us, `validation_failed` for a party of another size than the restaurant takes, `slot_unavailable` for an id that
 * names no time.
 */
export async function readChoice(ctx: MemberContext, choice: SlotChoice): Promise<ChosenSeating> {
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

/** Locks the member, and says whether the account has been closed since the call began. */
export async function lockOpenMember(ctx: MemberContext): Promise<void> {
  if (isClosed(await lockMember(ctx, ctx.actor.id))) throw new AppError('forbidden')
}

/**
 * Locks the book of the chosen restaurant and of the one where the member holds a table, and frees what was held too
 * long. Answers the member's own hold. Throws `reservation_user_fraud`, `reservation_overlap`.
 */
export async function openBooks(ctx: MemberContext, chosen: ChosenSeating): Promise<HoldRow | null> {
  await refuseMember(ctx, chosen)
  const { merchant } = chosen.place
  const own = await selectHold(ctx.db, ownerOf(ctx))
  await lockBooks(ctx.db, own ? [merchant.id, own.merchantId] : [merchant.id])
  await deleteExpiredHolds(ctx.db, merchant.id, ctx.clock.now())
  return own
}

/** What about the member speaks against it: `reservation_user_fraud`, `reservation_overlap`. */
export async function refuseMember(ctx: MemberContext, chosen: ChosenSeating): Promise<void> {
  const owner = ownerOf(ctx)
  if (await isBanned(ctx.db, owner)) throw new AppError('reservation_user_fraud')
  const hours = ctx.partner.settings.reservations.overlapHours
  const others = await selectStartsAt(ctx.db, owner, chosen.place.merchant.id)
  if (others.some(other => overlaps(chosen.startsAt, other, hours))) throw new AppError('reservation_overlap')
}

/** A member keeps only so many tables ahead: `reservation_limit_reached`. */
export async function refuseTooMany(ctx: MemberContext): Promise<void> {
  const count = await countUpcoming(ctx.db, ownerOf(ctx), ctx.clock.now())
  if (count >= maxUpcomingReservations) throw new AppError('reservation_limit_reached')
}

/** The smallest table that is free, under the book's lock. Throws `slot_unavailable`. */
export async function chooseTable(ctx: MemberContext, chosen: ChosenSeating): Promise<GivenTable> {
  const { place, startsAt, endsAt, partySize } = chosen
  const { id } = place.merchant
  const now = ctx.clock.now()
  if (!place.book || !isSeatingTime(place.book, startsAt, now)) throw new AppError('slot_unavailable')
  const tables = await selectTables(ctx.db, id, partySize)
  const taken = await selectTaken(ctx.db, id, { from: startsAt, to: endsAt, now, exceptHoldId: null })
  const table = smallestFreeTable(tables, taken, { startsAt, endsAt, partySize })
  if (!table) throw new AppError('slot_unavailable')
  return { ...chosen, tableNo: table.tableNo }
}

/** What `takeQuarters` takes for a table that was given. */
export function quartersOfTable({ place, tableNo, ...seating }: GivenTable) {
  return [{ merchantId: place.merchant.id, tableNo }, quartersOf(seating)] as const
}

export const ownerOf = ({ partner, actor: member }: MemberContext) => ({
  partnerId: partner.slug,
  memberId: member.id,
})
