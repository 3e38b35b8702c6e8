import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balanceOf, postEntries } from '../features/ledger/ledger.service.ts'
import { ledgerProblems } from '../features/ledger/ledger-checks.read.ts'
import type { EventName } from '../features/rewards/card-network-for-test.ts'
import { processInbox } from '../features/rewards/inbox.service.ts'
import { receiveFidelEvent } from '../features/rewards/receive-event.service.ts'
import { newServerDatabase } from '../testing/server-database.ts'
import { createTestApp } from '../testing/test-app.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import { insertOldBooks } from './old-books-for-test.ts'
import type { Db } from './open-database.ts'

const app = await createTestApp()
const server = await newServerDatabase()

/** Of the member, for each dine and payout. */
async function postedUnits(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; units: number }>`
    select posting.correlation_id as id, sum(entry.units)::int as units
    from ledger_postings posting join ledger_entries entry on entry.posting_id = posting.id
    where entry.account = 'member_rewards' group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, units }) => [id, units]))
}

test('books of the first builds -> the same balances under today’s checks, and later events go on from them', async () => {
  const { db } = await server.openEmpty()
  const files = [...(await readMigrationFiles())]
  await migrate(db, new Map(files.filter(([name]) => name < '008')))
  await insertOldBooks(db)
  const before = await postedUnits(db)
  expect(before).toEqual({ awarded: 127, parts: 90, partly: 60, refunded: 0, paid: 150, credit: -50 })

  await migrate(db)
  expect(await ledgerProblems(db)).toEqual([])
  // What waits for the partner was owed, and was not posted.
  expect(await postedUnits(db)).toEqual({ ...before, deferred: 180 })
  expect(await balanceOf(db, 'skyward', 'ada')).toBe(127 + 90 + 60 + 150 - 50 + 180)
  const posted = await postEntries(db, {
    partnerId: 'skyward',
    idempotencyKey: 'dine:awarded:1',
    kind: 'dine_reward',
    correlationId: 'awarded',
    reasonCode: 'dine_cleared',
    postedAt: app.clock.now(),
    entries: [
      { account: 'member_rewards', memberId: 'ada', units: 127 },
      { account: 'program_rewards', memberId: null, units: -127 },
    ],
  })
  expect(posted).toEqual({ posted: false })

  const services = { db, clock: app.clock, partners: app.partners }
  const report = async (event: EventName, fields: object) => {
    const body = {
      currency: 'USD',
      datetime: '2026-02-10T19:30:00',
      card: { metadata: { id: 'card' } },
      location: { metadata: { id: 'lumen' } },
      ...fields,
    }
    expect(await receiveFidelEvent(services, { event, body: Buffer.from(JSON.stringify(body)) })).toBeNull()
    await processInbox(services)
    expect(await ledgerProblems(db)).toEqual([])
  }
  await report('transaction.clearing', { id: 'awarded', amount: 42.5, updated: '2026-02-12T00:00:00.000Z' })
  expect(await postedUnits(db)).toMatchObject({ awarded: 127 })
  await report('transaction.refund', { id: 'back', amount: -10, originalTransactionId: 'awarded' })
  expect(await postedUnits(db)).toMatchObject({ ...before, deferred: 180, awarded: 97 })
})
