import { randomUUID } from 'node:crypto'
import type { MemberPick } from '@dineward/core/picks/picks.contract.ts'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { contextOfMember } from '../reservations/member-context.service.ts'
import { selectPickFacts } from './picks.read.ts'
import { listPicks } from './picks.service.ts'

/** It is Tuesday, March 10, 2026 here. The member of a network lives a mile and a half from new restaurants. */
const app = await createTestApp()
const { db } = app.database

async function newDiner(options: Parameters<typeof newCardNetwork>[1] = {}) {
  const network = await newCardNetwork(app, { settings: { hasFlexOffers: true }, ...options })
  return { network, client: await signedInClient(app, network.partner, network.memberId) }
}

const dineOn = (network: CardNetwork, date: string) =>
  network.deliver('transaction.clearing', { id: randomUUID(), datetime: `${date}T19:30:00` })

async function picksOf(client: TestClient): Promise<[string, MemberPick['reason']][]> {
  const response = await client.get('/api/Member/Picks')
  expect(response.statusCode).toBe(200)
  const { items }: { items: MemberPick[] } = response.json()
  return items.map(({ merchant, reason }) => [merchant.name, reason])
}

const offerOf = (
  { partner, memberId }: Pick<CardNetwork, 'partner' | 'memberId'>,
  merchantId: string,
  overrides = {},
) => ({
  id: randomUUID(),
  partnerId: partner.slug,
  memberId,
  merchantId,
  webMessageOfferAmount: '2x rewards',
  rewardKind: 'multiplier' as const,
  rewardValue: 2,
  startsOn: '2026-03-01',
  endsOn: '2026-03-15',
  ...overrides,
})

describe('picks of a member', () => {
  test('two visits to an Italian place -> an Italian one because of it, another one as new', async () => {
    const { network, client } = await newDiner()
    await newMerchant(app, network.partner, { name: 'Osteria', rating: 4.8 })
    await newMerchant(app, network.partner, { name: 'Chai', cuisines: ['Indian'] })
    await dineOn(network, '2026-02-01')
    await dineOn(network, '2026-02-08')
    expect(await picksOf(client)).toEqual([
      ['Osteria', { kind: 'liked', merchantId: network.merchant.id, merchantName: 'Casa Lumen' }],
      ['Chai', { kind: 'new' }],
    ])
  })

  test('refunded visits -> not liked', async () => {
    const { network, client } = await newDiner()
    await newMerchant(app, network.partner, { name: 'Osteria' })
    for (const date of ['2026-02-01', '2026-02-08']) {
      const id = randomUUID()
      await network.deliver('transaction.clearing', { id, datetime: `${date}T19:30:00` })
      await network.deliver('transaction.refund', {
        id: randomUUID(),
        amount: -42.5,
        originalTransactionId: id,
        datetime: `${date}T20:30:00`,
      })
    }
    expect((await picksOf(client)).map(([, { kind }]) => kind)).not.toContain('liked')
  })

  test('no visits -> well rated places near home, none far away, coming or left', async () => {
    const { network, client } = await newDiner()
    const { partner } = network
    await newMerchant(app, partner, { name: 'Plain', rating: 3.9 })
    await newMerchant(app, partner, { name: 'Far', latitude: 34.05, longitude: -118.24 })
    await newMerchant(app, partner, { name: 'Coming' }, { joinedOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Left' }, { leftOn: '2026-03-10' })
    expect(await picksOf(client)).toEqual([['Casa Lumen', { kind: 'rated' }]])
  })

  test('home is not known -> nothing', async () => {
    const { client } = await newDiner({ member: { zipCode: '' } })
    expect(await picksOf(client)).toEqual([])
  })

  test('closed account -> nothing', async () => {
    const { client } = await newDiner({
      member: { memberType: 'ClosedAccountMember', closedAt: new Date('2026-01-01T00:00:00Z') },
    })
    expect(await picksOf(client)).toEqual([])
  })

  test('member fields and distance from home come with the restaurant', async () => {
    const { client } = await newDiner()
    const [pick] = (await client.get('/api/Member/Picks')).json().items
    expect(pick.merchant).toMatchObject({ earnRate: { text: '3 points per $1' }, offers: [], distance: 1.57 })
  })
})

test('offers, a bonus and visits -> three statements', async () => {
  const { network } = await newDiner()
  const { partner, memberId, merchant } = network
  await db.insertInto('flexOffers').values(offerOf(network, merchant.id)).execute()
  await newMerchant(app, partner, { name: 'Osteria' })
  await dineOn(network, '2026-01-20')
  const ctx = await contextOfMember(app.context(partner), memberId)
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { searchIndex } = app
  expect(await listPicks({ ...ctx, db: counting, searchIndex })).toHaveLength(2)
  expect(statements).toBe(3)
})

describe('a pick with an offer', () => {
  test('unused offer that runs -> its amount and end', async () => {
    const { network, client } = await newDiner()
    const offer = offerOf(network, network.merchant.id, { minimumSpendCents: 4_000 })
    await db.insertInto('flexOffers').values(offer).execute()
    expect(await picksOf(client)).toEqual([
      [
        'Casa Lumen',
        {
          kind: 'offer',
          id: offer.id,
          amount: '2x rewards',
          times: 2,
          minimumSpendCents: 4_000,
          endsOn: '2026-03-15',
          daysLeft: 5,
        },
      ],
    ])
  })

  test('a dine used the offer -> not promised again', async () => {
    const { network, client } = await newDiner()
    await db
      .insertInto('flexOffers')
      .values(offerOf(network, network.merchant.id, { startsOn: '2026-02-01' }))
      .execute()
    await dineOn(network, '2026-02-01')
    expect((await picksOf(client)).map(([, { kind }]) => kind)).not.toContain('offer')
  })

  test.each([
    ['another member’s', {}, async (network: CardNetwork) => (await newMember(app, network.partner)).id],
    ['over', { endsOn: '2026-03-09' }, async (network: CardNetwork) => network.memberId],
  ])('offer is %s -> no reason', async (_case, overrides, ownerOf) => {
    const { network, client } = await newDiner()
    const memberId = await ownerOf(network)
    await db
      .insertInto('flexOffers')
      .values(offerOf({ ...network, memberId }, network.merchant.id, overrides))
      .execute()
    expect(await picksOf(client)).toEqual([['Casa Lumen', { kind: 'rated' }]])
  })

  test('restaurant does not earn on each day until the end -> no reason', async () => {
    const { network, client } = await newDiner({ terms: { benefitDays: ['Tue'] } })
    await db.insertInto('flexOffers').values(offerOf(network, network.merchant.id)).execute()
    expect(await picksOf(client)).toEqual([['Casa Lumen', { kind: 'rated' }]])
  })

  test('program has no offers any more -> no reason', async () => {
    const { network, client } = await newDiner({ settings: { hasFlexOffers: false } })
    await db.insertInto('flexOffers').values(offerOf(network, network.merchant.id)).execute()
    expect(await picksOf(client)).toEqual([['Casa Lumen', { kind: 'rated' }]])
  })
})

describe('a pick for a bonus', () => {
  const bonus = {
    code: 'SPRING2',
    description: 'Dine twice for {reward}',
    reward: { kind: 'fixed', units: 500 },
    dines: 2,
  }
  const enrolled = async (overrides = {}) => {
    const diner = await newDiner({ settings: { bonuses: [{ ...bonus, ...overrides }] } })
    const { memberId, partner } = diner.network
    expect((await diner.client.send('POST', '/api/Member/Bonus/SPRING2')).statusCode).toBe(200)
    // Dines of the last month count.
    await db
      .updateTable('memberBonuses')
      .set({ enrolledAt: new Date('2026-02-01T00:00:00Z') })
      .where('partnerId', '=', partner.slug)
      .where('memberId', '=', memberId)
      .execute()
    return diner
  }

  test('one dine is missing -> completes it, and the dine does', async () => {
    const { network, client } = await enrolled()
    await dineOn(network, '2026-02-08')
    const [[name, reason] = []] = await picksOf(client)
    expect([name, reason]).toEqual([
      'Casa Lumen',
      {
        kind: 'bonus',
        code: 'SPRING2',
        description: 'Dine twice for 500 points',
        completes: true,
        minimumSpendCents: 0,
      },
    ])
    await dineOn(network, '2026-03-10')
    expect(await network.balance()).toBe(127 + 127 + 500)
    expect((await picksOf(client)).map(([, { kind }]) => kind)).not.toContain('bonus')
  })

  test('only another restaurant counts -> that one', async () => {
    const { network, client } = await enrolled({ merchantIds: ['nowhere'] })
    await dineOn(network, '2026-02-08')
    expect((await picksOf(client)).map(([, { kind }]) => kind)).not.toContain('bonus')
  })
})

describe('not for me', () => {
  test('hidden -> not picked; shown again -> picked; both are idempotent', async () => {
    const { network, client } = await newDiner()
    const path = `/api/Member/HiddenPicks/${network.merchant.id}`
    for (const _time of [1, 2]) {
      const response = await client.send('PUT', path)
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { merchantId: network.merchant.id, hidden: true },
      ])
    }
    expect(await picksOf(client)).toEqual([])
    const other = await signedInClient(app, network.partner, (await newMember(app, network.partner)).id)
    await other.send('DELETE', path)
    expect(await picksOf(client)).toEqual([])
    expect(await picksOf(other)).toHaveLength(1)
    for (const _time of [1, 2]) expect((await client.send('DELETE', path)).json().hidden).toBe(false)
    expect(await picksOf(client)).toHaveLength(1)
  })

  test('hidden ones are in the export', async () => {
    const { network, client } = await newDiner()
    await client.send('PUT', `/api/Member/HiddenPicks/${network.merchant.id}`)
    expect((await client.get('/api/Member/Export')).json().sections.hiddenPicks).toMatchObject([
      { merchantId: network.merchant.id },
    ])
  })

  test.each(['unknown', '%00', '__proto__', '..%2F..%2Fetc'])(
    'restaurant %s is not known -> 404',
    async id => {
      const { client } = await newDiner()
      const response = await client.send('PUT', `/api/Member/HiddenPicks/${id}`)
      expect([response.statusCode, response.json().code]).toEqual([404, 'merchant_not_found'])
    },
  )

  test('restaurant of another partner, an id of 101 characters, no token, a visitor -> refused', async () => {
    const { network, client } = await newDiner()
    const path = (id: string) => `/api/Member/HiddenPicks/${id}`
    const elsewhere = await newMerchant(app, app.newPartner())
    expect((await client.send('PUT', path(elsewhere.id))).statusCode).toBe(404)
    expect((await client.send('PUT', path('x'.repeat(101)))).statusCode).toBe(400)
    expect((await client.send('PUT', path(network.merchant.id), undefined, {})).statusCode).toBe(403)
    const visitor = newClient(app, network.partner)
    expect((await visitor.send('PUT', path(network.merchant.id))).statusCode).toBe(401)
    expect((await visitor.get('/api/Member/Picks')).statusCode).toBe(401)
    expect((await client.get('/api/Member/Picks?limit=9')).statusCode).toBe(400)
    expect(await picksOf(client)).toHaveLength(1)
  })
})

test('restaurants and dines of another program -> not known here', async () => {
  const { network } = await newDiner()
  await dineOn(network, '2026-02-01')
  const elsewhere = await newDiner()
  const key = { partnerId: elsewhere.network.partner.slug, memberId: elsewhere.network.memberId }
  const facts = await selectPickFacts(db, { ...key, now: app.clock.now() })
  expect(facts).toMatchObject({ visits: [], hiddenIds: [], bonuses: [], offerPlaceIds: [] })
})
