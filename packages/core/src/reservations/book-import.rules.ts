import * as z from 'zod/mini'
import { problemsOf } from '../merchant-import/merchant-import.rules.ts'
import { fieldMessage } from '../shared/fields/field-messages.ts'
import { lookUp } from '../shared/look-up.ts'
import type { BookTerms } from './seating-times.rules.ts'

export interface ImportedBook {
  readonly restaurant: { readonly id: string } | { readonly source: string; readonly sourceId: string }
  readonly terms: BookTerms
  /** Seats of each table, in the file's order. */
  readonly seats: readonly number[]
  readonly takesBookings: boolean
}

export type ImportedBookRow = { readonly book: ImportedBook } | { readonly refused: string }

const mostTables = 500
const mostSeats = 100

const whole = (minimum: number, maximum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum))
const quarters = z.multipleOf(15, 'must be in quarters of an hour')
const name = z.optional(z.string().check(z.trim(), z.regex(/^[^\p{Cc}]{1,200}$/u, 'is no id')))
const yesOrNo = z.pipe(
  z.transform((value: unknown) =>
    lookUp({ true: true, yes: true, false: false, no: false }, String(value).trim()),
  ),
  z.boolean('must be true or false'),
)
const slots = z.refine<number>(minutes => [15, 30, 60].includes(minutes), 'must be 15, 30 or 60')

/** One restaurant's whole book: omitted fields get their defaults. */
const bookRow = z.strictObject({
  merchantId: name,
  source: name,
  sourceId: name,
  slotMinutes: z._default(z.coerce.number().check(slots), 30),
  seatingMinutes: z._default(whole(15, 480).check(quarters), 90),
  lastSeatingMinutes: z._default(whole(0, 720), 60),
  minPartySize: z._default(whole(1, mostSeats), 1),
  /** The default is the largest table. */
  maxPartySize: z.optional(whole(1, mostSeats)),
  maxDaysAhead: z._default(whole(0, 730), 365),
  leadMinutes: z._default(whole(0, 43_200), 30),
  takesBookings: z._default(yesOrNo, true),
  hasWaitlist: z._default(yesOrNo, false),
  tables: z.string('must be such as 4x2|6x4: four tables for two, six for four'),
})

/** Tables are written `4x2|6x4`: four tables for two and six for four. */
export function readBookRow(row: unknown): ImportedBookRow {
  const parsed = bookRow.safeParse(withoutBlanks(row), { error: fieldMessage })
  if (!parsed.success) return { refused: problemsOf(parsed.error) }
  const { merchantId, source, sourceId, tables, takesBookings, ...rest } = parsed.data
  const restaurant = restaurantOf(merchantId, source, sourceId)
  if (!restaurant) return { refused: 'merchantId: give it, or source and sourceId, not both' }
  const seats = seatsOf(tables)
  if ('refused' in seats) return seats
  const largest = Math.max(...seats.tables)
  const terms = { ...rest, maxPartySize: rest.maxPartySize ?? largest }
  const problem = bookProblem(terms, seats.tables)
  if (problem) return { refused: `${problem.field}: ${problem.message}` }
  return { book: { restaurant, terms, seats: seats.tables, takesBookings } }
}

/** @returns null where parties of these sizes fit the tables. */
export function bookProblem(
  { minPartySize, maxPartySize }: Pick<BookTerms, 'minPartySize' | 'maxPartySize'>,
  seats: readonly number[],
): { readonly field: string; readonly message: string } | null {
  const largest = Math.max(...seats)
  if (maxPartySize > largest)
    return {
      field: 'maxPartySize',
      message: `no table is for ${maxPartySize}; the largest is for ${largest}`,
    }
  if (minPartySize > maxPartySize)
    return { field: 'minPartySize', message: `is more than the largest party, ${maxPartySize}` }
  return null
}

/** CSV has empty texts where NDJSON omits a field. */
function withoutBlanks(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const isSaid = (value: unknown) =>
    value !== null && value !== undefined && !(typeof value === 'string' && value.trim() === '')
  return Object.fromEntries(Object.entries(row).filter(([, value]) => isSaid(value)))
}

function restaurantOf(
  id: string | undefined,
  source: string | undefined,
  sourceId: string | undefined,
): ImportedBook['restaurant'] | null {
  if (id !== undefined) return source === undefined && sourceId === undefined ? { id } : null
  return source !== undefined && sourceId !== undefined ? { source, sourceId } : null
}

/** Seats are separated by `|`, commas or blanks. */
function seatsOf(text: string): { readonly tables: number[] } | { readonly refused: string } {
  const tables: number[] = []
  for (const part of text.split(/[\s,|]+/).filter(one => one !== '')) {
    const [, count = 0, seats = 0] = (/^(\d{1,4})[x×](\d{1,4})$/i.exec(part) ?? []).map(Number)
    if (count < 1 || seats < 1 || seats > mostSeats)
      return { refused: `tables: "${part.slice(0, 40)}" is not such as 4x2, four tables for two` }
    if (tables.length + count > mostTables) return { refused: `tables: are more than ${mostTables}` }
    tables.push(...Array.from({ length: count }, () => seats))
  }
  return tables.length > 0 ? { tables } : { refused: 'tables: are none' }
}
