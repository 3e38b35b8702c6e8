import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { type MemberKeys, memberTables } from './member-data.rules.ts'

/**
 * The one place that writes other features' tables: a member is forgotten everywhere at once, by one list. In the
 * caller's transaction.
 */
export async function eraseMemberRows(db: Db, keys: MemberKeys): Promise<void> {
  for (const { table, rows, erased } of memberTables) {
    if (erased === 'deleted') await sql`delete from ${sql.table(table)} where ${rows(keys)}`.execute(db)
    else if (!isKept(erased)) await overwrite(db, table, rows(keys), erased)
  }
}

const isKept = (erased: object): erased is { not: string } => 'not' in erased

async function overwrite(
  db: Db,
  table: string,
  rows: ReturnType<(typeof memberTables)[number]['rows']>,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const set = sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`),
  )
  await sql`update ${sql.table(table)} set ${set} where ${rows}`.execute(db)
}
