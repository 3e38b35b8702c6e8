import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ownsTables } from './database-roles.ts'
import { readMigrationFiles } from './migration-files.ts'
import type { Db } from './open-database.ts'
import { recordedMigrations, requireSameSchema } from './recorded-migrations.ts'

type MigrationFiles = ReadonlyMap<string, string>

/**
 * Run new `.sql` files by name, in one transaction under an advisory lock: of several processes one migrates. A database
 * of a newer build is accepted, since migrations only add to what this build uses. A user who does not own the tables
 * applies nothing: `npm run migrate` has done it.
 * @throws, in words, where builds do not fit together.
 */
export async function migrate(db: Db, given?: MigrationFiles): Promise<void> {
  const files = given ?? (await readMigrationFiles())
  const newer = await newerMigrations(db, files)
  if (!(await ownsTables(db))) return requireApplied(db, files)
  const { error } = await migratorOf(db, files, newer).migrateToLatest()
  if (!error) return
  // A newer build may have migrated meanwhile.
  const since = await newerMigrations(db, files)
  if (since.length === newer.length) throw error
  const again = await migratorOf(db, files, since).migrateToLatest()
  if (again.error) throw again.error
}

/** Names of applied migrations that this build does not know. @throws where the schema is another one. */
export async function newerMigrations(db: Db, files: MigrationFiles): Promise<string[]> {
  const recorded = await recordedMigrations(db)
  requireSameSchema(recorded, [...files.keys()])
  return recorded.filter(name => !files.has(name))
}

/** The schema as a build with these migrations left it, in the transaction that loads its rows. */
export async function migrateAsRecorded(db: Db, recorded: readonly string[]): Promise<void> {
  const files = [...(await readMigrationFiles())].filter(([name]) => recorded.includes(name))
  const { error } = await migratorOf(db, new Map(files), []).migrateToLatest()
  if (error) throw error
}

async function requireApplied(db: Db, files: MigrationFiles): Promise<void> {
  const applied = await recordedMigrations(db)
  const pending = [...files.keys()].filter(name => !applied.includes(name))
  if (pending.length > 0)
    throw new Error(
      `The database lacks ${pending.join(', ')} of this build, and the user in DATABASE_URL does not own its tables: run npm run migrate, which applies migrations as the user in DATABASE_OWNER_URL, then start again.`,
    )
}

function migratorOf(db: Db, files: MigrationFiles, newer: readonly string[]): Migrator {
  const mine = [...files].map(([name, text]): [string, Migration] => [
    name,
    { up: async trx => void (await sql.raw(text).execute(trx)) },
  ])
  // The migrator insists on knowing what was applied.
  const theirs = newer.map((name): [string, Migration] => [name, { up: async () => {} }])
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...mine, ...theirs]) },
    // Branches merge in any order: a lower number may arrive later.
    allowUnorderedMigrations: true,
  })
}
