import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/open-database.ts'
import { newServerDatabase } from '../../testing/databases/server-database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import { countRowsRead, insertManyBalances } from '../ledger/many-balances-for-test.ts'
import { createLiveUpdates } from '../live-updates/live-updates.service.ts'
import { runPayouts } from './payouts.service.ts'

let app: TestApp
let server: Database
let partner: ReturnType<TestApp['newPartner']>

beforeAll(async () => {
  app = await createTestApp()
  server = await (await newServerDatabase()).open()
  partner = app.newPartner({ like: 'harbor', settings: { payout: { delivery: 'Email' } } })
  await insertManyBalances(server.db, {
    partnerId: partner.slug,
    members: 2_000,
    entriesEach: 10,
    units: 100,
  })
})

test('twenty thousand entries, no one payable -> payouts read none of them, and then pay who is', async () => {
  const services = {
    ...app.context(partner),
    partners: { ...app.partners, all: () => [partner] },
    actor: { kind: 'system', name: 'payouts' } as const,
  }
  const idle = await countRowsRead(server.db, db => runPayouts({ ...services, db }))
  expect(idle.all).toBeLessThanOrEqual(50)
  expect(idle.ofLedger).toBe(0)

  await postEntries(server.db, {
    partnerId: partner.slug,
    idempotencyKey: 'last',
    kind: 'manual',
    correlationId: 'last',
    reasonCode: 'goodwill',
    postedAt: app.clock.now(),
    entries: rewardEntries('m5', 1_000),
  })
  expect(await runPayouts({ ...services, db: server.db })).toMatchObject({ reserved: 1 })
})

test('a hundred open account pages with nothing new -> a poll reads no entries', async () => {
  const pages = await countRowsRead(server.db, async db => {
    const updates = createLiveUpdates({ db, clock: app.clock, log: app.app.log, pollMs: 3_600_000 })
    for (let n = 1; n <= 100; n++)
      updates.open({ partnerId: partner.slug, memberId: `m${n}`, sessionId: `s${n}` })
    await updates.look(null)
    updates.close()
  })
  expect(pages.ofLedger).toBe(0)
  expect(pages.all).toBeGreaterThan(100)
})
