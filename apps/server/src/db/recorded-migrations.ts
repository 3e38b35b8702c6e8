import { sql } from 'kysely'
import type { Db } from './open-database.ts'

const noUpgrade = 'another build from before version 1.0, and there is no upgrade between those'

/** The oldest come first; there are none before the first start. */
export async function recordedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.kysely_migration') is not null as found`.execute(db)
  if (!rows[0]!.found) return []
  const recorded = await sql<{ name: string }>`
    select name from kysely_migration order by "timestamp", name`.execute(db)
  return recorded.rows.map(({ name }) => name)
}

/** @throws what to do, where a database was made with another schema than that of this build. */
export function requireSameSchema(recorded: readonly string[], known: readonly string[]): void {
  if (recorded.length > 0 && !recorded.includes(known[0]!))
    throw new Error(
      `The data was written by ${noUpgrade}: delete the data folder (DATA_DIR) or use an empty database (DATABASE_URL), or restore a backup that this build has written.`,
    )
}

/** @throws what to do, where a backup is of another schema than that of this build. */
export function requireSameSchemaOfBackup(
  folder: string,
  recorded: readonly string[],
  known: readonly string[],
): void {
  if (!recorded.includes(known[0]!))
    throw new Error(
      `${folder} was written by ${noUpgrade}: restore it with that build, or use a backup that this build has written.`,
    )
}
