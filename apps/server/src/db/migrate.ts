import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './open-database.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Databases already record this file under its former name. */
const recordedNames: Record<string, string> = { '002-tracking-mail-surveys-staff': '002-shell' }

/** Run new `.sql` files by name, in one transaction under an advisory lock: of several processes one migrates. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    // Branches merge in any order: a lower number may arrive later.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file): Promise<[string, Migration]> => {
        const name = basename(file, '.sql')
        const text = await readFile(join(folder, file), 'utf8')
        return [
          recordedNames[name] ?? name,
          {
            up: async db => {
              await sql.raw(text).execute(db)
            },
          },
        ]
      }),
    ),
  )
}
