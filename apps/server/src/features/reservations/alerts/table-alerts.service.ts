import { isBookableSize } from '@dineward/core/reservations/availability.rules.ts'
import { dayAfter, restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { seatingTimes } from '@dineward/core/reservations/seating-times.rules.ts'
import { slotIdOf } from '@dineward/core/reservations/slot-id.rules.ts'
import type { TableAlert } from '@dineward/core/reservations/table-alerts.contract.ts'
import { estimateMinutes, maxTableAlerts } from '@dineward/core/reservations/table-offers.rules.ts'
import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt, localTimeAt } from '@dineward/core/shared/local-date.ts'
import type { MemberContext } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { lockOpenMember, ownerOf } from '../booking/assign-table.service.ts'
import { type BookingPlace, bookingPlace } from '../booking/booking-place.service.ts'
import { selectTables } from '../books/books.repository.ts'
import { findBan, selectBookedStarts } from '../reservations.repository.ts'
import { startsInWindow } from './alert-times.service.ts'
import {
  type AlertRow,
  countAhead,
  deleteAlert,
  insertAlert,
  selectAlertsOf,
  selectOfferOf,
} from './table-alerts.repository.ts'

interface Wish {
  readonly merchantId: string
  readonly date: string
  /** `HH:mm` on the restaurant's clock. */
  readonly from: string
  readonly to: string
  readonly partySize: number
}

type Wanted = Pick<AlertRow, 'kind' | 'evening' | 'windowStart' | 'windowEnd' | 'partySize'>
type Bookable = BookingPlace & { readonly book: NonNullable<BookingPlace['book']> }

/** @throws `reservation_failed` where we have no book, and as `listed`. */
export async function createTableAlert(ctx: MemberContext, wish: Wish): Promise<TableAlert> {
  const place = await bookable(ctx, wish.merchantId)
  const { timezone } = place.merchant
  const [windowStart, windowEnd] = [wish.from, wish.to].map(time =>
    instantOf(timezone, `${wish.date}T${time}:00`),
  ) as [Date, Date]
  if (windowEnd < windowStart) refuse('to', 'must not be before the first time')
  const wanted: Wanted = {
    kind: 'alert',
    evening: wish.date,
    windowStart,
    windowEnd,
    partySize: wish.partySize,
  }
  if (startsInWindow(place.book, wanted, ctx.clock.now()).length === 0)
    refuse('date', 'The restaurant seats no guests in that time, or it cannot be booked yet or any more.')
  return enqueue(ctx, place, wanted)
}

/** Of this evening: from now to the last seating. */
export async function joinWaitlist(
  ctx: MemberContext,
  { merchantId, partySize }: Pick<Wish, 'merchantId' | 'partySize'>,
): Promise<TableAlert> {
  const place = await bookable(ctx, merchantId)
  if (!place.book.terms.hasWaitlist) throw new AppError('reservation_failed')
  const now = ctx.clock.now()
  const evening = localDateAt(place.merchant.timezone, now)
  const left = [dayAfter(evening, -1), evening]
    .flatMap(date => seatingTimes(place.book, place.book.terms, date))
    .filter(start => start.getTime() >= now.getTime() + place.book.terms.leadMinutes * 60_000)
  const windowEnd = left.at(-1)
  if (!windowEnd) throw new AppError('reservation_failed')
  return enqueue(ctx, place, { kind: 'waitlist', evening, windowStart: now, windowEnd, partySize })
}

export async function listTableAlerts(ctx: MemberContext): Promise<TableAlert[]> {
  const rows = await selectAlertsOf(ctx.db, ownerOf(ctx), ctx.clock.now())
  return Promise.all(rows.map(async row => toAlert(ctx, await bookingPlace(ctx, row.merchantId), row)))
}

export async function endTableAlert(ctx: MemberContext, id: string): Promise<void> {
  if (!id.includes('\0')) await deleteAlert(ctx.db, ownerOf(ctx), id)
}

async function bookable(ctx: MemberContext, merchantId: string): Promise<Bookable> {
  const place = await bookingPlace(ctx, merchantId)
  const { book } = place
  if (!book) throw new AppError('reservation_failed')
  return { ...place, book }
}

function refuse(field: string, message: string): never {
  throw new AppError('validation_failed', { fieldErrors: [{ field, message }] })
}

async function enqueue(ctx: MemberContext, place: Bookable, wanted: Wanted): Promise<TableAlert> {
  const { terms } = place.book
  if (!isBookableSize(terms, wanted.partySize))
    refuse('partySize', `must be from ${Math.max(1, terms.minPartySize)} to ${terms.maxPartySize}`)
  const row = await ctx.db
    .transaction()
    .execute(trx => insertOrKeep({ ...ctx, db: trx }, place.merchant.id, wanted))
  return toAlert(ctx, place, row)
}

/** @throws `forbidden`, `reservation_user_fraud`, `reservation_overlap`, `table_alert_limit_reached`. */
async function insertOrKeep(ctx: MemberContext, merchantId: string, wanted: Wanted): Promise<AlertRow> {
  const owner = ownerOf(ctx)
  const now = ctx.clock.now()
  await lockOpenMember(ctx)
  if (await findBan(ctx.db, owner)) throw new AppError('reservation_user_fraud')
  const booked = await selectBookedStarts(ctx.db, owner, merchantId)
  const { windowStart, windowEnd } = wanted
  if (booked.some(({ startsAt }) => startsAt >= windowStart && startsAt <= windowEnd))
    throw new AppError('reservation_overlap')
  const before = await selectAlertsOf(ctx.db, owner, now)
  const same = before.find(row => isSameEvening(row, merchantId, wanted))
  if (same && isSame(same, wanted)) return same
  if (same) await deleteAlert(ctx.db, owner, same.id)
  else if (before.length >= maxTableAlerts) throw new AppError('table_alert_limit_reached')
  const id = newId()
  await insertAlert(ctx.db, { ...owner, ...wanted, id, merchantId, askedAt: now })
  const row = (await selectAlertsOf(ctx.db, owner, now)).find(one => one.id === id)
  if (!row) throw new Error(`alert ${id} is missing after its insert`)
  return row
}

const isSameEvening = (row: AlertRow, merchantId: string, { kind, evening }: Wanted): boolean =>
  row.merchantId === merchantId && row.kind === kind && row.evening === evening

/** Who joins a waitlist again keeps the place, although its window began earlier. */
const isSame = (row: AlertRow, { kind, windowStart, windowEnd, partySize }: Wanted): boolean =>
  row.partySize === partySize &&
  (kind === 'waitlist' ||
    (row.windowStart.getTime() === windowStart.getTime() && row.windowEnd.getTime() === windowEnd.getTime()))

async function toAlert(
  ctx: MemberContext,
  { merchant, book }: BookingPlace,
  row: AlertRow,
): Promise<TableAlert> {
  const { id, kind, merchantId, evening, partySize, windowStart, windowEnd } = row
  const { timezone } = merchant
  const ahead = await countAhead(ctx.db, row)
  const offer = await selectOfferOf(ctx.db, row, ctx.clock.now())
  const tables = kind === 'waitlist' ? await selectTables(ctx.db, merchantId, partySize) : []
  return {
    id,
    kind,
    merchantId,
    merchantName: merchant.name,
    date: evening,
    from: localTimeAt(timezone, windowStart).slice(11, 16),
    to: localTimeAt(timezone, windowEnd).slice(11, 16),
    partySize,
    position: ahead + 1,
    estimateMinutes: book ? estimateMinutes(ahead, tables.length, book.terms.seatingMinutes) : null,
    offer: offer && {
      slotId: slotIdOf(offer.startsAt),
      startsAt: restaurantTime(timezone, offer.startsAt),
      expiresAt: restaurantTime(timezone, offer.expiresAt),
    },
  }
}
