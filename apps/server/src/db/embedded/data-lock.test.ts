import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir, lockOwner } from './data-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dw-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the lock on the data folder', () => {
  test('is held by this process until it is let go', () => {
    const unlock = lockDataDir(folder)
    expect(lockOwner(folder)).toBe(process.pid)
    unlock()
    expect(lockOwner(folder)).toBeNull()
  })

  test('a second process is refused in words that say what to do', () => {
    lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow(
      new RegExp(`in use by another process \\(process ${process.pid}\\)[^]*set DATA_DIR[^]*DATABASE_URL`),
    )
  })

  test('a process that is gone does not hold it', () => {
    const { pid } = spawnSync('true')
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, startedAt: '1' }))
    lockDataDir(folder)
    expect(lockOwner(folder)).toBe(process.pid)
  })

  test('a process id that was given to another program does not hold it', () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
    expect(lockOwner(folder)).toBeNull()
  })

  test('of many processes that find an abandoned one at the same moment, one gets it', async () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, startedAt: 'long ago' }))
    const program = `
      import { lockDataDir } from '${new URL('./data-lock.ts', import.meta.url)}'
      const startAt = Number(process.argv[1])
      while (Date.now() < startAt) {}
      try { lockDataDir('${folder}'); console.log('has it') } catch (error) { console.log(error.name) }
      await new Promise(resolve => setTimeout(resolve, 1_500))
    `
    const startAt = String(Date.now() + 1_500)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, startAt])
        return (await run).stdout.trim()
      }),
    )
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('DataDirInUse'), 'has it'])
  })

  test('a lock file cut short by a crash does not hold it', () => {
    writeFileSync(join(folder, 'lock'), '{"pid":')
    expect(() => lockDataDir(folder)).not.toThrow()
  })
})
