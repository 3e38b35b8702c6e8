import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ReportMailsTable, SavedReportsTable } from './saved-reports.tables.ts'

export type SavedReportRow = Selectable<SavedReportsTable>
export type ReportMailRow = Selectable<ReportMailsTable>

/** @param shares slugs, and `*` */
export function selectReports(db: Db, staffId: string, shares: readonly string[]): Promise<SavedReportRow[]> {
  return db
    .selectFrom('savedReports')
    .selectAll()
    .where(row => row.or([row('staffId', '=', staffId), row('sharedWith', 'in', [...shares, ''])]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export async function findReport(db: Db, id: string): Promise<SavedReportRow | null> {
  const row = await db.selectFrom('savedReports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function countReports(db: Db, staffId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_reports where staff_id = ${staffId}`.execute(db)
  return rows[0]!.count
}

export async function insertReport(db: Db, report: Insertable<SavedReportsTable>): Promise<void> {
  await db.insertInto('savedReports').values(report).execute()
}

/** @returns false where it has another version by now. */
export async function updateReport(
  db: Db,
  { id, version }: Pick<SavedReportRow, 'id' | 'version'>,
  change: Pick<Insertable<SavedReportsTable>, 'name' | 'query' | 'sharedWith' | 'updatedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('savedReports')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('savedReports').where('id', '=', id).execute()
}

export function selectMailsOf(db: Db, staffId: string): Promise<ReportMailRow[]> {
  return db.selectFrom('reportMails').selectAll().where('staffId', '=', staffId).execute()
}

export function selectDueMails(db: Db, now: Date, limit: number): Promise<ReportMailRow[]> {
  return db
    .selectFrom('reportMails')
    .selectAll()
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .orderBy('reportId')
    .orderBy('staffId')
    .limit(limit)
    .execute()
}

export async function upsertMail(db: Db, mail: Insertable<ReportMailsTable>): Promise<void> {
  const { reportId, staffId, ...change } = mail
  await db
    .insertInto('reportMails')
    .values({ reportId, staffId, ...change })
    .onConflict(conflict => conflict.columns(['reportId', 'staffId']).doUpdateSet(change))
    .execute()
}

/** @returns false where another worker was first, or its person has changed or ended it. */
export async function advanceMail(
  db: Db,
  { reportId, staffId, nextAt }: ReportMailRow,
  next: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportMails')
    .set({ nextAt: next })
    .where('reportId', '=', reportId)
    .where('staffId', '=', staffId)
    .where('nextAt', '=', nextAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false where there was none. */
export async function deleteMail(
  db: Db,
  { reportId, staffId }: Pick<ReportMailRow, 'reportId' | 'staffId'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reportMails')
    .where('reportId', '=', reportId)
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
