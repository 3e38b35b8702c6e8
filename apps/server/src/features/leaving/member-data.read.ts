import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { memberTables } from './member-data.rules.ts'
import type { MemberKeys } from './member-rows.rules.ts'

type Row = Record<string, unknown>

/** By what they are. Sections without rows are there too: nothing is stored is an answer. */
export async function readMemberSections(db: Db, keys: MemberKeys): Promise<Record<string, Row[]>> {
  const sections: Record<string, Row[]> = {}
  for (const { table, rows, exported } of memberTables) {
    if ('not' in exported) continue
    const columns = sql.join(exported.columns.map(column => sql.ref(column)))
    const found = await sql<Row>`select ${columns} from ${sql.table(table)} where ${rows(keys)}`.execute(db)
    sections[exported.as] = found.rows
  }
  return sections
}
