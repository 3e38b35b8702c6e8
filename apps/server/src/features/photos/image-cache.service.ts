import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileCache {
  read(name: string): Promise<Buffer | null>
  /** Never fails: what cannot be kept is made again. */
  write(name: string, content: Buffer): Promise<void>
}

/**
 * Files in one folder, each there whole or not at all: written beside its place and moved into it. What a process that
 * was killed left half-written is cleared away first; a draft of another process that lives is only made again.
 */
export function fileCache(folder: string): FileCache {
  const cleared = clearDrafts(folder)
  return {
    read: name => readFile(join(folder, name)).catch(() => null),
    async write(name, content) {
      await cleared
      const draft = join(folder, `${name}.${randomBytes(6).toString('hex')}.draft`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, content)
        await rename(draft, join(folder, name))
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
  }
}

async function clearDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const drafts = names.filter(name => name.endsWith('.draft'))
  await Promise.allSettled(drafts.map(name => rm(join(folder, name), { force: true })))
}
