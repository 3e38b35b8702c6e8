import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { requireSameSchemaOfBackup } from '../db/recorded-migrations.ts'
import { decrypterFor, encrypterFor, type Identities, type Recipients, sealedSuffix } from './encryption.ts'

/** It is written last: a folder without one is no backup. */
const fileName = 'manifest.json'
const sealedName = `${fileName}${sealedSuffix}`
const product = 'dineward'
const format = 1

/** No path may lead out of the folder. */
const insideFolder = /^(?!\/)(?!(.*\/)?\.\.(\/|$))/
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const file = z.object({ path: z.string().regex(insideFolder), bytes: z.int(), sha256 })

const manifestSchema = z.object({
  product: z.literal(product),
  format: z.literal(format),
  version: z.string(),
  takenAt: z.iso.datetime(),
  database: z.object({ embedded: z.boolean(), serverVersion: z.string() }),
  migrations: z.array(z.string()),
  tables: z.array(file.extend({ name: z.string(), rows: z.int(), hash: sha256 })),
  sequences: z.record(z.string(), z.string()),
  /** The first days of the months that a table has partitions for. */
  months: z.record(z.string(), z.array(z.string())),
  files: z.array(file),
})

export type Manifest = z.infer<typeof manifestSchema>
export type StoredFile = z.infer<typeof file>

export function newManifest(content: Omit<Manifest, 'product' | 'format'>): Manifest {
  return { product, format, ...content }
}

export async function writeManifest(
  folder: string,
  manifest: Manifest,
  recipients: Recipients,
): Promise<void> {
  const text = JSON.stringify(manifest, null, 1)
  const draft = join(folder, `${fileName}.draft`)
  const content = JSON.stringify({ sha256: hash('sha256', text), manifest }, null, 1)
  const sealed = recipients === null ? content : await encrypterFor(recipients).encrypt(content)
  await writeFile(draft, sealed, { flush: true })
  await rename(draft, join(folder, recipients === null ? fileName : sealedName))
}

export const isSealed = (folder: string): boolean => existsSync(join(folder, sealedName))

/** @throws a sentence, unless the folder holds a whole backup of this product that this build can read. */
export async function readManifest(
  folder: string,
  knownMigrations: readonly string[],
  identities: Identities,
): Promise<Manifest> {
  const name = identities === null ? fileName : sealedName
  const content = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new Error(`${join(folder, name)} cannot be read (${error.code}).`)
  })
  if (content === null)
    throw new Error(
      `${folder} is not a complete backup: it has no ${fileName}, which is written last. Take another one.`,
    )
  const text = identities === null ? content.toString() : await unsealed(content, identities, folder)
  const { sha256: expected, manifest } = parsed(text, folder)
  const { product: made = 'something else', format: made_as } = Object(manifest) as Record<string, unknown>
  if (made !== product) throw new Error(`${folder} is a backup of ${made}, not of ${product}.`)
  if (typeof made_as === 'number' && made_as > format)
    throw new Error(`${folder} was made by a newer build. Restore it with that build or a newer one.`)
  const checked = manifestSchema.safeParse(manifest)
  if (hash('sha256', JSON.stringify(manifest, null, 1)) !== expected || !checked.success)
    throw new Error(`${join(folder, fileName)} was changed after the backup was taken. Use another backup.`)
  requireSameSchemaOfBackup(folder, checked.data.migrations, knownMigrations)
  const unknown = checked.data.migrations.filter(name => !knownMigrations.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `${folder} was made by a newer build (version ${checked.data.version}): this one does not know ${unknown.join(', ')}. Restore it with that build or a newer one.`,
    )
  return checked.data
}

async function unsealed(content: Buffer, identities: readonly string[], folder: string): Promise<string> {
  try {
    return await decrypterFor(identities).decrypt(content, 'text')
  } catch (cause) {
    throw new Error(
      `BACKUP_IDENTITY does not open ${folder}: the backup is encrypted for another key, or ${sealedName} was damaged. Nothing was restored.`,
      { cause },
    )
  }
}

function parsed(text: string, folder: string): { sha256?: unknown; manifest?: unknown } {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    throw new Error(
      `${join(folder, fileName)} cannot be read: it was cut short or changed. Use another backup.`,
    )
  }
}
