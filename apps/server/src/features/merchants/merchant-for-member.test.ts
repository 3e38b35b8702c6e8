import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { selectMerchant } from './merchants.repository.ts'

/** It is March 10, 2026 here. */
const app = await createTestApp()
const { db } = app.database

/** A restaurant with offers of every kind, and a member it has something for. */
async function scene(options: { settings?: Record<string, unknown>; member?: object } = {}) {
  const partner = app.newPartner({ settings: options.settings ?? {} })
  const merchant = await newMerchant(app, partner)
  const member = await newMember(app, partner, options.member)
  const offer = { id: '', partnerId: partner.slug, merchantId: merchant.id, title: '', body: 'From 5 to 6.' }
  await db
    .insertInto('merchantOffers')
    .values([
      { ...offer, id: randomUUID(), title: 'Oysters at half price', startsOn: '2026-01-01', endsOn: null },
      { ...offer, id: randomUUID(), title: 'Last day', startsOn: '2026-03-01', endsOn: '2026-03-10' },
      { ...offer, id: randomUUID(), title: 'Over', startsOn: '2026-03-01', endsOn: '2026-03-09' },
      { ...offer, id: randomUUID(), title: 'Not yet', startsOn: '2026-03-11', endsOn: null },
    ])
    .execute()
  await db
    .insertInto('flexOffers')
    .values({
      id: randomUUID(),
      partnerId: partner.slug,
      memberId: member.id,
      merchantId: merchant.id,
      webMessageOfferAmount: '500 points',
      rewardValue: 250,
      startsOn: '2026-03-01',
      endsOn: '2026-03-31',
    })
    .execute()
  await db
    .insertInto('memberFavorites')
    .values({
      partnerId: partner.slug,
      memberId: member.id,
      merchantId: merchant.id,
      addedAt: app.clock.now(),
    })
    .execute()
  const path = `/api/v2/Merchants/${merchant.id}`
  return {
    partner,
    merchant,
    member,
    seenBy: async (memberId: string) =>
      (await (await signedInClient(app, partner, memberId)).get(path)).json(),
    seenByVisitor: async () => (await newClient(app, partner).get(path)).json(),
  }
}

describe('what a restaurant has for a member', () => {
  test('offers that are on today, the member’s own, and that it is saved', async () => {
    const { seenBy, member } = await scene({ settings: { hasFlexOffers: true, hasMerchantFavorites: true } })
    const seen = await seenBy(member.id)
    expect(seen.offers).toMatchObject([
      { title: 'Last day', type: 'Limited', endsOn: '2026-03-10' },
      { title: 'Oysters at half price', type: 'Unlimited', endsOn: null, text: 'From 5 to 6.' },
    ])
    expect(seen.flexOffer).toMatchObject({ webMessageOfferAmount: '500 points' })
    expect(seen.favorite).toBe(true)
  })

  test('is only what everyone gets, for another member', async () => {
    const { partner, seenBy } = await scene({ settings: { hasFlexOffers: true, hasMerchantFavorites: true } })
    const seen = await seenBy((await newMember(app, partner)).id)
    expect(seen.offers).toHaveLength(2)
    expect([seen.flexOffer, seen.favorite]).toEqual([null, false])
  })

  test('partner without the features -> left out', async () => {
    const { seenBy, member } = await scene({
      settings: { hasFlexOffers: false, hasMerchantFavorites: false },
    })
    const seen = await seenBy(member.id)
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['flexOffer']))
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['favorite']))
  })

  test.each(['offers', 'flexOffer', 'favorite', 'earnRate', 'yourMonth'])(
    'visitor: %s -> left out',
    async field => {
      const { seenByVisitor } = await scene()
      expect(Object.keys(await seenByVisitor())).not.toContain(field)
    },
  )

  test('a closed account is offered nothing', async () => {
    const { seenBy, member } = await scene({
      member: { memberType: 'ClosedAccountMember', closedAt: app.clock.now() },
    })
    const seen = await seenBy(member.id)
    for (const field of ['offers', 'flexOffer', 'favorite', 'earnRate'])
      expect(Object.keys(seen)).not.toContain(field)
  })

  test('comes with the restaurant in one statement', async () => {
    const { partner, merchant, member } = await scene()
    let statements = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const row = await selectMerchant(counting, partner.slug, merchant.id, {
      reviewCount: 5,
      now: app.clock.now(),
      memberId: member.id,
    })
    expect(row?.memberFields?.offers).toHaveLength(2)
    expect(statements).toBe(1)
  })
})

describe('events', () => {
  test('that are not over, by the clock on the restaurant’s wall, the soonest first', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    const event = { merchantId: merchant.id, body: 'With the grower.', url: '' }
    // It is 14:00 in New York.
    await db
      .insertInto('merchantEvents')
      .values([
        {
          ...event,
          id: randomUUID(),
          title: 'Next week',
          startsAt: '2026-03-17T19:00',
          endsAt: '2026-03-17T22:00',
        },
        {
          ...event,
          id: randomUUID(),
          title: 'Going on',
          startsAt: '2026-03-10T12:00',
          endsAt: '2026-03-10T14:01',
        },
        {
          ...event,
          id: randomUUID(),
          title: 'Just over',
          startsAt: '2026-03-10T12:00',
          endsAt: '2026-03-10T14:00',
        },
      ])
      .execute()
    const { events } = (await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)).json()
    expect(events).toMatchObject([
      {
        title: 'Going on',
        startsAt: '2026-03-10T12:00',
        endsAt: '2026-03-10T14:01',
        text: 'With the grower.',
      },
      { title: 'Next week', startsAt: '2026-03-17T19:00' },
    ])
  })
})
