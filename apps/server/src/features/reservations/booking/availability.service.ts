import {
  isBeforeYesterday,
  nearestQuestion,
  searchWindowMinutes,
  stateOf,
  type TableQuestion,
  timesAround,
  unavailableReason,
} from '@dineward/core/reservations/availability.rules.ts'
import { overlaps } from '@dineward/core/reservations/bookings.rules.ts'
import type { Availability } from '@dineward/core/reservations/reservations.contract.ts'
import { dayAfter, restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { slotIdOf } from '@dineward/core/reservations/slot-id.rules.ts'
import { alertAroundMinutes } from '@dineward/core/reservations/table-offers.rules.ts'
import { smallestFreeTable } from '@dineward/core/reservations/tables.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt, localTimeAt } from '@dineward/core/shared/local-date.ts'
import { type Context, type MemberContext, memberOf } from '../../../context.ts'
import { selectTableSlots, selectTables } from '../books/books.repository.ts'
import { providerTimes } from '../provider.service.ts'
import { selectBookedStarts } from '../reservations.repository.ts'
import { type BookingPlace, bonusNow, bookingPlace, providerTerms } from './booking-place.service.ts'
import { ownReservation } from './own-reservation.service.ts'

type AskedPlace = BookingPlace & { readonly changedId?: string }

/** @throws `merchant_not_found`, `validation_failed`, `unavailable`. */
export async function findTimes(
  ctx: Context,
  { merchantId, ...question }: TableQuestion & { readonly merchantId: string },
): Promise<Availability> {
  return timesAt(ctx, await bookingPlace(ctx, merchantId), question)
}

/** A booking that is changed keeps the bonus that it was promised. @throws as `findTimes`, `reservation_not_found`. */
export async function findTimesToChange(
  ctx: MemberContext,
  { reservationId, ...question }: TableQuestion & { readonly reservationId: string },
): Promise<Availability> {
  const { id: changedId, merchantId, bonusAmount } = await ownReservation(ctx, reservationId)
  const place = await bookingPlace(ctx, merchantId)
  return timesAt(ctx, { ...place, bonus: bonusAmount ?? place.bonus, changedId }, question)
}

/** `instead` is the nearest request that may succeed. */
async function timesAt(ctx: Context, place: AskedPlace, question: TableQuestion): Promise<Availability> {
  const { merchant, book, provider } = place
  const now = ctx.clock.now()
  if (isBeforeYesterday(merchant.timezone, question.date, now))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'date', message: 'This day is over. Pick today or a later day.' }],
    })
  if (!book && !provider) return { state: 'none', slots: [] }
  const terms = book?.terms ?? providerTerms(ctx)
  const limits = { timezone: merchant.timezone, terms }
  const reason = unavailableReason(limits, question, now)
  if (reason) return { state: reason, slots: [], ...asInstead(nearestQuestion(limits, question, now)) }

  const starts = provider
    ? await providerTimes(ctx, { provider, timezone: merchant.timezone, question })
    : await freeTimes(ctx, place, startsFor(ctx, place, question), question.partySize)
  const slots = starts
    .slice(0, ctx.partner.settings.reservations.slotCount)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .map(start => ({
      slotId: slotIdOf(start),
      startsAt: restaurantTime(merchant.timezone, start),
      bonus: bonusNow(ctx, place, start),
    }))
  const state = stateOf(slots, place.bonus)
  const ownTables = await ownTablesNear(ctx, place, starts)
  if (state !== 'none') return { state, slots, ...ownTables }
  return { state, slots, ...(await withoutTimes(ctx, place, question)) }
}

/** What else can be done where nothing is free. */
async function withoutTimes(
  ctx: Context,
  place: AskedPlace,
  question: TableQuestion,
): Promise<Pick<Availability, 'instead' | 'mayFree' | 'hasWaitlist'>> {
  const { timezone } = place.merchant
  const isToday = question.date === localDateAt(timezone, ctx.clock.now())
  const seatsToday = isToday && startsOfDay(ctx, place, question).length > 0
  return {
    ...asInstead(await findAlternative(ctx, place, question)),
    ...(startsFor(ctx, place, question, alertAroundMinutes).length > 0 ? { mayFree: true } : {}),
    ...(seatsToday && place.book?.terms.hasWaitlist ? { hasWaitlist: true } : {}),
  }
}

/** A visitor has none; the one that is changed does not count. */
async function ownTablesNear(
  ctx: Context,
  { merchant, changedId }: AskedPlace,
  starts: readonly Date[],
): Promise<Pick<Availability, 'ownTables'>> {
  const member = memberOf(ctx)
  if (!member || starts.length === 0) return {}
  const owner = { partnerId: ctx.partner.slug, memberId: member.id }
  const hours = ctx.partner.settings.reservations.overlapHours
  const own = (await selectBookedStarts(ctx.db, owner, merchant.id)).filter(
    ({ id, startsAt }) => id !== changedId && starts.some(start => overlaps(start, startsAt, hours)),
  )
  return own.length === 0
    ? {}
    : { ownTables: own.map(({ startsAt }) => restaurantTime(merchant.timezone, startsAt)) }
}

const asInstead = (instead: TableQuestion | null) => (instead ? { instead } : {})

/** How many further days are searched when the requested one is full. */
const lookAheadDays = 7
const wholeDayMinutes = 24 * 60

/** It is the nearest free time of that day, else the first free day after it. One query reads all of them. */
async function findAlternative(
  ctx: Context,
  place: AskedPlace,
  question: TableQuestion,
): Promise<TableQuestion | null> {
  const { timezone } = place.merchant
  const thatDay = startsOfDay(ctx, place, question)
  const later = Array.from({ length: lookAheadDays }, (_, index) => {
    const asked = { ...question, date: dayAfter(question.date, index + 1) }
    return { asked, starts: startsFor(ctx, place, asked) }
  })
  const starts = [...thatDay, ...later.flatMap(day => day.starts)]
  const free = new Set((await freeTimes(ctx, place, starts, question.partySize)).map(Number))
  const other = thatDay.find(start => free.has(Number(start)))
  if (other) return { ...question, time: localTimeAt(timezone, other).slice(11, 16) }
  return later.find(day => day.starts.some(start => free.has(Number(start))))?.asked ?? null
}

function startsOfDay(ctx: Context, place: BookingPlace, question: TableQuestion): Date[] {
  const { timezone } = place.merchant
  return startsFor(ctx, place, question, wholeDayMinutes).filter(
    start => localDateAt(timezone, start) === question.date,
  )
}

function startsFor(
  ctx: Context,
  { book }: BookingPlace,
  question: TableQuestion,
  windowMinutes = searchWindowMinutes,
): Date[] {
  return book ? timesAround(book, question, ctx.clock.now(), windowMinutes) : []
}

async function freeTimes(
  ctx: Context,
  { merchant, book, changedId }: AskedPlace,
  starts: readonly Date[],
  partySize: number,
): Promise<Date[]> {
  if (!book || starts.length === 0) return []
  const times = starts.map(Number)
  const length = book.terms.seatingMinutes * 60_000
  const member = memberOf(ctx)
  const holdsOf = member ? { partnerId: ctx.partner.slug, memberId: member.id } : undefined
  const tables = await selectTables(ctx.db, merchant.id, partySize)
  const taken = await selectTableSlots(ctx.db, merchant.id, {
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times) + length),
    now: ctx.clock.now(),
    except: { holdsOf, reservationId: changedId },
  })
  return starts.filter(startsAt => {
    const endsAt = new Date(startsAt.getTime() + length)
    return smallestFreeTable(tables, taken, { startsAt, endsAt, partySize }) !== null
  })
}
