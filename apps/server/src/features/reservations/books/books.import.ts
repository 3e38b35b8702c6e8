import { type ImportedBook, readBookRow } from '@dineward/core/reservations/book-import.rules.ts'
import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import { tableChanges } from '@dineward/core/reservations/table-changes.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import type { Db } from '../../../db/open-database.ts'
import { readRows } from '../../../import-file.ts'
import { setTakesBookings } from '../../merchants/merchant-for-booking.service.ts'
import { type BookedRestaurant, selectRestaurant } from '../reservations.read.ts'
import { deleteExpiredHolds, lockBookRows, selectBook } from './books.repository.ts'
import {
  changeTables,
  insertBook,
  selectAllTables,
  selectBusyTables,
  updateBook,
} from './books-import.repository.ts'

export interface BookImport {
  readonly file: string
  readonly dryRun: boolean
  readonly report: (sentence: string) => void
}

/** `leavingTables` should be removed, but are booked or held. */
export interface BookImportSummary {
  read: number
  added: number
  updated: number
  unchanged: number
  refused: number
  leavingTables: number
}

interface Services {
  readonly db: Db
  readonly clock: Clock
}

interface Written {
  readonly outcome: 'added' | 'updated' | 'unchanged'
  readonly leavingTables: number
  readonly remarks: readonly string[]
}
type Outcome = Written | { readonly refused: string }

/**
 * A repeated import changes nothing. A busy table is removed by a later import. @throws `ImportFileError`; earlier rows
 * are imported.
 */
export async function importBooks(services: Services, options: BookImport): Promise<BookImportSummary> {
  const summary = { read: 0, added: 0, updated: 0, unchanged: 0, refused: 0, leavingTables: 0 }
  const lineOf = new Map<string, number>()
  for await (const { line, ...content } of readRows(options.file)) {
    const row = 'problem' in content ? { refused: content.problem } : readBookRow(content.row)
    const outcome =
      'refused' in row ? row : await importBook(services, row.book, { line, lineOf, dryRun: options.dryRun })
    summary.read++
    if ('refused' in outcome) {
      summary.refused++
      options.report(`line ${line}: refused. ${outcome.refused}`)
      continue
    }
    summary[outcome.outcome]++
    summary.leavingTables += outcome.leavingTables
    for (const remark of outcome.remarks) options.report(`line ${line}: ${remark}`)
  }
  return summary
}

interface Place {
  readonly line: number
  /** The first line of each restaurant counts: later ones are refused. */
  readonly lineOf: Map<string, number>
  readonly dryRun: boolean
}

async function importBook(
  { db, clock }: Services,
  book: ImportedBook,
  { line, lineOf, dryRun }: Place,
): Promise<Outcome> {
  const restaurant = await selectRestaurant(db, book.restaurant)
  if (!restaurant) return { refused: `there is no restaurant ${Object.values(book.restaurant).join(' ')}` }
  const before = lineOf.get(restaurant.id)
  if (before !== undefined) return { refused: `restaurant ${restaurant.id} was already on line ${before}` }
  lineOf.set(restaurant.id, line)
  // Each row has its transaction, since it locks the restaurant's book.
  const trx = await db.startTransaction().execute()
  try {
    const written = await writeBook(trx, restaurant, book, clock.now())
    await (dryRun ? trx.rollback() : trx.commit()).execute()
    return written
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}

/** Call it in a transaction. */
export async function writeBook(
  trx: Db,
  restaurant: BookedRestaurant,
  { terms, seats, takesBookings }: ImportedBook,
  now: Date,
): Promise<Written> {
  const { id } = restaurant
  const isNew = await insertBook(trx, id, terms)
  await lockBookRows(trx, [id])
  await deleteExpiredHolds(trx, id, now)
  const before = await selectBook(trx, id)
  const changesTerms = before === null || !sameTerms(before, terms)
  if (changesTerms) await updateBook(trx, id, terms)
  const busyUntil = await selectBusyTables(trx, id, now)
  const changes = tableChanges(await selectAllTables(trx, id), seats, new Set(busyUntil.keys()))
  const changesTables = await changeTables(trx, id, changes)
  const changesTaking = restaurant.takesBookings !== takesBookings
  if (changesTaking) await setTakesBookings(trx, id, takesBookings, now)
  const isChanged = changesTerms || changesTaking || changesTables
  return {
    outcome: isNew ? 'added' : isChanged ? 'updated' : 'unchanged',
    leavingTables: changes.leaving.length,
    remarks: [
      ...changes.leaving.map(
        table =>
          `in use. Table ${table.tableNo} (for ${table.seats}) is booked or held until ` +
          `${untilText(restaurant, busyUntil.get(table.tableNo) ?? now)}, and gets no new bookings; ` +
          'import again after that',
      ),
      ...(takesBookings && !isEverOpen(restaurant)
        ? [`note. ${restaurant.name} has no opening hours, so that no times are offered`]
        : []),
    ],
  }
}

function sameTerms(before: BookTerms, terms: BookTerms): boolean {
  return (Object.keys(terms) as (keyof BookTerms)[]).every(name => before[name] === terms[name])
}

/** "2026-03-12 20:30", as the restaurant's clock shows it. */
function untilText({ timezone }: BookedRestaurant, until: Date): string {
  return localTimeAt(timezone, until).slice(0, 16).replace('T', ' ')
}

function isEverOpen({ hours }: BookedRestaurant): boolean {
  return Object.values(hours).some(sittings => sittings.length > 0)
}
