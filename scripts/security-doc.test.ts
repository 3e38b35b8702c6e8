import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Variable } from '../apps/server/src/env-values.ts'
import { variables } from '../apps/server/src/env-variables.ts'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n')
const rows = lines.flatMap(line => {
  const [, number, answer] = /^\| ([679]\.\d\.\d+) \| [12] \| [^|]+ \| (.+) \|$/.exec(line) ?? []
  return number && answer ? [{ number, answer }] : []
})

/** OWASP ASVS 5.0.0, levels 1 and 2: how many of each section. */
const sections: Readonly<Record<string, number>> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '9.1': 3, '9.2': 4 },
}

describe('docs/security.md', () => {
  test('every requirement of V6, V7 and V9 is answered once', () => {
    const expected = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    )
    expect(rows.map(({ number }) => number)).toEqual(expected)
  })

  test.each(rows)('$number: a test that is there, or a reason', ({ answer }) => {
    const tests = [...answer.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g)]
    if (tests.length === 0) expect(answer).toMatch(/^(documented|not applicable|not met|not yet)/)
    for (const [, file, name] of tests) expect(readFileSync(join(root, file!), 'utf8')).toContain(name!)
  })
})

describe('the inventory of secrets', () => {
  const table: Readonly<Record<string, Variable>> = variables
  const listed = lines.flatMap(line => {
    const [, name, readers, replaced] =
      /^\| `([A-Z_]+)` \| [^|]+ \| ([a-z, ]+) \| ([^|]+) \| [^|]+ \|$/.exec(line) ?? []
    return name ? [{ name, readers: readers!.split(', '), replaced: replaced! }] : []
  })

  test('has every secret that the product reads, once, with the processes that read it', () => {
    const secrets = Object.entries(table).flatMap(([name, { secret }]) =>
      secret ? [[name, [...secret]] as const] : [],
    )
    expect(Object.fromEntries(listed.map(({ name, readers }) => [name, readers]))).toEqual(
      Object.fromEntries(secrets),
    )
    expect(listed).toHaveLength(secrets.length)
  })

  test.each(listed.filter(({ replaced }) => replaced.startsWith('three rounds')))(
    '$name: replaced in three rounds -> may be several',
    ({ name }) => expect(table[name]?.several).toBe(true),
  )
})
