import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Photos are JPEG files named by the SHA-256 of their content. */
export interface PhotoStore {
  read(hash: string): Promise<Buffer | null>
  write(hash: string, file: Buffer): Promise<void>
  delete(hash: string): Promise<void>
}

export function diskPhotoStore(folder: string): PhotoStore {
  const files = fileFolder(folder)
  return {
    read: hash => files.read(`${hash}.jpg`),
    write: (hash, file) => files.write(`${hash}.jpg`, file),
    delete: hash => files.delete(`${hash}.jpg`),
  }
}

export interface FileFolder {
  read(name: string): Promise<Buffer | null>
  write(name: string, content: Buffer): Promise<void>
  delete(name: string): Promise<void>
  /** It is for a cache: what cannot be removed stays. */
  deleteMatching(matches: (name: string) => boolean): Promise<void>
}

/**
 * Writes are atomic: a file is written under another name, then moved. The first write removes drafts of killed
 * processes.
 */
export function fileFolder(folder: string): FileFolder {
  let cleared: Promise<void> | null = null
  return {
    read: name => readFile(join(folder, name)).catch(() => null),
    async write(name, content) {
      cleared ??= removeFiles(folder, name => name.endsWith('.draft'))
      await cleared
      const draft = join(folder, `${name}.${randomBytes(6).toString('hex')}.draft`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, content)
        await rename(draft, join(folder, name))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
    },
    delete: name => rm(join(folder, name), { force: true }),
    deleteMatching: matches => removeFiles(folder, matches),
  }
}

async function removeFiles(folder: string, matches: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.allSettled(names.filter(matches).map(name => rm(join(folder, name), { force: true })))
}
