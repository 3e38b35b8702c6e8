import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import type { CardNetwork } from '../card-events/card-network-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'
import { payoutsForTest } from './payouts-for-test.ts'

const app = await createTestApp()
const { newEarner, servicesOf, run, payoutsOf, activityOf, inOrder } = payoutsForTest(app)
const waiting = { settings: { rewards: { holdDays: null } } }

const amountsOf = async (network: CardNetwork) =>
  (await payoutsOf(network)).map(({ amountCents }) => amountCents)

async function standingOf({ partner, memberId }: CardNetwork) {
  const client = await signedInClient(app, partner, memberId)
  return (await client.get('/api/Member/TransactionsStatementCredits')).json().payouts
}

describe('cash waits seven days, in case of a refund', () => {
  test('not paid before, and the member reads until when; then paid', async () => {
    const network = await newEarner(2_500, waiting)
    app.clock.advance(days(7) - 60_000)
    await run(network)
    expect(await amountsOf(network)).toEqual([])
    expect(await activityOf(network)).toMatchObject({
      balance: 25,
      dines: [
        {
          awardStatus: 'Awarded',
          reason: {
            code: 'waits',
            text: 'This reward waits until March 17, 2026, in case the restaurant refunds the bill.',
          },
        },
      ],
    })
    expect(await standingOf(network)).toMatchObject({
      waiting: 25,
      hold: 'waits',
      retryAt: '2026-03-17T18:00:00.000Z',
    })
    app.clock.advance(60_000)
    await run(network)
    expect(await amountsOf(network)).toEqual([2_500])
    expect((await activityOf(network)).dines).toMatchObject([{ awardStatus: 'Awarded', reason: null }])
    await inOrder()
  })

  test('a refund meanwhile -> nothing is paid, and nothing is owed', async () => {
    const network = await newEarner(2_500, waiting)
    app.clock.advance(days(6))
    await network.deliver('transaction.refund', { amount: 833.34 })
    app.clock.advance(days(2))
    await run(network)
    expect(await amountsOf(network)).toEqual([])
    expect(await activityOf(network)).toMatchObject({ balance: 0 })
    await inOrder()
  })

  test('what has waited is paid, the later dine and what a correction adds wait on', async () => {
    const network = await newEarner(2_500, waiting)
    app.clock.advance(days(5))
    await network.deliver('transaction.clearing', { amount: 1_000, datetime: '2026-03-15T13:00:00' })
    app.clock.advance(days(2))
    expect(await standingOf(network)).toMatchObject({ waiting: 30, hold: null })
    await run(network)
    expect(await amountsOf(network)).toEqual([2_500])
    await network.deliver('transaction.refund', { amount: 1_000, datetime: '2026-03-15T13:00:00' })
    expect(await activityOf(network)).toMatchObject({ balance: 0 })
    await run(network)
    expect(await amountsOf(network)).toEqual([2_500])
    await inOrder()
  })

  test('what a person gave does not wait', async () => {
    const network = await newEarner(1_000, waiting)
    await postAdjustment(
      { ...servicesOf(network), partner: network.partner },
      { memberId: network.memberId, units: 2_000, reason: 'Welcome back' },
    )
    await run(network)
    expect(await amountsOf(network)).toEqual([2_000])
    await inOrder()
  })

  test('a debt is repaid by what waits, and is never paid out', async () => {
    const network = await newEarner(2_500)
    await run(network)
    await network.deliver('transaction.refund', { amount: 833.34 })
    app.clock.advance(days(1))
    await network.deliver('transaction.clearing', { amount: 2_000, datetime: '2026-03-11T13:00:00' })
    await run(network)
    expect(await amountsOf(network)).toEqual([2_500, 3_500])
    await inOrder()
  })
})

/** Amounts and days from a seed, and a refund of a dine within its hold. */
test.each([1, 2, 3, 4])(
  'life %i of dines and refunds within the hold -> nothing is ever owed',
  async seed => {
    const network = await newEarner(100, {
      settings: { ...waiting.settings, payout: { thresholdCents: 300 } },
    })
    const random = randomOf(seed)
    const open: { id: string; amount: number; until: number }[] = []
    for (let step = 0; step < 14; step++) {
      app.clock.advance(random(0, 80) * 3_600_000)
      const [now, id] = [app.clock.now(), randomUUID()]
      const refunded = open.findIndex(({ until }) => until > now.getTime())
      if (random(0, 2) === 0 && refunded >= 0) {
        const [dine] = open.splice(refunded, 1)
        await network.deliver('transaction.refund', {
          originalTransactionId: dine!.id,
          amount: -dine!.amount,
        })
      } else {
        const amount = random(10, 150)
        await network.deliver('transaction.clearing', {
          id,
          amount,
          datetime: now.toISOString().slice(0, 19),
        })
        open.push({ id, amount, until: now.getTime() + days(7) })
      }
      await run(network)
      expect(await network.balance()).toBeGreaterThanOrEqual(0)
    }
    app.clock.advance(days(7))
    await run(network)
    expect(await network.balance()).toBeLessThan(300)
    expect((await amountsOf(network)).length).toBeGreaterThan(0)
    await inOrder()
  },
)

/** @returns whole numbers from `least` to `most`, the same ones for a seed */
function randomOf(seed: number) {
  let state = seed
  return (least: number, most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return least + (state % (most - least + 1))
  }
}

describe('a file of accruals waits where the partner wants it', () => {
  const threeDays = { settings: { rewards: { holdDays: 3 } } }

  test('not in a file before; what lowers it goes with it', async () => {
    const network = await newSettlement(app, threeDays)
    await network.deliver('transaction.clearing', { amount: 100 })
    app.clock.advance(days(2))
    await network.deliver('transaction.refund', { amount: 40 })
    expect(await network.send()).toEqual([])
    expect((await network.activity())[0]!.reason).toMatchObject({ code: 'partly_refunded' })
    app.clock.advance(days(1))
    expect(await network.send()).toMatchObject([{ rows: 2 }])
    expect((await network.rowsSent()).reduce((sum, { units }) => sum + units, 0)).toBe(
      await network.balance(),
    )
    expect(await network.statuses()).toEqual(['Deferred'])
  })

  test('a lower amount after what was added lately -> both wait', async () => {
    const [network, id] = [await newSettlement(app, threeDays), randomUUID()]
    const report = (amount: number, updated: string) =>
      network.deliver('transaction.clearing', { id, amount, updated })
    await report(100, '2026-03-10T18:00:00.000Z')
    app.clock.advance(days(3))
    expect(await network.send()).toMatchObject([{ rows: 1 }])
    await network.answer()
    await network.receive()
    await report(150, '2026-03-13T18:00:00.000Z')
    await report(50, '2026-03-13T19:00:00.000Z')
    expect(await network.send()).toEqual([])
    app.clock.advance(days(3))
    const [first] = await network.rowsSent()
    expect(await network.send()).toMatchObject([{ rows: 2, units: -first!.units / 2 }])
  })
})
