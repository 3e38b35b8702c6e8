import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { dueEvents } from './inbox.repository.ts'

const app = await createTestApp()

test('the oldest that are due: no others are read, also where the table has no statistics', async () => {
  await app.database.db.transaction().execute(async trx => {
    // Statistics are never gathered of it.
    await sql`create temp table card_events (like public.card_events including all) on commit drop`.execute(
      trx,
    )
    await sql`
      insert into card_events (provider, event, dedupe_key, body, status, received_at)
      select 'fidel', 'transaction.clearing', n::text, '{}', case when n % 500 = 0 then 'received' else 'processed' end,
        timestamptz '2026-03-10' + make_interval(secs => n)
      from generate_series(1, 5000) as n`.execute(trx)
    const due = dueEvents(trx, app.clock.now(), 4)
    expect((await due.execute()).map(({ dedupeKey }) => dedupeKey)).toEqual(['500', '1000', '1500', '2000'])
    const plan = JSON.stringify(await due.explain('json'))
    expect(plan).not.toContain('Seq Scan')
    const [[, index] = [], ...others] = plan.matchAll(/"Index Name":"(\w+)"/g)
    expect(others).toEqual([])
    const { rows } = await sql`select indexdef from pg_indexes where indexname = ${index}`.execute(trx)
    expect(rows).toEqual([{ indexdef: expect.stringContaining("WHERE (status = 'received'") }])
  })
})
