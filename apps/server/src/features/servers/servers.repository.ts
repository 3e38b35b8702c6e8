import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { aliveSeconds } from './server-agreement.rules.ts'
import type { ServersTable } from './servers.tables.ts'

/** By the database's time: that of a server may be wrong. */
const isAlive = sql<boolean>`seen_at > now() - make_interval(secs => ${aliveSeconds})`

export function aliveServers(db: Db): Promise<Selectable<ServersTable>[]> {
  return db.selectFrom('servers').selectAll().where(isAlive).orderBy('name').execute()
}

/** Each is written once: by the clock of the primary, for a process. */
export async function newestReports(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    report: string
  }>`select id || ' ' || extract(epoch from seen_at) as report from servers`.execute(db)
  return rows.map(({ report }) => report)
}

/** Also forgets those that were killed. */
export async function reportAlive(
  db: Db,
  server: Omit<Insertable<ServersTable>, 'seenAt' | 'startedAt'>,
): Promise<void> {
  await db.deleteFrom('servers').where(sql<boolean>`not (${isAlive})`).execute()
  await db
    .insertInto('servers')
    .values({
      ...server,
      secretFingerprints: JSON.stringify(server.secretFingerprints) as never,
      startedAt: sql`now()`,
      seenAt: sql`now()`,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seenAt: sql`now()` }))
    .execute()
}

export async function removeServer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('servers').where('id', '=', id).execute()
}

/** The time is in milliseconds. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{
    now: number
  }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db)
  return Number(rows[0]!.now)
}
