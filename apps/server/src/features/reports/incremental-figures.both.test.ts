import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { selectRewardDays } from '../console-insight/insight.read.ts'
import { addUpRewards } from '../ledger/reward-totals.service.ts'
import { selectBridge } from './bridge.read.ts'
import { closePeriod } from './close-period.service.ts'
import { selectPartnerMovements } from './reports.read.ts'

/* Figures that read a month, and go on from what was added up before, are those of reading everything. */

const app = await createTestApp()
const { db } = app.database

/** Dines of three months, each cleared, refunded or split at another time; January and February are closed. */
async function newProgram() {
  app.clock.set('2026-01-12T18:00:00Z')
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner } = network
  const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } } as const
  const dine = async (id: string, at: string, amount: number) => {
    app.clock.set(`${at}T23:00:00Z`)
    const bill = { id: `${partner.slug}-${id}`, amount, datetime: `${at}T19:30:00` }
    await network.deliver('transaction.auth', bill)
    await network.deliver('transaction.clearing', bill)
  }
  const refund = (of: string, at: string, amount: number) => {
    app.clock.set(`${at}T23:00:00Z`)
    return network.deliver('transaction.refund', {
      amount: -amount,
      originalTransactionId: `${partner.slug}-${of}`,
      datetime: `${at}T12:00:00`,
    })
  }
  await dine('first', '2026-01-10', 100)
  await dine('whole', '2026-01-20', 60)
  await dine('second', '2026-02-05', 80)
  await refund('first', '2026-02-07', 30)
  app.clock.set('2026-02-09T18:00:00Z')
  await closePeriod(ctx, { month: '2026-01', note: null })
  await addUpRewards(app.database)
  await refund('whole', '2026-02-20', 60)
  // It is of February, and comes in March.
  app.clock.set('2026-03-02T18:00:00Z')
  await network.deliver('transaction.clearing', { amount: 45, datetime: '2026-02-27T19:30:00' })
  await closePeriod(ctx, { month: '2026-02', note: null })
  await dine('third', '2026-03-06', 70)
  await refund('second', '2026-03-08', 10)
  return partner
}

const monthOf = (partnerId: string, month: number) => ({
  partnerId,
  month: `2026-0${month}`,
  // New York has its summer time from 8 March on.
  from: new Date(`2026-0${month}-01T05:00:00Z`),
  until: new Date(`2026-0${month + 1}-01T0${month === 3 ? 4 : 5}:00:00Z`),
})

test.each([1, 2, 3])('2026-0%i: statement and bridge are those of all entries', async month => {
  const { slug } = await newProgram()
  const at = monthOf(slug, month)
  const { opening, closing } = await selectPartnerMovements(db, at)
  const all = await sql<{ opening: number; closing: number }>`
    select coalesce(sum(units) filter (where counts_at < ${at.from}), 0) as opening, sum(units) as closing
    from ledger_entries
    where partner_id = ${slug} and account in ('member_rewards', 'payouts_in_flight') and counts_at < ${at.until}`.execute(
    db,
  )
  expect({ opening, closing }).toEqual(all.rows[0])
  const { postedInOtherMonths, dinesOfOtherMonths } = await selectBridge(db, at)
  const isOfMonth = sql`to_char(cleared_at, 'YYYY-MM') = ${at.month}::text`
  const isPosted = sql`(counts_at >= ${at.from} and counts_at < ${at.until})`
  const bridge = await sql<{ postedInOtherMonths: number; dinesOfOtherMonths: number }>`
    select coalesce(-sum(units) filter (where ${isOfMonth} and not ${isPosted}), 0) as posted_in_other_months,
      coalesce(-sum(units) filter (where ${isPosted} and not ${isOfMonth}), 0) as dines_of_other_months
    from (
      select entry.units, entry.counts_at, (
        select min(occurred_at) from dine_amounts amount
        where amount.partner_id = dine.partner_id and amount.dine_id = dine.id and amount.kind = 'clearing'
      ) as cleared_at
      from ledger_entries entry
      join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      join dines dine on dine.partner_id = posting.partner_id and dine.id = posting.dine_id
        and dine.status in ('Awarded', 'Deferred', 'Paid')
      where entry.partner_id = ${slug} and entry.account = 'program_rewards'
    ) posted`.execute(db)
  expect({ postedInOtherMonths, dinesOfOtherMonths }).toEqual(bridge.rows[0])
  expect([postedInOtherMonths, dinesOfOtherMonths]).not.toEqual([0, 0])
})

test('rewards by day, some of them added up before -> those of all entries', async () => {
  const partner = await newProgram()
  const days = await selectRewardDays(db, { programs: [partner], from: '2026-01-01', until: '2026-04-01' })
  const all = await sql`
    select partner_id, to_char(counts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day,
      -sum(units) as reward_units
    from ledger_entries where partner_id = ${partner.slug} and account = 'program_rewards'
    group by 1, 2 order by 2`.execute(db)
  expect(days).toEqual(all.rows)
  expect(days.length).toBeGreaterThan(4)
})
