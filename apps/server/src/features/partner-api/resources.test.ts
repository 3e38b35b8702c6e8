import {
  balanceResource,
  cardResource,
  dineResource,
  entryResource,
  memberResource,
  restaurantResource,
  rewardResource,
} from '@dineward/core/partner-api/resources.ts'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { readDines, readRestaurants } from './place-resources.read.ts'
import { readBalances, readCards, readEntries, readMembers, readRewards } from './resources.read.ts'

const app = await createTestApp()
const { db } = app.database
const ids = <T extends { readonly id: string | number }>(rows: readonly T[]) =>
  rows.map(({ id }) => String(id))

test('a dine and an adjustment about it -> one form each, with parts, history and entries', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId, cardId, merchant } = network
  const transactionId = `api-${memberId}`
  await network.deliver('transaction.clearing', { id: transactionId })
  app.clock.advance(60_000)
  const { id: rewardId } = await postAdjustment(app.context(partner), {
    memberId,
    units: 500,
    reason: 'For the delay',
    transactionId,
  })
  const dines = await db.selectFrom('dines').select('id').where('memberId', '=', memberId).execute()
  const [dine] = (await readDines(db, partner, ids(dines), app.clock.now())).values()
  expect(dineResource.parse(dine)).toEqual(dine)
  expect(dine).toMatchObject({
    transactionId,
    memberId,
    merchantId: merchant.id,
    cardId,
    dinedAt: '2026-03-09T19:30:00-04:00',
    status: 'Awarded',
    amount: { cents: 4_250, currency: 'USD' },
    reward: { units: 627, currency: 'Point' },
    reason: null,
    parts: [
      { kind: 'base', amount: { units: 127 } },
      { kind: 'adjustment', amount: { units: 500 }, name: 'For the delay' },
    ],
    history: [{ status: 'Awarded', reward: { units: 127 } }, { reward: { units: 627 } }],
    updatedAt: app.clock.now().toISOString(),
  })
  const postings = await db
    .selectFrom('ledgerPostings')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .orderBy('id')
    .execute()
  const entries = [...(await readEntries(db, partner, ids(postings))).values()].toSorted((a, b) =>
    a.at.localeCompare(b.at),
  )
  expect(entries.map(entry => entryResource.parse(entry))).toMatchObject([
    { kind: 'dine_reward', memberId, amount: { units: 127 }, dineId: dine!.id, text: merchant.name },
    { kind: 'adjustment', memberId, amount: { units: 500 }, dineId: dine!.id, text: 'For the delay' },
  ])
  const reward = (await readRewards(db, partner, [rewardId])).get(rewardId)
  expect(rewardResource.parse(reward)).toMatchObject({
    kind: 'adjustment',
    amount: { units: 500, currency: 'Point' },
    dineId: dine!.id,
    externalId: null,
    reversedAt: null,
  })
  expect(balanceResource.parse((await readBalances(db, partner, [memberId])).get(memberId))).toEqual({
    units: 627,
    currency: 'Point',
    inFlight: 0,
    updatedAt: app.clock.now().toISOString(),
  })
})

test('a member, their card and a restaurant, and ids of another program -> only the program’s own', async () => {
  const network = await newCardNetwork(app)
  const other = await newCardNetwork(app)
  const { partner } = network
  const members = await readMembers(db, partner, [network.memberId, other.memberId, 'none'])
  expect([...members.keys()]).toEqual([network.memberId])
  expect(memberResource.parse(members.get(network.memberId))).toMatchObject({
    firstName: 'Ada',
    status: 'active',
    externalId: null,
    tier: { level: 2, name: 'Opted in', until: null },
  })
  const cards = await readCards(db, partner, [network.cardId, other.cardId])
  expect([...cards.values()].map(card => cardResource.parse(card))).toMatchObject([
    { id: network.cardId, memberId: network.memberId, removedAt: null },
  ])
  const places = await readRestaurants(db, partner, [network.merchant.id, other.merchant.id], app.clock.now())
  expect([...places.values()].map(place => restaurantResource.parse(place))).toMatchObject([
    { id: network.merchant.id, status: 'open', leftOn: null },
  ])
})

test('a member who changes -> another updatedAt, and the same for a change of nothing', async () => {
  const { partner, memberId } = await newCardNetwork(app)
  const updatedAt = async () => (await readMembers(db, partner, [memberId])).get(memberId)!.updatedAt
  const rename = (firstName: string) =>
    db.updateTable('members').set({ firstName }).where('id', '=', memberId).execute()
  const first = await updatedAt()
  await rename('Ada')
  expect(await updatedAt()).toBe(first)
  await new Promise(resolve => setTimeout(resolve, 3))
  await rename('Grace')
  expect((await updatedAt()) > first).toBe(true)
})
