import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { memberTables } from './member-data.rules.ts'
import type { MemberKeys } from './member-rows.rules.ts'

type Rows = ReturnType<(typeof memberTables)[number]['rows']>

/**
 * The one place that writes other features' tables: a member is forgotten everywhere at once, by one list. In the
 * caller's transaction. @returns the ids of rows that have files.
 */
export async function eraseMemberRows(db: Db, keys: MemberKeys): Promise<string[]> {
  const withFiles: string[] = []
  for (const { table, rows, erased, hasFiles } of memberTables) {
    if (hasFiles) withFiles.push(...(await idsOf(db, table, rows(keys))))
    if (erased === 'deleted') await sql`delete from ${sql.table(table)} where ${rows(keys)}`.execute(db)
    else if (!isKept(erased)) await overwrite(db, table, rows(keys), erased)
  }
  return withFiles
}

async function idsOf(db: Db, table: string, rows: Rows): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from ${sql.table(table)} where ${rows}`.execute(db)
  return found.rows.map(({ id }) => id)
}

const isKept = (erased: object): erased is { not: string } => 'not' in erased

async function overwrite(
  db: Db,
  table: string,
  rows: Rows,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const set = sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`),
  )
  await sql`update ${sql.table(table)} set ${set} where ${rows}`.execute(db)
}
