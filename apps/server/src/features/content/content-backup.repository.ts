import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawEntry, rawEntryOf } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'

/** The last good copy of an account's content on disk, for a restart while the account is unavailable. */
export interface ContentBackup {
  /** Null where there is none for this account. */
  read(kind: ContentKind): Promise<readonly RawEntry[] | null>
  write(kind: ContentKind, entries: readonly RawEntry[]): Promise<void>
}

/** `account` identifies the account; only its hash is written. */
export function contentBackup(dir: string, slug: string, account: string): ContentBackup {
  const folder = join(dir, slug)
  const mark = createHash('sha256').update(account).digest('base64url').slice(0, 16)
  return {
    async read(kind) {
      const text = await readFile(join(folder, `${kind}.json`), 'utf8').catch(() => '')
      const copy = parsed(text)
      return copy?.account === mark && Array.isArray(copy.entries) ? copy.entries.map(rawEntryOf) : null
    },
    async write(kind, entries) {
      const file = join(folder, `${kind}.json`)
      const unfinished = `${file}.${process.pid}`
      await mkdir(folder, { recursive: true })
      await writeFile(unfinished, JSON.stringify({ account: mark, entries }), { mode: 0o600 })
      // The rename is atomic: readers get the old copy or the new one.
      await rename(unfinished, file)
    },
  }
}

function parsed(text: string): { account?: unknown; entries?: unknown } | null {
  try {
    return JSON.parse(text) as { account?: unknown; entries?: unknown } | null
  } catch {
    return null
  }
}
