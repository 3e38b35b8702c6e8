import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import type { FlexOffersTable } from '../../offers/offers.tables.ts'
import { search } from '../../search/search-for-test.ts'
import type { MerchantOffersTable } from '../merchants.tables.ts'

const app = await createTestApp()
const { db } = app.database
// The clock is set to noon of March 10, 2026, in New York (testing/test-app.ts).

let count = 0
const nextId = () => `offer-${++count}-${Math.random()}`

async function newScene(settings: object = {}) {
  const partner = app.newPartner({
    settings: { hasFlexOffers: true, hasMerchantFavorites: true, ...settings },
  })
  const member = await newMember(app, partner)
  const merchant = await newMerchant(app, partner)
  return { partner, member, merchant, client: await signedInClient(app, partner, member.id) }
}

function offer(partner: Partner, merchant: { id: string }, fields: Partial<Insertable<MerchantOffersTable>>) {
  return db
    .insertInto('merchantOffers')
    .values({
      id: nextId(),
      partnerId: partner.slug,
      merchantId: merchant.id,
      title: 'Double points',
      body: 'All evening.',
      startsOn: '2026-01-01',
      endsOn: null,
      ...fields,
    })
    .execute()
}

function flexOffer(
  member: { id: string; partnerId: string },
  merchant: { id: string },
  fields: Partial<Insertable<FlexOffersTable>> = {},
) {
  const values = {
    id: nextId(),
    partnerId: member.partnerId,
    memberId: member.id,
    merchantId: merchant.id,
    webMessageOfferAmount: '500 points',
    rewardValue: 250,
    startsOn: '2026-03-01',
    endsOn: '2026-03-31',
    ...fields,
  }
  return db.insertInto('flexOffers').values(values).execute()
}

describe('offers', () => {
  test.each<[string, Partial<Insertable<MerchantOffersTable>>, number]>([
    ['without an end', {}, 1],
    ['on their first day', { startsOn: '2026-03-10' }, 1],
    ['the day before they begin', { startsOn: '2026-03-11' }, 0],
    ['on their last day', { endsOn: '2026-03-10' }, 1],
    ['the day after it', { endsOn: '2026-03-09' }, 0],
  ])('are on %s', async (_case, dates, shown) => {
    const { partner, merchant, client } = await newScene()
    await offer(partner, merchant, dates)
    const [found] = (await search(client, '')).merchants
    expect(found?.offers).toHaveLength(shown)
  })

  test('say what they are, those that end first', async () => {
    const { partner, merchant, client } = await newScene()
    await offer(partner, merchant, { title: 'Always' })
    await offer(partner, merchant, { title: 'This week', endsOn: '2026-03-15' })
    const [found] = (await search(client, '')).merchants
    expect(found?.offers).toMatchObject([
      { title: 'This week', type: 'Limited', endsOn: '2026-03-15', text: 'All evening.' },
      { title: 'Always', type: 'Unlimited', endsOn: null },
    ])
  })

  test('end by the restaurant’s own date: still on in Honolulu when it is tomorrow in New York', async () => {
    const { partner, member } = await newScene()
    const [east, west] = [
      await newMerchant(app, partner, { name: 'East' }),
      await newMerchant(app, partner, { name: 'West', timezone: 'Pacific/Honolulu' }),
    ]
    for (const merchant of [east, west]) await offer(partner, merchant, { endsOn: '2026-03-10' })
    const before = app.clock.now()
    try {
      app.clock.set('2026-03-11T04:00:00Z')
      const { merchants } = await search(await signedInClient(app, partner, member.id), '')
      const offersAt = (name: string) => merchants.find(merchant => merchant.name === name)?.offers
      expect([offersAt('East'), offersAt('West')]).toEqual([[], [expect.anything()]])
    } finally {
      app.clock.set(before)
    }
  })

  test('of another partner, and at a restaurant that has not joined yet, are not shown', async () => {
    const { partner, merchant, client } = await newScene()
    const other = app.newPartner()
    await db
      .insertInto('merchantParticipations')
      .values({
        partnerId: other.slug,
        merchantId: merchant.id,
        joinedOn: '2020-01-01',
        benefitDays: [],
        campaignCodes: [],
      })
      .execute()
    await offer(other, merchant, {})
    await offer(partner, await newMerchant(app, partner, {}, { joinedOn: '2026-03-20' }), {})
    const { merchants } = await search(client, '')
    expect(merchants.map(({ offers }) => offers)).toEqual([[], []])
  })

  test('visitor -> neither offers nor other member fields', async () => {
    const { partner, merchant, member } = await newScene()
    await offer(partner, merchant, {})
    await flexOffer(member, merchant)
    const [found] = (await search(newClient(app, partner), '')).merchants
    for (const key of ['offers', 'flexOffer', 'favorite', 'earnRate']) expect(found).not.toHaveProperty(key)
  })
})

describe('an Acclaimed restaurant', () => {
  test.each([
    [0, { unlockTier: 2 }],
    [2, { earnRate: { text: '3 points per $1', short: '3x' } }],
  ])('tier %i -> its rate or the tier to unlock', async (tierLevel, expected) => {
    const partner = app.newPartner({ settings: { acclaimed: 'members', showEarnRate: true } })
    await newMerchant(app, partner, {}, { campaignCodes: ['acclaimed'] })
    const member = await newMember(app, partner, { tierLevel })
    const [found] = (await search(await signedInClient(app, partner, member.id), '')).merchants
    expect({ unlockTier: found?.unlockTier, earnRate: found?.earnRate }).toEqual({
      unlockTier: undefined,
      earnRate: undefined,
      ...expected,
    })
  })
})

describe('an offer to one member', () => {
  const path = (merchantId: string, publicId: string) =>
    `/api/merchants/${merchantId}/flex-offers/members/${publicId}`

  test('its member -> in the search and in the list', async () => {
    const { merchant, member, client } = await newScene()
    await flexOffer(member, merchant)
    const [found] = (await search(client, '')).merchants
    expect(found?.flexOffer).toMatchObject({ webMessageOfferAmount: '500 points' })
    const response = await client.get(path(merchant.id, member.id))
    const { id, webMessageOfferAmount } = found!.flexOffer!
    expect([response.statusCode, response.json()]).toEqual([200, { items: [{ id, webMessageOfferAmount }] }])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['on its first day', { startsOn: '2026-03-10' }, 1],
    ['the day before', { startsOn: '2026-03-11' }, 0],
    ['on its last day', { endsOn: '2026-03-10' }, 1],
    ['the day after', { endsOn: '2026-03-09' }, 0],
  ])('is in force %s', async (_case, dates, shown) => {
    const { merchant, member, client } = await newScene()
    await flexOffer(member, merchant, dates)
    expect((await client.get(path(merchant.id, member.id))).json().items).toHaveLength(shown)
    const [found] = (await search(client, '')).merchants
    expect(found?.flexOffer === null).toBe(shown === 0)
  })

  test('another member -> 403 and an empty list', async () => {
    const { partner, merchant, member } = await newScene()
    await flexOffer(member, merchant)
    const other = await newMember(app, partner)
    const client = await signedInClient(app, partner, other.id)
    const refused = await client.get(path(merchant.id, member.id))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    expect((await client.get(path(merchant.id, other.id))).json()).toEqual({ items: [] })
    expect((await search(client, '')).merchants[0]?.flexOffer).toBeNull()
    expect((await newClient(app, partner).get(path(merchant.id, member.id))).statusCode).toBe(401)
  })

  test.each(['unknown', '%00'])('at a restaurant %s is not found', async id => {
    const { member, client } = await newScene()
    const response = await client.get(path(id, member.id))
    expect([response.statusCode, response.json().code]).toEqual([404, 'merchant_not_found'])
  })

  test('is none of a closed account', async () => {
    const { member, merchant, client } = await newScene()
    await flexOffer(member, merchant)
    await db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', member.id)
      .execute()
    const asked = await client.get(path(merchant.id, member.id))
    expect([asked.statusCode, asked.json()]).toEqual([200, { items: [] }])
  })

  test('is not found at another partner’s restaurant', async () => {
    const { member, client } = await newScene()
    const elsewhere = await newMerchant(app, app.newPartner())
    expect((await client.get(path(elsewhere.id, member.id))).statusCode).toBe(404)
  })

  test('is not found where the partner makes none, and its restaurants say nothing of any', async () => {
    const { merchant, member, client } = await newScene({ hasFlexOffers: false, hasMerchantFavorites: false })
    await flexOffer(member, merchant)
    const response = await client.get(path(merchant.id, member.id))
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    const [found] = (await search(client, '')).merchants
    expect(found).not.toHaveProperty('flexOffer')
    expect(found).not.toHaveProperty('favorite')
    expect(found?.offers).toEqual([])
  })
})
