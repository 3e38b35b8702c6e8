import { describe, expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../../card-events/card-network-for-test.ts'

/** It is March 10, 2026 here. */
const app = await createTestApp()
const terms = { maxSpendPerMonthCents: 10_000, maxVisitsPerMonth: 3 }

async function monthOf({ partner, merchant }: Pick<CardNetwork, 'partner' | 'merchant'>, memberId: string) {
  const client = await signedInClient(app, partner, memberId)
  const response = await client.get(`/api/v2/Merchants/${merchant.id}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().yourMonth
}

describe("what is left of a member's month at a restaurant", () => {
  test('all of it before the first dine, with the cards that count', async () => {
    const network = await newCardNetwork(app, { terms })
    expect(await monthOf(network, network.memberId)).toEqual({
      spendLeftCents: 10_000,
      visitsLeft: 3,
      cards: [{ id: network.cardId, cardType: 'Visa', lastFour: '4242' }],
    })
  })

  test('null where there is no limit', async () => {
    const network = await newCardNetwork(app)
    await network.deliver('transaction.clearing')
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents: null, visitsLeft: null })
  })

  test('each dine takes what earned of it, and a visit', async () => {
    const network = await newCardNetwork(app, { terms })
    await network.deliver('transaction.clearing', { datetime: '2026-03-02T19:30:00', amount: 60 })
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents: 4_000, visitsLeft: 2 })
    // Of this one, $40 are left to earn.
    await network.deliver('transaction.clearing', { datetime: '2026-03-03T19:30:00', amount: 60 })
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents: 0, visitsLeft: 1 })
    // None of this one is left to earn, so it is no visit that earned.
    await network.deliver('transaction.clearing', { datetime: '2026-03-04T19:30:00', amount: 60 })
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents: 0, visitsLeft: 1 })
  })

  test('a dine that is not cleared yet takes nothing', async () => {
    const network = await newCardNetwork(app, { terms })
    await network.deliver('transaction.auth')
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents: 10_000, visitsLeft: 3 })
  })

  test.each([
    ['2026-02-28T23:59:59', 10_000, 3],
    ['2026-03-01T00:00:00', 5_750, 2],
  ])("a dine at %s by the restaurant's own calendar", async (datetime, spendLeftCents, visitsLeft) => {
    const network = await newCardNetwork(app, { terms })
    await network.deliver('transaction.clearing', { datetime })
    expect(await monthOf(network, network.memberId)).toMatchObject({ spendLeftCents, visitsLeft })
  })

  test('in the last hours of March there, when it is April here, March goes on', async () => {
    const network = await newCardNetwork(app, { terms })
    await network.deliver('transaction.clearing')
    const before = app.clock.now()
    app.clock.set('2026-04-01T02:00:00Z')
    expect(await monthOf(network, network.memberId)).toMatchObject({ visitsLeft: 2 })
    app.clock.set('2026-04-01T05:00:00Z')
    expect(await monthOf(network, network.memberId)).toMatchObject({ visitsLeft: 3 })
    app.clock.set(before.toISOString())
  })

  test('dines of another member, and of this one elsewhere, take nothing', async () => {
    const network = await newCardNetwork(app, { terms })
    const other = await newMember(app, network.partner)
    const theirCard = await newLinkedCard(app, other, { lastFour: '1881' })
    const { partner, merchant } = network
    await cardNetworkOf(app, partner, { memberId: other.id, cardId: theirCard.id, merchant }).deliver(
      'transaction.clearing',
    )
    const elsewhere = await newMerchant(app, partner, {}, terms)
    await cardNetworkOf(app, partner, { ...network, merchant: elsewhere }).deliver('transaction.clearing')
    expect(await monthOf(network, network.memberId)).toEqual({
      spendLeftCents: 10_000,
      visitsLeft: 3,
      cards: [{ id: network.cardId, cardType: 'Visa', lastFour: '4242' }],
    })
    expect(await monthOf(network, other.id)).toMatchObject({ visitsLeft: 2, cards: [{ lastFour: '1881' }] })
  })
})

describe('cards that count', () => {
  test('are those that are linked still, of a brand the partner takes, the oldest first', async () => {
    const network = await newCardNetwork(app, { settings: { cardTypesAccepted: ['VISA', 'MAST'] } })
    const member = { id: network.memberId, partnerId: network.partner.slug }
    const newer = await newLinkedCard(app, member, {
      cardType: 'Mastercard',
      lastFour: '5454',
      linkedAt: new Date('2026-03-01T00:00:00Z'),
    })
    await newLinkedCard(app, member, { cardType: 'Amex', lastFour: '0005' })
    await newLinkedCard(app, member, { lastFour: '1111', removedAt: new Date('2026-03-02T00:00:00Z') })
    const { cards } = await monthOf(network, network.memberId)
    expect(cards.map(({ id }: { id: string }) => id)).toEqual([network.cardId, newer.id])
  })

  test('none of a closed account', async () => {
    const network = await newCardNetwork(app, {
      member: { memberType: 'ClosedAccountMember', closedAt: new Date('2026-03-01T00:00:00Z') },
    })
    expect(await monthOf(network, network.memberId)).toMatchObject({ cards: [] })
  })
})

test('your month: visitor -> left out', async () => {
  const network = await newCardNetwork(app, { terms })
  const response = await newClient(app, network.partner).get(`/api/v2/Merchants/${network.merchant.id}`)
  for (const name of ['yourMonth', 'maximumVisitsPerMonth', 'maximumSpendPerMonthCents'])
    expect(response.json()).not.toHaveProperty(name)
})

test('in another program, the same restaurant has a month of its own', async () => {
  const network = await newCardNetwork(app, { terms })
  await network.deliver('transaction.clearing')
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  await app.database.db
    .insertInto('merchantParticipations')
    .values({
      partnerId: partner.slug,
      merchantId: network.merchant.id,
      joinedOn: '2020-01-01',
      benefitDays: ['Mon'],
      campaignCodes: [],
      ...terms,
    })
    .execute()
  expect(await monthOf({ partner, merchant: network.merchant }, member.id)).toEqual({
    spendLeftCents: 10_000,
    visitsLeft: 3,
    cards: [],
  })
})
