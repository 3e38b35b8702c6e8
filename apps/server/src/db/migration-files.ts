import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lookUp } from '@dineward/core/shared/look-up.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Databases already record this file under its former name. */
const recordedNames = { '002-tracking-mail-surveys-staff': '002-shell' } satisfies Record<string, string>

/** The SQL of each migration that this build knows, by the name that databases record. */
export async function readMigrationFiles(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const name = basename(file, '.sql')
        return [lookUp(recordedNames, name) ?? name, await readFile(join(folder, file), 'utf8')]
      }),
    ),
  )
}

export async function readMigrationNames(): Promise<string[]> {
  return [...(await readMigrationFiles()).keys()]
}

/** Builds without it cannot live with such a migration; it adds its own row to `contract_migrations`. */
export const isContract = (text: string): boolean => /insert\s+into\s+contract_migrations\b/i.test(text)
