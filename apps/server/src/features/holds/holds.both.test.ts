import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import {
  answer,
  clearing,
  expectAnswered,
  holdsOf,
  newReviewedNetwork,
  refuse,
  release,
} from './holds-for-test.ts'

const app = await createTestApp()

beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const held = {
  awardStatus: 'Pending',
  reason: {
    code: 'under_review',
    text: 'We are checking this dine. You will have an answer by March 15, 2026.',
  },
}

describe('a bill of $99,999', () => {
  const bill = { amount: 99_999 }
  const newHeldBill = async () => {
    const network = await newReviewedNetwork(app, { billTimes: 5, billFrom: 500 })
    const id = randomUUID()
    await network.deliver(clearing, { ...bill, id })
    const [hold] = await holdsOf(app, network)
    return { network, id, hold: hold! }
  }

  test('is held with its evidence, and the member reads by when there is an answer', async () => {
    const { network, hold } = await newHeldBill()
    expect(hold).toMatchObject({
      state: 'open',
      units: 299_997,
      hits: [{ rule: 'bill', value: 9_999_900, limit: 50_000, usualCents: 8_000 }],
    })
    expect(await network.balance()).toBe(0)
    expect(await network.activity()).toMatchObject([{ ...held, benefitAmount: 299_997 }])
  })

  test('released -> posted once, at its own date, and not held again by the same facts', async () => {
    const { network, id, hold } = await newHeldBill()
    app.clock.set('2026-03-12T18:00:00Z')
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
    await network.deliver(clearing, { ...bill, id })
    await network.deliver(clearing, { ...bill, id, amount: 99_000, updated: '2026-03-10T10:00:00.000Z' })
    expect(await network.balance()).toBe(297_000)
    expect((await answer(app, network, hold.dineId, release)).statusCode).toBe(409)
    expect(await network.activity()).toMatchObject([
      {
        awardStatus: 'Awarded',
        reason: null,
        history: [{ status: 'Pending', reason: { code: 'under_review' } }, { status: 'Awarded' }],
      },
    ])
  })

  test('a larger amount than the released one -> is held again', async () => {
    const { network, id, hold } = await newHeldBill()
    await expectAnswered(answer(app, network, hold.dineId, release))
    const larger = { ...bill, id, amount: 100_000, updated: '2026-03-10T10:00:00.000Z' }
    await network.deliver(clearing, larger)
    expect(await network.balance()).toBe(0)
    expect(await holdsOf(app, network)).toMatchObject([{ state: 'open', decidedAt: null, reason: null }])
  })

  test('refused -> forfeits with the reason that the member reads; a release undoes it', async () => {
    const { network, hold } = await newHeldBill()
    await expectAnswered(answer(app, network, hold.dineId, refuse))
    expect(await network.activity()).toMatchObject([
      {
        awardStatus: 'Forfeit',
        benefitAmount: 0,
        reason: {
          text: `We checked this dine, and it earns no reward. ${refuse.reason}`,
        },
      },
    ])
    expect((await answer(app, network, hold.dineId, refuse)).statusCode).toBe(409)
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
  })

  test('answered twice at once -> one of them', async () => {
    const { network, hold } = await newHeldBill()
    const answers = await Promise.all([
      answer(app, network, hold.dineId, refuse),
      answer(app, network, hold.dineId, refuse),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await network.processAll()
  })

  test('refunded in full -> the case is closed, and an answer is too late', async () => {
    const { network, id, hold } = await newHeldBill()
    await network.deliver('transaction.refund', {
      id: randomUUID(),
      originalTransactionId: id,
      amount: 99_999,
    })
    expect(await holdsOf(app, network)).toMatchObject([{ state: 'closed' }])
    expect((await answer(app, network, hold.dineId, release)).statusCode).toBe(409)
    expect(await network.activity()).toMatchObject([{ reason: { code: 'refunded_in_full' } }])
  })

  test('its member leaves meanwhile -> what was earned before is still released', async () => {
    const { network, hold } = await newHeldBill()
    await app.database.db
      .updateTable('members')
      .set({ closedAt: app.clock.now() })
      .where('id', '=', network.memberId)
      .execute()
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
  })
})

test('30 dines of $999 in an afternoon -> those above the limit wait, each released one counts once', async () => {
  const network = await newReviewedNetwork(app, { dinesPerDay: 5 })
  const at = (minute: number) => `2026-03-09T14:${String(minute).padStart(2, '0')}:00`
  const dines = Array.from({ length: 30 }, (_, n) => ({ id: randomUUID(), amount: 999, datetime: at(n) }))
  await network.deliverAll(clearing, dines.toReversed())
  expect(await network.balance()).toBe(5 * 2_997)
  const holds = await holdsOf(app, network)
  expect(holds.map(({ state, hits }) => [state, hits[0]?.value])).toEqual(
    Array.from({ length: 25 }, (_, n) => ['open', n + 6]),
  )
  await network.deliverAll(clearing, dines)
  for (const { dineId } of holds.slice(0, 2)) await expectAnswered(answer(app, network, dineId, release))
  await processInbox({ db: app.database.preparedDb, clock: app.clock, partners: app.partners })
  expect(await network.balance()).toBe(7 * 2_997)
})
