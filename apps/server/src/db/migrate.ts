import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ownsTables } from './database-roles.ts'
import { isContract, readMigrationFiles } from './migration-files.ts'
import type { Db } from './open-database.ts'

/**
 * Run new `.sql` files by name, in one transaction under an advisory lock: of several processes one migrates. A database
 * of a newer build is accepted when all of its further migrations only add to what this build uses. A user who does not own
 * the tables applies nothing: `npm run migrate` has done it.
 * @throws, in words, where builds do not fit together.
 */
export async function migrate(db: Db, given?: ReadonlyMap<string, string>): Promise<void> {
  const files = given ?? (await readMigrationFiles())
  const newer = await newerMigrations(db, files)
  if (!(await ownsTables(db))) return requireApplied(db, files)
  await refuseWhileOlderRun(db, files)
  const { error } = await migratorOf(db, files, newer).migrateToLatest()
  if (!error) return
  // A newer build may have migrated meanwhile.
  const since = await newerMigrations(db, files)
  if (since.length === newer.length) throw error
  const again = await migratorOf(db, files, since).migrateToLatest()
  if (again.error) throw again.error
}

/** Names of applied migrations that this build does not know. @throws where it cannot live with one of them. */
export async function newerMigrations(
  db: Db,
  files: ReadonlyMap<string, string> | null = null,
): Promise<string[]> {
  const known = files ?? (await readMigrationFiles())
  const newer = (await namesIn(db, 'kysely_migration')).filter(name => !known.has(name))
  if (newer.length === 0) return newer
  const contract = (await namesIn(db, 'contract_migrations')).filter(name => newer.includes(name))
  if (contract.length > 0)
    throw new Error(
      `The database belongs to a newer build, which has changed it (${contract.join(', ')}) so that this one cannot work with it. Start the newer build, or restore a backup of before.`,
    )
  return newer
}

async function requireApplied(db: Db, files: ReadonlyMap<string, string>): Promise<void> {
  const applied = await namesIn(db, 'kysely_migration')
  const pending = [...files.keys()].filter(name => !applied.includes(name))
  if (pending.length > 0)
    throw new Error(
      `The database lacks ${pending.join(', ')} of this build, and the user in DATABASE_URL does not own its tables: run npm run migrate, which applies migrations as the user in DATABASE_OWNER_URL, then start again.`,
    )
}

/** @throws while processes run that a migration would break. */
async function refuseWhileOlderRun(db: Db, files: ReadonlyMap<string, string>): Promise<void> {
  const applied = await namesIn(db, 'kysely_migration')
  const pending = [...files].flatMap(([name, text]) =>
    !applied.includes(name) && isContract(text) ? [name] : [],
  )
  if (pending.length === 0 || !(await hasTable(db, 'servers'))) return
  const { rows } = await sql<{ name: string }>`
    select name from servers
    where seen_at > now() - interval '30 seconds' and not migrations @> ${pending}::text[] order by name`.execute(
    db,
  )
  if (rows.length === 0) return
  throw new Error(
    `Migration ${pending.join(', ')} would break processes of an older build that still run: ${rows
      .map(({ name }) => name)
      .join(
        ', ',
      )}. Stop them, or upgrade them first to a build that knows it. A process that was killed counts for 30 s more.`,
  )
}

function migratorOf(db: Db, files: ReadonlyMap<string, string>, newer: readonly string[]): Migrator {
  const mine = Object.entries(toMigrations(files))
  // The migrator insists on knowing what was applied.
  const theirs = newer.map((name): [string, Migration] => [name, { up: async () => {} }])
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...mine, ...theirs]) },
    // Branches merge in any order: a lower number may arrive later.
    allowUnorderedMigrations: true,
  })
}

export function toMigrations(files: ReadonlyMap<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    [...files].map(([name, text]): [string, Migration] => [
      name,
      {
        up: async trx => {
          await sql.raw(text).execute(trx)
        },
      },
    ]),
  )
}

async function namesIn(db: Db, table: 'contract_migrations' | 'kysely_migration'): Promise<string[]> {
  if (!(await hasTable(db, table))) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function hasTable(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]!.found
}
