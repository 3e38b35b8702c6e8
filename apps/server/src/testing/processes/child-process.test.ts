import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closedEnvironment } from './child-process.ts'

test("a program under test: the developer's SMTP_URL, DATABASE_URL and PGPORT -> does not get them", () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const foreign = { SMTP_URL: 'smtp://mail.example', DATABASE_URL: 'postgres://db/x', PGPORT: '5433' }
  for (const [name, value] of Object.entries(foreign)) vi.stubEnv(name, value)
  expect(closedEnvironment({ PORT: '4000' })).toMatchObject({ PORT: '4000', PATH: process.env.PATH })
  for (const name of Object.keys(foreign)) expect(closedEnvironment({})).not.toHaveProperty(name)
})

test('journeys, benchmarks and tests: no program gets the whole environment', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const files = globSync(['e2e/**/*.ts', 'bench/**/*.ts', 'apps/*/src/**/*test.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(300)
  const open = files.filter(file =>
    /env:\s*process\.env\b|\.{3}process\.env\b(?!, DEBIAN)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(open).toEqual([])
})
