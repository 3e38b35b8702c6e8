import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leadsSomewhere, linksOf } from '../scripts/document-links.ts'

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test.each(documents)('%s: its links lead to files and headings that are there', document => {
  expect(linksOf(document).filter(link => !leadsSomewhere(document, link))).toEqual([])
})

test('a link to a file or a heading that is not there -> found', () => {
  const links = [
    'docs/operating.md#deploy',
    'docs',
    '#architecture',
    'docs/none.md',
    'docs/operating.md#none',
  ]
  expect(links.filter(link => !leadsSomewhere('ARCHITECTURE.md', link))).toEqual([
    'docs/none.md',
    'docs/operating.md#none',
  ])
})
