import type { RestaurantBook } from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import { bookProblem } from '@dineward/core/reservations/book-import.rules.ts'
import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../../db/open-database.ts'
import { versionOf } from '../../partner/value-version.rules.ts'
import { type AuditContext, recordAudit } from '../../staff/audit.service.ts'
import { selectRestaurant } from '../reservations.read.ts'
import { writeBook } from './books.import.ts'
import { selectBook, selectTables } from './books.repository.ts'
import { selectAllTables } from './books-import.repository.ts'

interface TableGroup {
  readonly seats: number
  readonly count: number
}

/** Null where it has none. */
export async function readBook(
  { db }: { readonly db: Db },
  merchantId: string,
): Promise<RestaurantBook | null> {
  const restaurant = await selectRestaurant(db, { id: merchantId })
  const found = await selectBook(db, merchantId)
  if (!restaurant || !found) return null
  const { slotMinutes, seatingMinutes, lastSeatingMinutes, minPartySize, maxPartySize, ...ahead } = found
  const staying = await selectTables(db, merchantId, 0)
  const numbers = new Set(staying.map(({ tableNo }) => tableNo))
  const book = {
    takesBookings: restaurant.takesBookings,
    terms: {
      slotMinutes: slotMinutes as 15 | 30 | 60,
      seatingMinutes,
      lastSeatingMinutes,
      minPartySize,
      maxPartySize,
      maxDaysAhead: ahead.maxDaysAhead,
      leadMinutes: ahead.leadMinutes,
      hasWaitlist: ahead.hasWaitlist ?? false,
    },
    tables: grouped(staying.map(({ seats }) => seats)),
  }
  return {
    ...book,
    leavingTables: (await selectAllTables(db, merchantId)).filter(({ tableNo }) => !numbers.has(tableNo)),
    version: versionOf(book),
  }
}

function grouped(seats: readonly number[]): TableGroup[] {
  const sizes = [...new Set(seats)].toSorted((a, b) => a - b)
  return sizes.map(size => ({ seats: size, count: seats.filter(each => each === size).length }))
}

const mostTables = 500

/** In a transaction that has locked the restaurant. @throws `changed_meanwhile`, `validation_failed`. */
export async function changeBook(
  ctx: AuditContext,
  input: {
    readonly merchantId: string
    /** Null where it had no book. */
    readonly version: string | null
    readonly terms: BookTerms
    readonly tables: readonly TableGroup[]
    readonly takesBookings: boolean
  },
): Promise<void> {
  const { merchantId, version, terms, tables, takesBookings } = input
  const seats = tables.flatMap(({ seats: each, count }) => Array.from({ length: count }, () => each))
  const problem =
    seats.length > mostTables
      ? { field: 'tables', message: `are more than ${mostTables}` }
      : bookProblem(terms, seats)
  if (problem) throw new AppError('validation_failed', { fieldErrors: [problem] })
  const restaurant = await selectRestaurant(ctx.db, { id: merchantId })
  if (!restaurant) throw new AppError('merchant_not_found')
  const before = await readBook(ctx, merchantId)
  if ((before?.version ?? null) !== version) throw new AppError('changed_meanwhile')
  const book = { restaurant: { id: merchantId }, terms, seats, takesBookings }
  await writeBook(ctx.db, restaurant, book, ctx.clock.now())
  await recordAudit(ctx, {
    action: 'book.change',
    subject: merchantId,
    partnerId: null,
    before: before ?? undefined,
    after: { terms, tables, takesBookings },
  })
}
