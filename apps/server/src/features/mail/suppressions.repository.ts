import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MailSuppressionsTable } from './mail.tables.ts'

/** @returns false when this report, or a later one, is stored: repeated reports change nothing. */
export async function upsertSuppression(db: Db, report: Insertable<MailSuppressionsTable>): Promise<boolean> {
  const { reason, reportedAt } = report
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mailSuppressions')
    .values(report)
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'email', 'kind'])
        .doUpdateSet({ reason, reportedAt, clearedAt: null })
        .where('mailSuppressions.reportedAt', '<', reportedAt as Date),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns the kinds of each address that has any */
export async function listSuppressions(
  db: Db,
  partnerId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly MailSuppressionsTable['kind'][]>> {
  const rows = await db
    .selectFrom('mailSuppressions')
    .select(['email', 'kind'])
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`email = any(${emails as string[]}::text[])`)
    .where('clearedAt', 'is', null)
    .execute()
  const byEmail = Map.groupBy(rows, ({ email }) => email)
  return new Map([...byEmail].map(([email, some]) => [email, some.map(({ kind }) => kind)]))
}

export async function clearSuppressions(
  db: Db,
  { partnerId, email, now }: { partnerId: string; email: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailSuppressions')
    .set({ clearedAt: now })
    .where('partnerId', '=', partnerId)
    .where('email', '=', email)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
