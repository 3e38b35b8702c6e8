import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newServerDatabase } from '../../testing/databases/server-database.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { startProgram } from '../../testing/processes/child-process.ts'
import { createTestApp, type TestApp, testSecrets } from '../../testing/test-app.ts'
import { createEndpoint } from './endpoints.service.ts'
import { recordEvents } from './record-events.service.ts'
import { endpointContext, newReceiver } from './webhooks-for-test.ts'

const kills = 3

test(
  `a process that sends is killed ${kills} times while events go out -> each arrives, with one id`,
  longTest,
  async () => {
    const app = await createTestApp()
    const server = await newServerDatabase()
    const { db } = await server.open()
    const seat = { ...app, database: { db }, clock: { now: () => new Date() } } as unknown as TestApp
    const partner = app.newPartner()
    const member = await newMember(seat, partner)
    const ctx = { ...endpointContext(app, partner), db, clock: { now: () => new Date() } }
    const receiver = await newReceiver((_, response) => void setTimeout(() => response.end(), 20))
    await createEndpoint(ctx, { url: receiver.url })
    const start = () => {
      const folder = mkdtempSync(join(tmpdir(), 'dw-sender-'))
      const env = { DATABASE_URL: server.databaseUrl, APP_SECRET: testSecrets.app, LEASE_MS: '1500' }
      const program = join(import.meta.dirname, 'sender-process-for-test.ts')
      return startProgram(process.execPath, [program], { folder, env })
    }
    const happen = () =>
      db
        .transaction()
        .execute(async trx =>
          recordEvents({ ...ctx, db: trx }, [{ type: 'member.updated', id: member.id, memberId: member.id }]),
        )

    let sender = start()
    const arrived = () => new Set(receiver.received.map(({ event }) => event.sequence)).size
    for (let kill = 0, sent = 0; kill < kills; kill++) {
      for (let n = 0; n < 60; n++) await happen()
      sent += 60
      // In the midst of them.
      const before = arrived()
      await expect
        .poll(arrived, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(Math.min(before + 5, sent - 1))
      await sleep(kill * 7)
      sender.process.kill('SIGKILL')
      await sender.ended
      sender = start()
      expect(sent).toBeGreaterThan(0)
    }
    await expect.poll(arrived, { timeout: 60_000 }).toBe(kills * 60)
    const ids = Map.groupBy(receiver.received, ({ event }) => event.sequence)
    expect([...ids.values()].every(same => new Set(same.map(({ event }) => event.id)).size === 1)).toBe(true)
  },
)
