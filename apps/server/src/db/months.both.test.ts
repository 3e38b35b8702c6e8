import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkMonths } from '../doctor/work-checks.ts'
import { insertEvents, type NewEvent } from '../features/card-events/inbox.repository.ts'
import { postEntries, rewardEntries } from '../features/ledger/ledger.service.ts'
import { ledgerProblemsOf } from '../features/ledger/ledger-for-test.ts'
import { asOwner } from '../testing/databases/owner-database.ts'
import { newMember } from '../testing/factories.ts'
import { createTestApp } from '../testing/test-app.ts'
import { makeMonth, makeMonths, monthsOf, waitingRows } from './months.ts'
import type { Db } from './open-database.ts'

const app = await createTestApp()
const { db } = app.database
const partner = app.newPartner()
/** Other tests do not come to this year. */
const later = (month: number, day: number) => new Date(Date.UTC(2061, month - 1, day))

const newEvent = (receivedAt: Date, dedupeKey = randomUUID()): NewEvent => ({
  provider: 'fidel',
  event: 'transaction.clearing',
  dedupeKey,
  body: '{}',
  receivedAt,
  status: 'refused',
  reasonCode: 'bad_body',
})
const waiting = async (table: string) =>
  (await waitingRows(db)).filter(row => row.table === table && row.month > '2060')
const stored = async (keys: readonly string[]) =>
  (await db.selectFrom('cardEvents').select('dedupeKey').where('dedupeKey', 'in', keys).execute()).length

test('rows of a month without a partition: kept and named, then moved with the books as they were', async () => {
  const { id } = await newMember(app, partner)
  const key = randomUUID()
  const posting = {
    partnerId: partner.slug,
    idempotencyKey: key,
    kind: 'manual',
    correlationId: key,
    reasonCode: 'goodwill',
    postedAt: later(2, 3),
    entries: rewardEntries(id, 500),
  } as const
  await postEntries(db, posting)
  expect(await waiting('ledger_entries')).toEqual([{ table: 'ledger_entries', month: '2061-02-01', rows: 2 }])
  expect(await checkMonths(db, later(2, 4))).toMatchObject({
    ok: false,
    // Other files of this worker may have left rows of other months.
    says: expect.stringMatching(/\d of ledger_entries (in|from [\d-]+ to) 2061-02/),
  })

  expect(await makeMonths(db, later(2, 4))).toContain('ledger_entries 2061-02 (2 rows)')
  expect(await waiting('ledger_entries')).toEqual([])
  expect(await checkMonths(db, later(2, 4))).toMatchObject({ ok: true })
  expect(await monthsOf(db, 'ledger_entries')).toEqual(
    expect.arrayContaining(['2061-02-01', '2061-03-01', '2061-04-01']),
  )

  await postEntries(db, posting)
  const balance = db.selectFrom('memberBalances').select(['units', 'version']).where('memberId', '=', id)
  expect(await balance.execute()).toEqual([{ units: 500, version: 1 }])
  expect(await ledgerProblemsOf(db, partner.slug)).toEqual([])
  expect(await makeMonths(db, later(2, 4))).toBe('none')
})

test('an event whose key came in another month -> it is not stored again', async () => {
  const event = newEvent(later(1, 31))
  expect(await insertEvents(db, [event, event])).toBe(1)
  await makeMonth(db, 'card_events', '2061-01-01')
  expect(await insertEvents(db, [{ ...event, receivedAt: later(3, 1) }])).toBe(0)
  expect(await stored([event.dedupeKey])).toBe(1)
})

test('the partition is made while events keep coming, each twice -> each is stored once', async () => {
  const events = Array.from({ length: 120 }, (_, n) => newEvent(later(6, 1 + (n % 28))))
  const keys = events.map(({ dedupeKey }) => dedupeKey)
  await insertEvents(db, events.slice(0, 10))
  const receive = async (mine: readonly NewEvent[]) => {
    let isNew = 0
    for (const event of mine) isNew += await insertEvents(db, [event])
    return isNew
  }
  const [moved, ...counts] = await Promise.all([
    makeMonth(db, 'card_events', '2061-06-01'),
    receive(events),
    receive(events.toReversed()),
  ])
  expect(moved).toBeGreaterThanOrEqual(10)
  expect(counts[0] + counts[1]).toBe(events.length - 10)
  expect(await stored(keys)).toBe(events.length)
  expect((await waiting('card_events')).filter(({ month }) => month === '2061-06-01')).toEqual([])
})

const codeOf = (owner: Db, statement: string): Promise<unknown> =>
  sql
    .raw(statement)
    .execute(owner)
    .then(
      () => 'done',
      error => error.code,
    )

test('months of append-only tables -> no statement of anyone, and no way to drop them', async () => {
  const owner = await asOwner(app.database)
  await makeMonth(db, 'ledger_entries', '2061-09-01')
  const table = 'months.ledger_entries_2061_09'
  for (const statement of [`delete from ${table}`, `update ${table} set units = 1`, `truncate ${table}`])
    expect(await codeOf(owner, statement)).toBe('23001')
  expect(await codeOf(db, `select from ${table}`)).toBe(app.database.embedded ? 'done' : '42501')
  expect(await codeOf(db, `select drop_month('audit_log', '2061-02-01')`)).toBe('P0001')
  expect(await codeOf(db, `select make_month('members', '2061-02-01')`)).toBe('P0001')
})

test('an entry for a month that the program has closed -> refused', async () => {
  await db
    .insertInto('closedPeriods')
    .values({
      partnerId: partner.slug,
      month: '2060-12',
      untilAt: later(1, 1),
      closedAt: later(1, 6),
      closedBy: 'ada',
      closingUnits: 0,
      statement: '{}',
      hash: '',
    })
    .execute()
  const late = sql`
    with posting as (
      insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      values (${partner.slug}, 'late', '', 'manual', 'late', 'goodwill', ${later(1, 1).toISOString()}::timestamptz - interval '1 day')
      returning id, counts_at
    )
    insert into ledger_entries (partner_id, posting_id, account, units, counts_at)
    select ${partner.slug}, id, account, units, counts_at
    from posting cross join (values ('program_rewards', 5), ('partner_rewards', -5)) entry (account, units)`
  await expect(late.execute(db)).rejects.toThrow('a closed month takes no entries')
})
