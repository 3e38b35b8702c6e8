import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  test('abandoned lock, six processes at the same moment -> one gets it', async () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, startedAt: 'long ago' }))
    const program = `
      import { once } from 'node:events'
      import { lockDataDir } from '${new URL('./data-lock.ts', import.meta.url)}'
      console.log('ready')
      await once(process.stdin, 'data')
      try { lockDataDir('${folder}'); console.log('has it') } catch (error) { console.log(error.name) }
      await once(process.stdin, 'end')
    `
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program]),
    )
    const nextLines = () =>
      Promise.all(children.map(async child => String((await once(child.stdout, 'data'))[0]).trim()))
    expect(await nextLines()).toEqual(Array(6).fill('ready'))
    const answered = nextLines()
    for (const child of children) child.stdin.write('go')
    const outcomes = await answered
    const exits = children.map(child => once(child, 'exit'))
    for (const child of children) child.stdin.end()
    await Promise.all(exits)
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('DataDirInUse'), 'has it'])
  })

  test('abandoned lock that another process replaces -> refused; that process ends as well -> this one gets it', () => {
    const abandoned = JSON.stringify({ pid: 1, startedAt: 'long ago' })
    writeFileSync(join(folder, 'lock'), abandoned)
    const replacing = `lock.${createHash('sha256').update(abandoned).digest('hex').slice(0, 16)}`
    const unlock = lockDataDir(join(folder, 'elsewhere'))
    copyFileSync(join(folder, 'elsewhere/lock'), join(folder, replacing))
    expect(() => lockDataDir(folder)).toThrow(`process ${process.pid}`)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(abandoned)
    unlock()
    writeFileSync(join(folder, replacing), JSON.stringify({ pid: 1, startedAt: 'not so long ago' }))
    lockDataDir(folder)
    expect(lockOwner(folder)).toBe(process.pid)
    expect(readdirSync(folder).toSorted()).toEqual(['elsewhere', 'lock'])
  })

  test('a lock file cut short by a crash does not hold it', () => {
    writeFileSync(join(folder, 'lock'), '{"pid":')
    expect(() => lockDataDir(folder)).not.toThrow()
  })
})
