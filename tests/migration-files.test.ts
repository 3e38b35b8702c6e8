import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'apps/server/src/db/migrations')

/**
 * Until version 1.0 the schema may change. From then on each migration is frozen, and stands in SHA256SUMS.
 * @returns a sentence for each that does not.
 */
function migrationProblems(
  version: string,
  files: ReadonlyMap<string, string>,
  checksums: string,
): readonly string[] {
  if (Number.parseInt(version, 10) < 1) return []
  const released = new Map(checksums.split('\n').map(line => line.split('  ').reverse() as [string, string]))
  return [...files].flatMap(([file, text]) => {
    const expected = released.get(file)
    if (!expected) return [`${file} is not listed: run sha256sum *.sql > SHA256SUMS in its folder`]
    return hash('sha256', text) === expected ? [] : [`${file} is released: write a new one`]
  })
}

describe('migrations', () => {
  test('released files are unchanged', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const names = readdirSync(folder).filter(file => file.endsWith('.sql'))
    const files = new Map(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]))
    const list = join(folder, 'SHA256SUMS')
    const checksums = existsSync(list) ? readFileSync(list, 'utf8') : ''
    expect(migrationProblems(version, files, checksums)).toEqual([])
    expect(names[0]).toBe('001-schema.sql')
  })

  const files = new Map([['001-schema.sql', 'select 1']])
  const asReleased = `${hash('sha256', 'select 1')}  001-schema.sql\n`
  const otherwise = `${hash('sha256', 'select 2')}  001-schema.sql\n`
  test.each([
    ['0.9.0', 'changed since it was listed', otherwise, []],
    ['0.9.0', 'not listed', '', []],
    ['1.0.0', 'as it was listed', asReleased, []],
    ['1.0.0', 'changed since it was listed', otherwise, ['001-schema.sql is released: write a new one']],
    ['2.3.1', 'not listed', '', [expect.stringContaining('001-schema.sql is not listed')]],
  ])('version %s, a file that is %s', (version, _what, checksums, problems) => {
    expect(migrationProblems(version, files, checksums)).toEqual(problems)
  })
})
