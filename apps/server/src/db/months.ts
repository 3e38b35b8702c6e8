import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/*
 * Tables that grow without end have a partition for each month of UTC (docs/decisions/102). The schema says which, and its
 * functions make and drop partitions with the rights of the owner.
 */

/** Partitions are made for the month of a clock and this many after it. */
const monthsAhead = 2

export async function monthlyTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_partitioned_table join pg_class on oid = partrelid
    where relnamespace = 'public'::regnamespace order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** @returns the first days of the months that have a partition, the oldest first. */
export async function monthsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_date(right(relname, 7), 'YYYY_MM')::text as month from pg_inherits join pg_class on oid = inhrelid
    where inhparent = ${table}::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1`.execute(db)
  return rows.map(({ month }) => month)
}

export interface WaitingRows {
  readonly table: string
  readonly month: string
  readonly rows: number
}

/** Rows that came in a month without a partition. They are found like all others; only deleting them takes longer. */
export async function waitingRows(db: Db): Promise<WaitingRows[]> {
  const found: WaitingRows[] = []
  for (const table of await monthlyTables(db)) {
    const { rows } = await sql<Omit<WaitingRows, 'table'>>`
      select month::text, rows from waiting_months(${table})`.execute(db)
    found.push(...rows.map(row => ({ table, ...row })))
  }
  return found
}

/** Whether every table has a partition for the month after `now`. */
export async function hasMonthAfter(db: Db, now: Date): Promise<boolean> {
  const [, next] = monthsFrom(now)
  for (const table of await monthlyTables(db)) if (!(await monthsOf(db, table)).includes(next!)) return false
  return true
}

/** It makes what is missing for the time around `now`, and for rows that wait. @returns what it did, for operators. */
export async function makeMonths(db: Db, now: Date): Promise<string> {
  const waiting = await waitingRows(db)
  const made: string[] = []
  for (const table of await monthlyTables(db)) {
    const wanted = [...monthsFrom(now), ...waiting.flatMap(row => (row.table === table ? [row.month] : []))]
    for (const month of new Set(wanted)) {
      const moved = await makeMonth(db, table, month)
      if (moved !== null) made.push(`${table} ${month.slice(0, 7)}${moved > 0 ? ` (${moved} rows)` : ''}`)
    }
  }
  return made.join(', ') || 'none'
}

/** @returns how many rows waited for it, or null where it was there. @throws where the table is busy for a second. */
export async function makeMonth(db: Db, table: string, month: string): Promise<number | null> {
  const { rows } = await sql<{ moved: number | null }>`
    select make_month(${table}, ${month}::date) as moved`.execute(db)
  return rows[0]!.moved
}

/** It deletes the months that ended before. @returns how many. */
export async function dropMonths(db: Db, table: string, before: Date): Promise<number> {
  const ended = (await monthsOf(db, table)).filter(month => monthsFrom(new Date(month))[1]! <= dayOf(before))
  for (const month of ended) await sql`select drop_month(${table}, ${month}::date)`.execute(db)
  return ended.length
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const monthsFrom = (time: Date): string[] =>
  Array.from({ length: monthsAhead + 1 }, (_, ahead) =>
    dayOf(new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + ahead))),
  )
