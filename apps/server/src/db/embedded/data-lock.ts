import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database does not lock its folder. The start time distinguishes a reused process id. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) })
  const own = join(dataDir, `lock.${process.pid}`)
  writeFileSync(own, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (linked(own, file)) return () => rmSync(file, { force: true })
      const owner = lockOwner(dataDir) ?? takeAway(file, `${own}.stale`)
      if (owner !== null) throw new DataDirInUse(dataDir, owner)
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new DataDirInUse(dataDir, null)
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

/** Remove a stale lock. If another process has locked the folder meanwhile, restore its lock and return its owner. */
function takeAway(file: string, stale: string): number | null {
  try {
    renameSync(file, stale)
  } catch {
    return null
  }
  const owner = ownerIn(stale)
  if (owner !== null) linked(stale, file)
  rmSync(stale, { force: true })
  return owner
}

export function lockOwner(dataDir: string): number | null {
  return ownerIn(join(dataDir, 'lock'))
}

function ownerIn(file: string): number | null {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const { pid, startedAt } = parseLock(content)
  return pid !== null && processStart(pid) === startedAt ? pid : null
}

export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number | null) {
    super(
      `The data folder ${dataDir} is in use by another process${pid === null ? '' : ` (process ${pid})`}. ` +
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
