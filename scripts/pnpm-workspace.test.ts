import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('pnpm finds every workspace here, never in a registry', () => {
  const { workspaces } = JSON.parse(read('package.json'))
  const { packages, overrides } = parse(read('pnpm-workspace.yaml'))
  expect(packages).toEqual(workspaces)
  for (const workspace of workspaces) {
    const { name } = JSON.parse(read(`${workspace}/package.json`))
    expect([name, overrides[name]]).toEqual([name, 'workspace:*'])
  }
})
