import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addRelease, changesetFiles, notesOf, parseChangeset } from './changelog.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('a release', () => {
  const changelog = '# Changelog\n\nAbout it.\n\n## 0.9.0 (2026-11-27)\n\nThe first.\n'
  const changesets = [
    parseChangeset("---\n'@dineward/core': minor\n---\n\nOffers end\nat midnight.\n"),
    parseChangeset("---\n'@dineward/core': patch\n'@dineward/web': patch\n---\n\nThe map opens again.\n"),
  ]
  const next = addRelease(changelog, { version: '0.10.0', day: '2027-01-05', changesets })

  test('stands above those before it, its fixes below its changes', () => {
    expect(next).toBe(
      '# Changelog\n\nAbout it.\n\n## 0.10.0 (2027-01-05)\n\n### Changes\n\n- Offers end\n  at midnight.\n\n### Fixes\n\n- The map opens again.\n\n## 0.9.0 (2026-11-27)\n\nThe first.\n',
    )
  })
  test('its notes are its section without the heading', () => {
    expect(notesOf(next, '0.9.0')).toBe('The first.')
    expect(notesOf(next, '0.10.0')).toMatch(/^### Changes\n(?:.|\n)*again\.$/)
  })
  test('a version without a section has no notes', () => {
    expect(() => notesOf(next, '0.1')).toThrow('CHANGELOG.md has no section "## 0.1".')
  })
})

describe('this version', () => {
  const { version, workspaces } = JSON.parse(read('package.json')) as {
    version: string
    workspaces: string[]
  }
  test('has notes', () => {
    expect(notesOf(read('CHANGELOG.md'), version)).not.toBe('')
  })
  test.each(workspaces)('%s has it', workspace => {
    expect(JSON.parse(read(`${workspace}/package.json`)).version).toBe(version)
  })
  test('every changeset says something', () => {
    expect(changesetFiles(root).filter(file => parseChangeset(read(file)).text === '')).toEqual([])
  })
})
