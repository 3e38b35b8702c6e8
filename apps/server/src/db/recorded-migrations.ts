import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { toMigrations } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import type { Db } from './open-database.ts'

/** The schema as an older build left it; in the transaction that loads its rows. */
export async function migrateAsRecorded(db: Db, recorded: readonly string[]): Promise<void> {
  const all = Object.entries(toMigrations(await readMigrationFiles()))
  const getMigrations = async () => Object.fromEntries(all.filter(([name]) => recorded.includes(name)))
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  if (error) throw error
}

/** Oldest first; none before the first start. */
export async function recordedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.kysely_migration') is not null as found`.execute(db)
  if (!rows[0]!.found) return []
  const recorded = await sql<{ name: string }>`
    select name from kysely_migration order by "timestamp", name`.execute(db)
  return recorded.rows.map(({ name }) => name)
}
