import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultCopy } from '@dineward/core/partner/default-copy.ts'
import { expect, test } from 'vitest'
import { sources } from '../scripts/read-imports.ts'

const root = join(import.meta.dirname, '..')
const tests = /\.test\.tsx?$|\/testing\/|-for-test\.ts$/

test('copy: every key is used', () => {
  const code = sources.filter(
    file => !tests.test(file) && !file.startsWith('packages/core/src/partner/copy/'),
  )
  const text = code.map(file => readFileSync(join(root, file), 'utf8')).join('\n')
  const literals = new Set(text.match(/(?<=['"`])[a-zA-Z][\w-]*(\.[\w-]+)*(?=['"`])/g))
  // `activity.status.${status}`, or a prefix that a suffix is added to.
  const prefixes = [...text.matchAll(/['"`]([a-zA-Z][\w.-]*\.)\$\{/g)].map(([, prefix]) => prefix!)
  const isUsed = (key: string) =>
    literals.has(key) ||
    prefixes.some(prefix => key.startsWith(prefix)) ||
    literals.has(key.slice(0, key.lastIndexOf('.')))
  const unused = Object.keys(defaultCopy).filter(key => !isUsed(key))
  expect(unused).toEqual([])
})
