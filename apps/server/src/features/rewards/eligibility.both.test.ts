import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'

describe('where and with which card (edge case 14)', () => {
  test('an unknown restaurant earns nothing, and says why', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, {
      location: null,
      identifiers: { MID: 'unknown' },
      brand: { name: 'Elsewhere' },
    })
    expect(await network.activity()).toMatchObject([
      {
        merchantId: null,
        merchantName: 'Elsewhere',
        awardStatus: 'Forfeit',
        activeMerchant: false,
        reason: { code: 'not_participating', text: expect.stringContaining('not in the program') },
      },
    ])
  })

  test('the restaurant is found by its MID when the network has no id of ours', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { location: { metadata: null } })
    expect(await network.activity()).toMatchObject([
      { merchantId: network.merchant.id, awardStatus: 'Awarded' },
    ])
  })

  test('card: unknown -> stored and refused', async () => {
    const network = await newCardNetwork(app)
    const id = randomUUID()
    await network.deliver(clearing, { id, card: { metadata: { id: 'unknown' } } })
    await network.deliver(clearing, { id, card: null, updated: null })
    const events = await db.selectFrom('cardEvents').selectAll().where('transactionId', '=', id).execute()
    expect(events).toMatchObject([
      { status: 'refused', reasonCode: 'card_unknown' },
      { status: 'refused', reasonCode: 'card_unknown' },
    ])
  })

  test('a restaurant that another partner has earns nothing here, and nothing there', async () => {
    const [network, other] = [await newCardNetwork(app), await newCardNetwork(app)]
    await network.deliver(clearing, { location: { metadata: { id: other.merchant.id } }, identifiers: null })
    expect(await network.activity()).toMatchObject([
      { reason: { code: 'not_participating' }, merchantId: null },
    ])
    expect([await network.balance(), await other.balance()]).toEqual([0, 0])
    expect(await other.activity()).toEqual([])
  })

  test('a transaction of one member cannot become a dine of another', async () => {
    const network = await newCardNetwork(app)
    const member = await newMember(app, network.partner)
    const card = await newLinkedCard(app, member)
    const stranger = cardNetworkOf(app, network.partner, { ...network, memberId: member.id, cardId: card.id })
    const id = randomUUID()
    await network.deliver(clearing, { id })
    await stranger.deliver(clearing, { id, amount: 99 })
    await stranger.deliver(clearing, { id, updated: 'later' })
    expect([await network.balance(), await stranger.balance()]).toEqual([127, 0])
    expect(await stranger.activity()).toEqual([])
  })
})

test('decision: stores rule version, rate and amounts', async () => {
  const network = await newCardNetwork(app)
  await network.deliver(clearing)
  const { decision } = await db
    .selectFrom('dines')
    .select('decision')
    .where('memberId', '=', network.memberId)
    .executeTakeFirstOrThrow()
  expect(decision).toMatchObject({
    ruleVersion: 1,
    earningCents: 4_250,
    amounts: { authorizedCents: null, clearedCents: 4_250, refundedCents: 0 },
    facts: { tier: 2, rate: { numerator: 3, denominator: 100 }, rounding: 'down', currency: 'USD' },
  })
})
