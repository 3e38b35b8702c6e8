import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { protectDataDir, readOrCreateSecrets, refuseFilesOfOthers } from './data-folder.ts'

/** Below a file, which refuses every account. */
function unwritableFolder(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'dw-folder-')), 'file')
  writeFileSync(file, '')
  return join(file, 'data')
}

test('a folder that cannot be written -> what the system said, and what to do', () => {
  const folder = unwritableFolder()
  const says =
    /^The data folder .*data cannot be read and written \(ENOTDIR.*\)\. Give it, with all that is in it, to the account/
  expect(() => protectDataDir(folder)).toThrow(says)
  expect(() => readOrCreateSecrets(folder, ['app'])).toThrow(says)
})

test('a folder that the system cannot make -> refused, not waited for', () => {
  expect(() => protectDataDir('/proc/dineward/data')).toThrow(
    /^The data folder \/proc\/dineward\/data cannot be read and written \(/,
  )
})

/** As an account that is not root: what belongs to root is another user's. @returns what it says. */
function asAnotherUser(name: string, folder: string): string {
  const program = `
    const { ${name}: work } = await import(${JSON.stringify(new URL('data-folder.ts', import.meta.url).href)})
    if (process.getuid() === 0) {
      process.setgroups([])
      process.setgid(65534)
      process.setuid(65534)
    }
    try {
      work(${JSON.stringify(folder)})
    } catch (error) {
      console.log(error.message)
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

const refused = (folder: string) =>
  new RegExp(
    `^The data folder ${folder} cannot be read and written \\(E(?:ACCES|PERM|ROFS).*Give it, with all`,
  )

test('a data folder of another user -> refused in words', () => {
  expect(asAnotherUser('protectDataDir', '/usr')).toMatch(refused('/usr'))
})

test('a file of another user in the folder of the embedded database -> refused in words, with its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dw-others-'))
  mkdirSync(join(folder, 'base'))
  const file = join(folder, 'base/1')
  writeFileSync(file, '')
  // A folder that everyone may use, with a file that root only may: without root, one that nobody may.
  for (const [path, mode] of [
    [folder, 0o777],
    [join(folder, 'base'), 0o777],
    [file, 0o666],
  ] as const)
    chmodSync(path, mode)
  expect(asAnotherUser('refuseFilesOfOthers', folder)).toBe('')
  chmodSync(file, 0o400)
  expect(asAnotherUser('refuseFilesOfOthers', folder)).toMatch(refused(folder))
  expect(asAnotherUser('refuseFilesOfOthers', folder)).toContain(file)
  expect(() => refuseFilesOfOthers(join(folder, 'none'))).toThrow('ENOENT')
  rmSync(folder, { recursive: true })
})
