import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '../scripts/read-imports.ts'

/* Each entry of `docs/spec/account.md` that a member can see has a test with its name: "account §4 Card deletion". */

const root = join(import.meta.dirname, '..')
const spec = readFileSync(join(root, 'docs/spec/account.md'), 'utf8')
const entries = spec.split(/^## (?=\d\.)/m).flatMap(section => {
  const names = section.matchAll(/^- \*\*(.+?)\*\*: /gm)
  return ['2', '4', '5', '8', '9'].includes(section[0]!)
    ? [...names].map(([, name]) => `account §${section[0]} ${name}`)
    : []
})

const cited = sources
  .filter(path => /\.(test|spec)\.tsx?$/.test(path))
  .flatMap(path =>
    Array.from(
      readFileSync(join(root, path), 'utf8').matchAll(/account §\d [A-Z][\w -]*(?=[:,'])/g),
      ([citation]) => citation,
    ),
  )

test('account area: every entry of the specification has a test', () => {
  expect(entries.length).toBeGreaterThan(60)
  expect(entries.filter(entry => !cited.includes(entry))).toEqual([])
})

test('account area: tests name entries that exist', () => {
  expect([...new Set(cited)].filter(citation => !entries.includes(citation))).toEqual([])
})
