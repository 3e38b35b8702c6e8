import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findEventByKey, insertEvents, updateEvents } from '../features/card-events/inbox.repository.ts'
import { selectJournalEntries } from '../features/exports/journal.read.ts'
import { selectPostedBalances } from '../features/ledger/ledger.repository.ts'
import { postEntries, rewardEntries } from '../features/ledger/ledger.service.ts'
import { selectPostedRows } from '../features/reports/postings.read.ts'
import { selectAuditEntries } from '../features/staff/audit-log.repository.ts'
import { newMember } from '../testing/factories.ts'
import { createTestApp } from '../testing/test-app.ts'
import { tryInTransaction } from './in-transaction.ts'
import { makeMonths } from './months.ts'
import type { Db } from './open-database.ts'

/* What most work goes through reads the partition of its month, however many there are. */

const app = await createTestApp()
const { db } = app.database
const partner = app.newPartner()
const partnerId = partner.slug
const [from, at, until] = ['01', '15', '31'].map(day => new Date(`2062-05-${day}T00:00:00Z`)) as [
  Date,
  Date,
  Date,
]
const [dine, dedupeKey] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  for (const month of [1, 4, 7]) await makeMonths(db, new Date(Date.UTC(2062, month)))
  const { id } = await newMember(app, partner)
  // Each is taken back, as there is no such dine.
  for (const [n, postedAt] of [new Date('2062-03-15'), at].entries())
    for (const units of [5, -5])
      await postEntries(db, {
        partnerId,
        idempotencyKey: `${dine}:${n}:${units}`,
        kind: 'dine_reward',
        correlationId: `${dine}-${n}`,
        reasonCode: 'dine_cleared',
        postedAt,
        entries: rewardEntries(id, units),
      })
  const event = { provider: 'fidel', event: 'e', body: '{}', status: 'refused', receivedAt: at } as const
  await insertEvents(db, [{ ...event, dedupeKey }])
})

/** The plans are those of tables with many rows: an index is asked for each row. */
async function monthsRead(work: (trx: Db) => Promise<unknown>): Promise<string[]> {
  return tryInTransaction(db, async trx => {
    await sql`set local enable_hashjoin = off`.execute(trx)
    await sql`set local enable_mergejoin = off`.execute(trx)
    const before = await scansOf(trx)
    await work(trx)
    const after = await scansOf(trx)
    return [...after].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : [])).sort()
  })
}

/** Those that are not in the statistics yet, of each month on this connection. */
async function scansOf(trx: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
    where schemaname = 'months'`.execute(trx)
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

const posting = (key: string) => ({
  partnerId,
  idempotencyKey: key,
  kind: 'manual' as const,
  correlationId: key,
  reasonCode: 'goodwill',
  postedAt: at,
  entries: rewardEntries('m', 5),
})
const allPostings = {
  partnerId,
  from,
  until,
  month: null,
  isNow: false,
  after: null,
  limit: 10,
}

test.each<[string, (trx: Db) => Promise<unknown>, string[]]>([
  ['a posting', trx => postEntries(trx, posting(randomUUID())), []],
  [
    'what was posted for a dine',
    trx => selectPostedBalances(trx, [{ partnerId, correlationId: `${dine}-1`, part: 'base' }]),
    ['ledger_entries_2062_05'],
  ],
  ['an event by its key', trx => findEventByKey(trx, dedupeKey), ['card_events_2062_05']],
  [
    'an event that was decided',
    async trx => {
      const event = (await findEventByKey(trx, dedupeKey))!
      await updateEvents(trx, [{ event, change: { status: 'parked' } }], at)
    },
    ['card_events_2062_05'],
  ],
  [
    'the journal of a month',
    trx => selectJournalEntries(trx, { partnerId, from, until, timeZone: 'UTC' }),
    ['ledger_entries_2062_05'],
  ],
  ['the postings of a month', trx => selectPostedRows(trx, allPostings as never), ['ledger_entries_2062_05']],
  [
    'the audit log of a month',
    trx => selectAuditEntries(trx, { partnerIds: null, from, to: until, limit: 10 }),
    ['audit_log_2062_05'],
  ],
])('%s -> the partition of its month', async (_what, work, expected) => {
  expect(await monthsRead(work)).toEqual(expected)
})

test('an event of a card that was reported long ago -> every month, by an index', async () => {
  const read = await monthsRead(trx =>
    trx.selectFrom('cardEvents').select('id').where('transactionId', '=', dine).execute(),
  )
  expect(read).toEqual(expect.arrayContaining(['card_events_2062_05', 'card_events_rest']))
})
