import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import {
  auth,
  clearing,
  dineOf,
  newBooking,
  newOffer,
  onTuesday,
  partsOf,
  refund,
} from './components-for-test.ts'
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

  test.each([
    ['the higher value', [{ rewardValue: 250 }, { rewardValue: 400 }], 400],
    ['percent of the bill', [{ rewardValue: 400 }, { rewardKind: 'percent', rewardValue: 10 }], 425],
    ['a multiple of the base', [{ rewardKind: 'multiplier', rewardValue: 3 }], 254],
    ['not below the minimum', [{ rewardValue: 900, minimumSpendCents: 4_251 }, { rewardValue: 100 }], 100],
    ['not before it starts', [{ rewardValue: 900, startsOn: '2026-03-10' }, { rewardValue: 100 }], 100],
    ['not after its last day', [{ rewardValue: 900, endsOn: '2026-03-08' }, { rewardValue: 100 }], 100],
  ] as const)('of several: %s (edge case 16)', async (_, offers, units) => {
    const network = await withOffers(offers)
    await network.deliver(clearing)
    expect(await partsOf(network)).toContainEqual(['B', 'offer', units])
  })

  test('of several alike: the newer one is used first (edge case 16)', async () => {
    const older = { rewardValue: 250, endsOn: '2026-03-09' }
    const network = await withOffers([older, { rewardValue: 250, startsOn: '2026-03-05' }])
    await network.deliver(clearing)
    await network.deliver(clearing, onTuesday)
    expect(await network.balance()).toBe(127 + 250 + 127)
  })

  test.each([
    ['a', 'z'],
    ['z', 'a'],
  ])(
    'of several alike that begin on one day, ids %s and %s: the one that was made last (edge case 16)',
    async (older, newer) => {
      const network = await newCardNetwork(app, { settings: { hasFlexOffers: true } })
      const id = (text: string) => `${text}-${network.partner.slug}`
      const owner = { partnerId: network.partner.slug, memberId: network.memberId }
      const offer = {
        merchantId: network.merchant.id,
        reward: { kind: 'fixed', units: 250 } as const,
        minimumSpendCents: 0,
        startsOn: '2026-03-01',
        endsOn: '2026-03-31',
      }
      await newOffer(db, owner, { ...offer, id: id(older), createdAt: Date.parse('2026-02-01T12:00:00Z') })
      await newOffer(db, owner, { ...offer, id: id(newer), createdAt: Date.parse('2026-02-01T12:00:01Z') })
      await network.deliver(clearing)
      const used = await db
        .selectFrom('dineComponents')
        .select('code')
        .where('partnerId', '=', network.partner.slug)
        .execute()
      expect(used).toEqual([{ code: id(newer) }])
    },
  )

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

  test.each([
    ['ended that day', { offers: 'ended' }],
    ['no longer part of the program', { offers: 'off' }],
  ])(
    '%s, after the authorization -> its clearing and a refund keep it, another dine gets none',
    async (_, { offers }) => {
      const [network, id] = [await withOffers([{ rewardValue: 250 }, { rewardValue: 200 }]), randomUUID()]
      const { partner } = network
      await network.deliver(auth, { id })
      if (offers === 'ended')
        await db
          .updateTable('flexOffers')
          .set({ endsOn: '2026-03-09' })
          .where('partnerId', '=', partner.slug)
          .execute()
      else app.partners.applyOverrides(partner.slug, { settings: { hostNames: [], hasFlexOffers: false } })
      await network.deliver(clearing, { id })
      expect(await network.balance()).toBe(127 + 250)
      await network.deliver(clearing, onTuesday)
      await network.deliver(refund, { amount: -10, originalTransactionId: id })
      expect(await network.balance()).toBe(97 + 250 + 127)
    },
  )

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

  test.each(['1', '2'])('two clearings that turn out to be one dine: one reward (%s)', async second => {
    const network = await withOffers([{ rewardValue: 250 }, { rewardValue: 100 }])
    // Of the same second: the lower transaction id counts as the first, and takes the better offer.
    const id = randomUUID()
    await network.deliver(clearing, { id: `${id}-${3 - Number(second)}`, amount: 20, authCode: '4711' })
    await network.deliver(clearing, { id: `${id}-${second}`, amount: 20, authCode: '4711' })
    expect(await network.balance()).toBe(60 + 60 + 350)
    await network.deliver(auth, { amount: 36, authCode: '4711' })
    expect(await network.balance()).toBe(120 + 250)
  })
})

describe('account §9 Reservation bonus: edge case 15', () => {
  // Booked for 7 PM on March 10 in New York.
  test.each([
    ['at the booked time', '2026-03-10T19:00:00', 50],
    ['3 h early', '2026-03-10T16:00:00', 50],
    ['more than 3 h early', '2026-03-10T15:59:59', 0],
    ['6 h late', '2026-03-11T01:00:00', 50],
    ['a day late', '2026-03-11T19:00:00', 0],
    ['that did not happen', null, 0],
  ])('a dine %s', async (_, datetime, units) => {
    const network = await newCardNetwork(app)
    await book(network, network.merchant.id)
    if (datetime) await network.deliver(clearing, { datetime })
    expect(await network.balance()).toBe(datetime ? 127 + units : 0)
    expect(await bookingStatus(network)).toBe(units > 0 ? 'earned' : 'pending')
  })

  test.each([
    ['on a day that does not earn', { benefitDays: ['Mon' as const] }, 'excluded_day'],
    ['above the visits of the month', { maxVisitsPerMonth: 0 }, 'monthly_visits_reached'],
    ['above the spend of the month', { maxSpendPerMonthCents: 0 }, 'monthly_spend_reached'],
  ])('a dine %s -> pays what was promised, and a full refund takes it back', async (_, terms, code) => {
    const [network, id] = [await newCardNetwork(app, { terms }), randomUUID()]
    await book(network, network.merchant.id)
    await network.deliver(auth, { ...onTuesday, id })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([0, 'pending'])
    await network.deliver(clearing, { ...onTuesday, id })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([50, 'earned'])
    expect(await dineOf(network)).toMatchObject({
      awardStatus: 'Awarded',
      benefitAmount: 50,
      reason: { code },
    })
    const taken = { originalTransactionId: id, datetime: '2026-03-10T20:30:00' }
    await network.deliver(refund, { ...taken, amount: -10 })
    expect(await network.balance()).toBe(50)
    await network.deliver(refund, { ...taken, amount: -32.5 })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([0, 'pending'])
    expect(await dineOf(network)).toMatchObject({ awardStatus: 'Forfeit', benefitAmount: 0 })
  })

  test.each([
    ['with a card that was linked later', { card: { linkedAt: new Date('2026-03-11T00:00:00Z') } }, {}],
    ['where the restaurant had left', { terms: { leftOn: '2026-03-10' } }, {}],
    ['that was delivered', {}, { order: { type: 'delivery' } }],
  ])('a dine %s -> no bonus', async (_, options, fields) => {
    const network = await newCardNetwork(app, options)
    await book(network, network.merchant.id)
    await network.deliver(clearing, { ...onTuesday, ...fields })
    expect([await network.balance(), await bookingStatus(network)]).toEqual([0, 'pending'])
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
