import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'
import { type ContentStore, type ContentStoreOptions, createContentStore } from './content-store.service.ts'

export interface TestContent {
  readonly store: ContentStore
  /** These are the log lines, as `warn: …`. */
  readonly said: string[]
  readonly partnersDir: string
  readonly contentBackupDir: string
  /** Writes a kind into a partner's folder: entries, or anything else as it is. */
  write(slug: string, kind: ContentKind, content: readonly object[] | string): void
  /** This is another store over the same folders, as after a restart. */
  again(changes?: Partial<ContentStoreOptions>): TestContent
}

/** The content store has folders of its own. */
export function testContent(options: Partial<ContentStoreOptions> = {}): TestContent {
  const folder = mkdtempSync(join(tmpdir(), 'dw-content-'))
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  return contentIn(folder, options)
}

function contentIn(folder: string, options: Partial<ContentStoreOptions>): TestContent {
  const said: string[] = []
  const [partnersDir, contentBackupDir] = [join(folder, 'partners'), join(folder, 'copies')]
  const store = createContentStore({
    partnersDir,
    contentBackupDir,
    account: { url: '', tokens: new Map() },
    log: {
      info: sentence => said.push(`info: ${sentence}`),
      warn: sentence => said.push(`warn: ${sentence}`),
    },
    ...options,
  })
  closeAfterFile(() => store.close())
  return {
    store,
    said,
    partnersDir,
    contentBackupDir,
    write(slug, kind, content) {
      const dir = join(partnersDir, slug, 'content')
      mkdirSync(dir, { recursive: true })
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      writeFileSync(join(dir, `${kind}.json`), text)
    },
    again: (changes = {}) => contentIn(folder, { ...options, ...changes }),
  }
}
