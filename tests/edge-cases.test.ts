import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '../scripts/read-imports.ts'
import config from '../vitest.config.ts'

/* Each edge case of rewards, 1 to 25, has tests with "edge case N" in their names, which run on both databases. */

const root = join(import.meta.dirname, '..')
const named = sources
  .filter(path => path.endsWith('.test.ts') && !path.startsWith('e2e/'))
  .map(path => {
    const names = readFileSync(join(root, path), 'utf8').matchAll(/edge cases? (\d+)(?: and (\d+))?/g)
    return { path, numbers: [...names].flatMap(([, one, other]) => [one, other]).map(Number) }
  })
  .filter(({ numbers }) => numbers.length > 0)

function runsIn(project: string, path: string): boolean {
  const settings = config.test!.projects!.flatMap(each =>
    typeof each === 'object' && 'test' in each ? [each.test!] : [],
  )
  const { include, exclude } = settings.find(({ name }) => name === project)!
  const isIn = (patterns: readonly string[] = []) => patterns.some(pattern => matchesGlob(path, pattern))
  return isIn(include) && !isIn(exclude)
}

test('edge cases 1 to 25: each has a test that runs on both databases', () => {
  const onBoth = named.filter(({ path }) => runsIn('postgres', path) && runsIn('embedded', path))
  const tested = new Set(onBoth.flatMap(({ numbers }) => numbers))
  expect(Array.from({ length: 25 }, (_, n) => n + 1).filter(number => !tested.has(number))).toEqual([])
})

test('tests of edge cases: run on both databases, unless they need none', () => {
  const onBoth = ({ path }: { path: string }) => runsIn('postgres', path) === runsIn('embedded', path)
  expect(named.filter(file => !onBoth(file)).map(({ path }) => path)).toEqual([])
})
