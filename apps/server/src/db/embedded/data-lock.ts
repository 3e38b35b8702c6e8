import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database does not lock its folder. The start time distinguishes a reused process id. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'lock')
  const own = join(dataDir, `lock.${process.pid}`)
  writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) }))
  try {
    const owner = take(file, own)
    if (owner !== null) throw new DataDirInUse(dataDir, owner)
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(file, { force: true })
}

/**
 * An abandoned lock is replaced only by the process that holds the lock named after its content: without it, two
 * processes that find it abandoned would each replace the other's lock. A process that ends in between abandons that
 * lock too, and the next one replaces it in the same way.
 * @returns the id of the process that holds the lock, null when it is this one now.
 */
function take(file: string, own: string): number | null {
  if (linked(own, file)) return null
  const content = contentOf(file)
  if (content === null) return take(file, own)
  const owner = ownerIn(content)
  if (owner !== null) return owner
  const replacing = `${file}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
  const replacedBy = take(replacing, own)
  if (replacedBy !== null) return replacedBy
  try {
    if (contentOf(file) !== content) return take(file, own)
    copyFileSync(own, `${own}.new`)
    renameSync(`${own}.new`, file)
    return null
  } finally {
    rmSync(replacing, { force: true })
  }
}

/** Create the lock whole or not at all, so that no reader sees half of it. @returns false where one exists. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function lockOwner(dataDir: string): number | null {
  const content = contentOf(join(dataDir, 'lock'))
  return content === null ? null : ownerIn(content)
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function ownerIn(content: string): number | null {
  const { pid, startedAt } = parseLock(content)
  return pid !== null && processStart(pid) === startedAt ? pid : null
}

export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another process (process ${pid}). ` +
        'Stop that one first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server that several processes can share.',
    )
    this.name = 'DataDirInUse'
  }
}

function parseLock(content: string): { pid: number | null; startedAt: string } {
  try {
    const { pid, startedAt } = JSON.parse(content) as { pid: number; startedAt: string }
    return { pid, startedAt }
  } catch {
    return { pid: null, startedAt: '' }
  }
}

/** "alive" where the system does not say; "" for a process that has ended. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive'
  } catch {
    if (process.platform === 'linux') return ''
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch {
    return ''
  }
}
