import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageParams } from '@dineward/core/pages/page-params.ts'
import { expect, test } from 'vitest'
import { sources } from '../scripts/read-imports.ts'

const root = join(import.meta.dirname, '..')

test('query parameters that pages read are part of the page cache’s key', () => {
  const reads =
    /(?:[pP]arams(?:\([^)]*\))?(?:\[0\])?|address|query|URLSearchParams\([^)]*\))\.(?:get|has|getAll)\('(\w+)'\)/g
  const files = sources.filter(
    file => file.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/testing\/|-for-test\.ts$/.test(file),
  )
  const unknown = files.flatMap(file => {
    const names = [...readFileSync(join(root, file), 'utf8').matchAll(reads)].map(([, name = '']) => name)
    return names.filter(name => !pageParams.has(name)).map(name => `${file}: ${name}`)
  })
  expect(unknown, 'add them to packages/core/src/pages/page-params.ts').toEqual([])
})
