import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBackupCommand } from '../cli/commands/backup-command.ts'
import { readEnv } from '../env/env.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { newMember } from '../testing/factories.ts'
import { createTestApp } from '../testing/test-app.ts'
import { newClient } from '../testing/test-client.ts'
import type { World } from '../world.ts'
import { manifestOf } from './backup-stage-for-test.ts'

test('in the running server: requests wait for the one connection and are answered, and the backup is whole', async () => {
  const app = await createTestApp()
  const partner = app.newPartner()
  await newMember(app, partner)
  const folder = mkdtempSync(join(tmpdir(), 'dw-backup-'))
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  const { database, clock } = app
  const world = { database, clock, env: readEnv({ DATA_DIR: join(folder, 'data') }) } as unknown as World
  const lines: string[] = []
  const caller = {
    cwd: folder,
    print: (line: string) => void lines.push(line),
    actor: { kind: 'system', name: 'ada' },
  } as const
  const client = newClient(app, partner)
  const [code, ...answers] = await Promise.all([
    writeBackupCommand(world, ['--to', 'backup'], caller),
    ...Array.from({ length: 5 }, () =>
      client.get('/api/v2/Merchants/Search?latitude=40.74&longitude=-73.99'),
    ),
  ])
  expect([code, ...answers.map(({ statusCode }) => statusCode)]).toEqual([0, 200, 200, 200, 200, 200])
  const { database: kind, tables } = manifestOf(join(folder, 'backup'))
  expect(kind.embedded).toBe(true)
  expect(tables.find(({ name }) => name === 'members')!.rows).toBeGreaterThan(0)
})
