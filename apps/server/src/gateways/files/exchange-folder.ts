import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { exchangeFolders } from '@dineward/core/console-system/files.contract.ts'
import type { LineProblem } from '@dineward/core/settlement/accrual-answer.rules.ts'

export type ExchangeFolder = (typeof exchangeFolders)[number]

export interface ExchangeFileDetails {
  readonly folder: ExchangeFolder
  readonly name: string
  readonly bytes: number
  readonly changedAt: Date
}

/** @returns `{folder}/{slug}/{name}`, which exists then. */
export async function exchangeFolder(folder: string, slug: string, name: ExchangeFolder): Promise<string> {
  const path = join(folder, slug, name)
  await mkdir(path, { recursive: true })
  return path
}

/** The file is whole or not there at all, and is still there after a power cut. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await using file = await open(draft, 'wx')
    await file.writeFile(content)
    await file.sync()
    await rename(draft, path)
    await using parent = await open(parse(path).dir)
    await parent.sync()
  } finally {
    await rm(draft, { force: true })
  }
}

/** Files go by the time of their last change, then by name; drafts and hidden files are left out. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await filesIn(folder)).map(({ name }) => name)
}

/** It lists all folders of a partner, the newest first. @param limit of each folder */
export async function listExchange(
  folder: string,
  slug: string,
  limit: number,
): Promise<ExchangeFileDetails[]> {
  const found = await Promise.all(
    exchangeFolders.map(async name => {
      const files = await filesIn(join(folder, slug, name)).catch(absent)
      return files.slice(-limit).map(({ name: file, stats }) => ({
        folder: name,
        name: file,
        bytes: stats.size,
        changedAt: stats.mtime,
      }))
    }),
  )
  return found.flat().toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
}

/** @returns null where there is no such file. */
export async function readExchangeFile(
  folder: string,
  { slug, name, file }: { slug: string; name: ExchangeFolder; file: string },
): Promise<string | null> {
  const place = join(folder, slug, name)
  const isListed = (await filesIn(place).catch(absent)).some(one => one.name === file)
  return isListed ? readFile(join(place, file), 'utf8') : null
}

function absent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function filesIn(folder: string): Promise<{ name: string; stats: Stats }[]> {
  const names = await readdir(folder)
  const files = await Promise.all(
    names
      .filter(name => !name.startsWith('.') && !/\.(part|tmp)$/.test(name))
      .map(async name => ({ name, stats: await stat(join(folder, name)).catch(() => null) })),
  )
  return files
    .flatMap(({ name, stats }) => (stats?.isFile() ? [{ name, stats }] : []))
    .sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs || (a.name < b.name ? -1 : 1))
}

/**
 * It never overwrites another file: one of the same name gets a number. @returns its new name; null when another
 * process moved it.
 */
export async function moveFile(path: string, folder: string): Promise<string | null> {
  const { dir, base, name, ext } = parse(path)
  const claimed = join(dir, `.${base}.${randomBytes(6).toString('hex')}`)
  const isClaimed = await rename(path, claimed).then(() => true, refusedWith('ENOENT'))
  if (!isClaimed) return null
  for (let count = 1; ; count++) {
    const moved = `${name}${count === 1 ? '' : `-${count}`}${ext}`
    const isMoved = await link(claimed, join(folder, moved)).then(() => true, refusedWith('EEXIST'))
    if (!isMoved) continue
    await rm(claimed)
    return moved
  }
}

const refusedWith = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === code) return false
  throw error
}

export const errorsText = (problems: readonly LineProblem[]): string =>
  problems.map(({ line, problem }) => `line ${line}: ${problem}\n`).join('')
