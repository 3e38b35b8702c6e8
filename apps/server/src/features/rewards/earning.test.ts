import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { expireAuthorizations } from './expire-authorizations.service.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'

describe('what a dine of $42.50 earns', () => {
  test.each([
    ['opted in', 2, 127],
    ['VIP', 3, 127],
    ['opted out', 0, 21],
    ['not activated', 1, 21],
  ])('a member who is %s', async (_, tierLevel, units) => {
    const network = await newCardNetwork(app, { member: { tierLevel } })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(units)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Awarded', benefitAmount: units }])
  })

  test('in dollars, where rewards are dollars', async () => {
    const network = await newCardNetwork(app, { like: 'cellwave' })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(170)
    expect(await network.activity()).toMatchObject([{ benefitAmount: 1.7, ticketAmount: 42.5 }])
  })
})

describe('an authorization and its clearing (edge case 2)', () => {
  test('the clearing first, the authorization after', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    await network.deliver(auth, { id, amount: 36 })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 127, reason: null },
    ])
    expect(await network.balance()).toBe(127)
  })

  test('a clearing with no authorization at all', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    expect(await network.balance()).toBe(127)
  })

  test('an authorization alone earns nothing; after 30 days it has expired; a late clearing still awards', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const services = { db, clock: app.clock, partners: app.partners }
    await network.deliver(auth, { id })
    expect(await network.balance()).toBe(0)
    app.clock.advance(30 * 86_400_000 - 1)
    await expireAuthorizations(services)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
    app.clock.advance(2)
    expect(await expireAuthorizations(services)).toBeGreaterThan(0)
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', benefitAmount: 0, reason: { code: 'authorization_expired' } },
    ])
    await network.deliver(clearing, { id })
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Awarded', benefitAmount: 127 }])
    expect(await network.balance()).toBe(127)
  })
})

describe('a clearing against its authorization (edge case 4)', () => {
  test.each([
    ['18 % above, the tip', 42.48, 127],
    ['25 % above', 45, 135],
    ['below', 30, 90],
  ])('%s', async (_, amount, units) => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, amount: 36 })
    await network.deliver(clearing, { id, amount })
    expect(await network.balance()).toBe(units)
  })

  test('of zero earns nothing, and says why', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, amount: 36 })
    await network.deliver(clearing, { id, amount: 0 })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', ticketAmount: 0, reason: { code: 'amount_zero' } },
    ])
  })

  test('one authorization in two clearings, and a late third: one dine that earns on the sum', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, amount: 36, authCode: '4711' })
    await network.deliver(clearing, { id, amount: 0.5, authCode: '4711' })
    await network.deliver(clearing, { id: randomUUID(), amount: 0.5, authCode: '4711' })
    expect(await network.balance()).toBe(3)
    await network.deliver(clearing, {
      id: randomUUID(),
      amount: 0.5,
      authCode: '4711',
      datetime: '2026-03-16T19:30:00',
    })
    expect(await network.balance()).toBe(4)
    expect(await network.activity()).toMatchObject([{ ticketAmount: 1.5, date: '2026-03-09T19:30:00' }])
  })

  test('two clearings that came before their one authorization become one dine when it comes', async () => {
    const [network, authCode] = [await newCardNetwork(app), '4711']
    await network.deliver(clearing, { amount: 0.5, authCode })
    await network.deliver(clearing, { amount: 0.5, authCode })
    expect([await network.balance(), (await network.activity()).length]).toEqual([2, 2])
    await network.deliver(auth, { amount: 1, authCode })
    expect(await network.activity()).toMatchObject([{ ticketAmount: 1, benefitAmount: 3 }])
    expect(await network.balance()).toBe(3)
  })
})

describe('a clearing delivered again (edge case 1, decision 015)', () => {
  const at = (minute: number) => `2026-03-12T10:${String(minute).padStart(2, '0')}:00.000Z`

  test('updated: newer, amount: same -> counts once', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    for (const minute of [0, 1, 2]) await network.deliver(clearing, { id, amount: 20, updated: at(minute) })
    expect(await network.balance()).toBe(60)
    expect(await network.activity()).toMatchObject([{ ticketAmount: 20 }])
  })

  test('card: another one of the member, amount: same -> counts once', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const other = await newLinkedCard(app, { id: network.memberId, partnerId: network.partner.slug })
    await network.deliver(clearing, { id, amount: 20, updated: at(0) })
    await network.deliver(clearing, { id, amount: 20, updated: at(1), card: { metadata: { id: other.id } } })
    expect(await network.balance()).toBe(60)
    expect(await network.activity()).toHaveLength(1)
  })

  test('amount: another -> corrects the dine, also after a repetition', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id, amount: 50.5, updated: at(0) })
    await network.deliver(clearing, { id, amount: 50.5, updated: at(1) })
    await network.deliver(clearing, { id, amount: 52, updated: at(2) })
    expect(await network.balance()).toBe(156)
    expect(await network.activity()).toMatchObject([{ ticketAmount: 52, benefitAmount: 156 }])
    const events = await db
      .selectFrom('cardEvents')
      .select(['status', 'reasonCode'])
      .where('transactionId', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map(({ reasonCode }) => reasonCode)).toEqual(['superseded', 'superseded', null])
  })

  test('amount: corrected, without a new updated -> the event received last counts', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id, amount: 50.5 })
    await network.deliver(clearing, { id, amount: 52 })
    expect(await network.activity()).toMatchObject([{ ticketAmount: 52 }])
  })

  test('versions: out of order -> the newest counts', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id, amount: 52, updated: at(2) })
    await network.deliver(clearing, { id, amount: 50.5, updated: at(0) })
    await network.deliver(clearing, { id, amount: 52, updated: at(4) })
    await network.deliver(clearing, { id, amount: 51, updated: at(3) })
    expect(await network.activity()).toMatchObject([{ ticketAmount: 52 }])
  })

  test('authorization: corrected -> the estimate follows', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, amount: 40, updated: at(0) })
    await network.deliver(auth, { id, amount: 36, updated: at(1) })
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 108 }])
  })
})

test.each([
  ['both earn', null, 254],
  ['a limit of one visit a month -> one', 1, 127],
])('two identical dines minutes apart: %s (edge case 5)', async (_, maxVisitsPerMonth, units) => {
  const network = await newCardNetwork(app, { terms: { maxVisitsPerMonth } })
  await network.deliver(clearing, { datetime: '2026-03-09T19:30:00', authCode: '1' })
  await network.deliver(clearing, { datetime: '2026-03-09T19:33:00', authCode: '1' })
  expect(await network.balance()).toBe(units)
  expect(await network.activity()).toHaveLength(2)
})

describe('small amounts and other currencies (edge case 8)', () => {
  test.each([
    [0.99, 0],
    [1.99, 0],
    [2, 1],
  ])('account §9 Earn rates: $%d at 1 point per $2', async (amount, units) => {
    const network = await newCardNetwork(app, { member: { tierLevel: 0 } })
    await network.deliver(clearing, { amount })
    expect(await network.balance()).toBe(units)
    const [dine] = await network.activity()
    expect(dine).toMatchObject(units ? { reason: null } : { reason: { code: 'below_minimum_reward' } })
  })

  test('33 dines of $0.50 earn a point each, 33 parts of one dine 49 together', async () => {
    const [dines, parts, id] = [await newCardNetwork(app), await newCardNetwork(app), randomUUID()]
    await parts.send(auth, { id, amount: 16.5, authCode: '4711' })
    for (let n = 0; n < 33; n++) {
      await dines.send(clearing, { amount: 0.5 })
      await parts.send(clearing, { id: `${id}-${n}`, amount: 0.5, authCode: '4711' })
    }
    await dines.processAll()
    expect(await dines.balance()).toBe(33)
    expect(await parts.balance()).toBe(49)
  })

  test('a bill in another currency earns nothing, and says why', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { currency: 'CAD' })
    expect(await network.activity()).toMatchObject([
      {
        awardStatus: 'Forfeit',
        benefitAmount: 0,
        ticketCurrency: 'CAD',
        reason: { code: 'currency_not_supported' },
      },
    ])
  })

  test.each([
    ['USD', 'CAD', 0],
    ['CAD', 'USD', 127],
  ])('%s, cleared in %s -> the clearing’s counts', async (authorized, cleared, benefitAmount) => {
    for (const events of [[auth, clearing] as const, [clearing, auth] as const]) {
      const [network, id] = [await newCardNetwork(app), randomUUID()]
      for (const event of events)
        await network.deliver(event, { id, currency: event === auth ? authorized : cleared })
      expect(await network.activity()).toMatchObject([{ benefitAmount, ticketCurrency: cleared }])
    }
  })
})

describe('an order (edge case 17)', () => {
  test('online -> earns on the subtotal that its clearing tells, and says so; a refund takes from it', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, order: { type: 'online', subtotal: 40 } })
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 120 }])
    await network.deliver(clearing, { id, order: { type: 'online', subtotal: 36 } })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 108, ticketAmount: 42.5, reason: { code: 'online_order' } },
    ])
    await network.deliver('transaction.refund', { amount: -10, originalTransactionId: id })
    expect(await network.balance()).toBe(78)
  })

  test.each([
    ['at the restaurant', { order: { type: 'delivery' } }, 'third_party_delivery'],
    ['under a MID of its own', { location: null, identifiers: { MID: 'courier' } }, 'not_participating'],
  ])('charged by a delivery company %s -> nothing', async (_, fields, code) => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, fields)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Forfeit', reason: { code } }])
  })
})
