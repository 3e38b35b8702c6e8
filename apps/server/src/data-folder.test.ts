import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { protectDataDir, readOrCreateSecrets } from './data-folder.ts'

/** Below a file, which refuses every account. */
function unwritableFolder(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'dw-folder-')), 'file')
  writeFileSync(file, '')
  return join(file, 'data')
}

test('a folder that cannot be written -> what the system said, and what to do', () => {
  const folder = unwritableFolder()
  const says = /^The data folder .*data cannot be read and written \(ENOTDIR.*\)\. Give it to the account/
  expect(() => protectDataDir(folder)).toThrow(says)
  expect(() => readOrCreateSecrets(folder, ['csrf'])).toThrow(says)
})
