import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, 'migrations')

/**
 * The SQL of each migration that this build knows, by the name that databases record. The name of the first one, the
 * schema, ends with a hash of its text: until 1.0 the text changes, and databases of another one are refused.
 */
export async function readMigrationFiles(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return new Map(
    await Promise.all(
      files.map(async (file, index): Promise<[string, string]> => {
        const text = await readFile(join(folder, file), 'utf8')
        const name = basename(file, '.sql')
        return [index === 0 ? `${name}-${hash('sha256', text).slice(0, 8)}` : name, text]
      }),
    ),
  )
}

export async function readMigrationNames(): Promise<string[]> {
  return [...(await readMigrationFiles()).keys()]
}
