import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Whether a statement like this waits for a lock that another transaction has. On PostgreSQL only. */
export async function isWaiting(db: Db, statement: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(db)
  return rows.length > 0
}
