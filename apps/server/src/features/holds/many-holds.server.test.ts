import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { countRowsRead } from '../ledger/many-balances-for-test.ts'
import { selectHoldQueue } from './holds.read.ts'
import { clearing, newReviewedNetwork } from './holds-for-test.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const count = 10_000

/** Copies of one that the engine has held. */
async function newLongQueue() {
  const network = await newReviewedNetwork(app, { billTimes: 5, billFrom: 500 })
  await network.deliver(clearing, { amount: 99_999 })
  const { slug } = network.partner
  await sql`
    insert into dines select copy.* from dines dine cross join generate_series(2, ${count}::int) n
    cross join lateral jsonb_populate_record(null::dines,
      to_jsonb(dine) || jsonb_build_object('id', 'd' || n, 'source_transaction_id', 't' || n)) copy
    where dine.partner_id = ${slug}`.execute(db)
  await sql`
    insert into dine_holds select copy.* from dine_holds hold cross join generate_series(2, ${count}::int) n
    cross join lateral jsonb_populate_record(null::dine_holds, to_jsonb(hold)
      || jsonb_build_object('dine_id', 'd' || n, 'due_at', hold.due_at + n * interval '1 second')) copy
    where hold.partner_id = ${slug}`.execute(db)
  await sql`vacuum analyze dine_holds, dines`.execute(db)
  return network
}

test(`a queue of ${count} cases -> a page reads the rows that it shows, wherever it is`, async () => {
  const { partner } = await newLongQueue()
  const page = {
    state: 'open',
    rule: undefined,
    assignee: undefined,
    now: app.clock.now(),
    limit: 101,
  } as const
  const slugs = [partner.slug]
  const read = async (after: { at: string; id: string } | null) => {
    const { all } = await countRowsRead(db, one => selectHoldQueue(one, { ...page, slugs, after }))
    return all
  }
  const first = await read(null)
  const middle = await read({
    at: new Date(app.clock.now().getTime() + 5 * 86_400_000 + 5_000_000).toISOString(),
    id: 'x',
  })
  const client = await consoleClient(app, 'support', partner.slug)
  const answer = (await client.get('/api/Console/Holds')).json()
  expect([answer.items.length, answer.openCount]).toEqual([100, count])
  expect(first).toBeLessThan(1_000)
  expect(middle).toBeLessThan(1_000)
  // The copies have no movements, which the check of the books after each file would find.
  await sql`delete from dine_holds where dine_id like 'd%' and length(dine_id) < 10`.execute(db)
  await sql`delete from dines where id like 'd%' and length(id) < 10`.execute(db)
})
