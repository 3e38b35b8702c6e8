import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import { auth, clearing, dineOf, newBooking, onTuesday, partsOf, refund } from './components-for-test.ts'
import { expireAuthorizations } from './expire-authorizations.service.ts'

const app = await createTestApp()
const { db } = app.database

describe('flex offer', () => {
  test('adds to the base reward, once, with postings of its own', async () => {
    const network = await withOffers([{ rewardValue: 250 }])
    await network.deliver(clearing)
    expect(await network.balance()).toBe(127 + 250)
    expect(await dineOf(network)).toMatchObject({ awardStatus: 'Awarded', benefitAmount: 377 })
    expect(await partsOf(network)).toEqual([
      ['S', 'base', 127],
      ['B', 'offer', 250],
    ])
    await network.deliver(clearing, onTuesday)
    expect(await network.balance()).toBe(377 + 127)
  })

  test('for two authorizations at once: the first keeps it, and frees it when it is not cleared (edge case 16)', async () => {
    const [network, id] = [await withOffers([{ rewardValue: 250 }]), randomUUID()]
    const services = { db, clock: app.clock, partners: app.partners }
    await Promise.all([network.send(auth, { ...onTuesday, id }), network.send(auth)])
    await Promise.all([processInbox(services), processInbox(services)])
    await network.processAll()
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Pending', benefitAmount: 127 },
      { awardStatus: 'Pending', benefitAmount: 377 },
    ])
    expect(await network.balance()).toBe(0)
    await network.deliver(clearing, { ...onTuesday, id })
    expect(await network.balance()).toBe(127)
    app.clock.advance(days(31))
    await expireAuthorizations(services)
    await network.processAll()
    expect(await network.balance()).toBe(377)
    app.clock.advance(-days(31))
  })

  test('refund: of a part keeps a fixed reward, of all takes it back, and the offer is open again', async () => {
    const [network, id] = [await withOffers([{ rewardValue: 250 }]), randomUUID()]
    await network.deliver(clearing, { id })
    await network.deliver(refund, { amount: -10, originalTransactionId: id })
    expect(await network.balance()).toBe(97 + 250)
    await network.deliver(refund, { amount: -32.5, originalTransactionId: id })
    expect(await network.balance()).toBe(0)
    expect(await partsOf(network)).toEqual([
      ['S', 'base', 0],
      ['B', 'offer', 250],
      ['J', 'offer', -250],
    ])
    await network.deliver(clearing, onTuesday)
    expect(await network.balance()).toBe(377)
  })
})

describe('account §9 Reservation bonus: edge case 15', () => {
  test('a dine on a day that does not earn -> pays what was promised, and a full refund takes it back', async () => {
    const [network, id] = [await newCardNetwork(app, { terms: { benefitDays: ['Mon'] } }), randomUUID()]
    await book(network, network.merchant.id)
    await network.deliver(auth, { ...onTuesday, id })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([0, 'pending'])
    await network.deliver(clearing, { ...onTuesday, id })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([50, 'earned'])
    expect(await dineOf(network)).toMatchObject({
      awardStatus: 'Awarded',
      benefitAmount: 50,
      reason: { code: 'excluded_day' },
    })
    const taken = { originalTransactionId: id, datetime: '2026-03-10T20:30:00' }
    await network.deliver(refund, { ...taken, amount: -42.5 })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([0, 'pending'])
    expect(await dineOf(network)).toMatchObject({ awardStatus: 'Forfeit', benefitAmount: 0 })
  })

  test('a dine at another restaurant, and a canceled booking, earn none; a refund takes it back', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const other = await newMerchant(app, network.partner)
    await book(network, other.id)
    await book(network, network.merchant.id, 'canceled')
    await network.deliver(clearing, { ...onTuesday, id })
    expect(await network.balance()).toBe(127)
    await book(network, network.merchant.id)
    await network.deliver(clearing, { ...onTuesday, id: randomUUID(), amount: 10 })
    expect(await network.balance()).toBe(127 + 30 + 50)
    await network.deliver(refund, { amount: -42.5, originalTransactionId: id })
    expect(await network.balance()).toBe(30 + 50)
    expect(await bookingStatus(network)).toBe('earned')
  })
})

async function withOffers(offers: readonly Record<string, unknown>[]): Promise<CardNetwork> {
  const network = await newCardNetwork(app, { settings: { hasFlexOffers: true } })
  for (const offer of offers)
    await db
      .insertInto('flexOffers')
      .values({
        id: randomUUID(),
        partnerId: network.partner.slug,
        memberId: network.memberId,
        merchantId: network.merchant.id,
        webMessageOfferAmount: 'an offer',
        rewardValue: 1,
        startsOn: '2026-03-01',
        endsOn: '2026-03-31',
        ...offer,
      })
      .execute()
  return network
}

/** The table is for 7 PM on March 10 in New York. */
function book(network: CardNetwork, merchantId: string, status: 'booked' | 'canceled' = 'booked') {
  const startsAt = Date.parse('2026-03-10T23:00:00Z')
  const owner = { partnerId: network.partner.slug, memberId: network.memberId }
  return newBooking(db, owner, { id: randomUUID(), merchantId, startsAt, bonusUnits: 50 }, status)
}

async function bookingStatus(network: CardNetwork) {
  const row = await db
    .selectFrom('reservations')
    .select('bonusStatus')
    .where('memberId', '=', network.memberId)
    .where('merchantId', '=', network.merchant.id)
    .where('status', '=', 'booked')
    .executeTakeFirstOrThrow()
  return row.bonusStatus
}
