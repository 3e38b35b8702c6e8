import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { newDraftId, offerForTest } from '../../testing/offers-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'

// It is March 10, 2026, 2 PM in New York.
const app = await createTestApp()
const reason = 'Asked for by the partner'
const dined = { datetime: '2026-03-10T19:30:00' }

const at = ({ slug }: Partner, rest = '') => `/api/Console/Programs/${slug}/Offers${rest}`

function define(client: TestClient, partner: Partner, changes: Partial<OfferDefinition> = {}) {
  const definition = { ...offerForTest, ...changes }
  return sendApproved(app, client, 'POST', at(partner), { id: newDraftId(), definition, reason })
}

async function defined(client: TestClient, partner: Partner, changes: Partial<OfferDefinition> = {}) {
  const response = await define(client, partner, changes)
  expect([200, 201], JSON.stringify(response.json())).toContain(response.statusCode)
  return response.json().offer
}

interface Seen {
  readonly id: string
  readonly version: string
  readonly definition: OfferDefinition
}

function change(client: TestClient, partner: Partner, seen: Seen, changes: Partial<OfferDefinition>) {
  const { id, version, definition } = seen
  const body = { definition: { ...definition, ...changes }, version, reason }
  return sendApproved(app, client, 'PUT', at(partner, `/${id}`), body)
}

const end = (client: TestClient, partner: Partner, { id, version }: Seen) =>
  client.send('POST', at(partner, `/${id}/End`), { version, reason })

const fieldsOf = (response: { json(): { fieldErrors?: { field: string }[] } }) =>
  (response.json().fieldErrors ?? []).map(({ field }) => field)

async function newProgram(like?: string) {
  const partner = app.newPartner({ ...(like ? { like } : {}), settings: { hasFlexOffers: true } })
  return { partner, client: await consoleClient(app, 'admin', partner.slug) }
}

async function withCard(): Promise<{ network: CardNetwork; partner: Partner; client: TestClient }> {
  const network = await newCardNetwork(app, { settings: { hasFlexOffers: true } })
  return {
    network,
    partner: network.partner,
    client: await consoleClient(app, 'admin', network.partner.slug),
  }
}

describe('from the console to the ledger', () => {
  test('for everyone: members see it, a dine earns it once, it is counted', async () => {
    const { network, partner, client } = await withCard()
    const { id, state } = await defined(client, partner, { merchantIds: [network.merchant.id] })
    expect(state).toBe('running')

    const page = await (await signedInClient(app, partner, network.memberId)).get(
      `/api/v2/Merchants/${network.merchant.id}`,
    )
    expect(page.json().flexOffer).toEqual({
      id,
      webMessageOfferAmount: '250 points',
      minimumSpendCents: 2_000,
      endsOn: '2026-03-31',
      isForEveryone: true,
    })
    await network.deliver('transaction.clearing', dined)
    expect(await network.balance()).toBe(127 + 250)
    await network.deliver('transaction.clearing', { datetime: '2026-03-10T20:30:00' })
    expect(await network.balance()).toBe(127 + 250 + 127)
    const { offers } = (await client.get(at(partner))).json()
    expect(offers).toMatchObject([{ id, uses: 1, units: 250, restaurants: 1, members: null }])
  })

  test('for some members: theirs alone', async () => {
    const { network, partner, client } = await withCard()
    const other = await newMember(app, partner)
    const offer = { merchantIds: [network.merchant.id], memberIds: [other.id] }
    const seen = await defined(client, partner, offer)
    await network.deliver('transaction.clearing', dined)
    expect(await network.balance()).toBe(127)
    const both = { ...seen.definition, memberIds: [other.id, network.memberId] }
    expect(fieldsOf(await change(client, partner, seen, both))).toEqual(['definition.memberIds'])
    await defined(client, partner, { ...offer, memberIds: [network.memberId] })
    await network.deliver('transaction.clearing', { datetime: '2026-03-10T20:30:00' })
    expect(await network.balance()).toBe(127 + 127 + 250)
  })

  test('ended: dines of today still earn it, later ones do not; nothing posted changes', async () => {
    const { network, partner, client } = await withCard()
    const seen = await defined(client, partner)
    const answer = await end(client, partner, seen)
    expect(answer.json().offer.definition).toEqual({ ...seen.definition, endsOn: '2026-03-10' })
    await network.deliver('transaction.clearing', { datetime: '2026-03-11T19:30:00' })
    expect(await network.balance()).toBe(127)
    await network.deliver('transaction.clearing', dined)
    expect(await network.balance()).toBe(127 + 127 + 250)
  })

  test('at a program without flex offers -> nothing is earned', async () => {
    const network = await newCardNetwork(app, { settings: { hasFlexOffers: false } })
    await defined(await consoleClient(app, 'admin', network.partner.slug), network.partner)
    await network.deliver('transaction.clearing', dined)
    expect(await network.balance()).toBe(127)
  })
})

describe('what changes', () => {
  test('before it begins: anything, with history; withdrawn: it is gone', async () => {
    const { partner, client } = await newProgram()
    const seen = await defined(client, partner, { startsOn: '2026-03-20' })
    expect(seen.state).toBe('coming')
    const changed = await change(client, partner, seen, { reward: { kind: 'multiplier', times: 3 } })
    expect(changed.json().offer).toMatchObject({ amount: '3x rewards', changed: { reason } })
    const { version } = changed.json().offer
    expect((await end(client, partner, { ...seen, version })).json()).toEqual({ offer: null })
    expect((await client.get(at(partner, `/${seen.id}`))).statusCode).toBe(404)
    const { changes } = (
      await client.get(`/api/Console/Programs/${partner.slug}/History?subject=${seen.id}`)
    ).json()
    expect(changes.map(({ action }: { action: string }) => action)).toEqual([
      'offer.withdraw',
      'offer.change',
      'offer.create',
    ])
    expect(changes[1]).toMatchObject({ before: seen.definition, after: { reward: { times: 3 } } })
  })

  test.each([
    ['name', { name: 'Dinners in March' }, 200],
    ['a later last day', { endsOn: '2026-04-30' }, 200],
    ['a last day that is over', { endsOn: '2026-03-11' }, 'definition.endsOn'],
    ['reward', { reward: { kind: 'fixed', units: 100 } }, 'definition.reward'],
    ['least bill', { minimumSpendCents: 0 }, 'definition.minimumSpendCents'],
    ['first day', { startsOn: '2026-03-12' }, 'definition.startsOn'],
  ] as const)('after it began: %s', async (_case, changes, expected) => {
    const { partner, client } = await newProgram()
    const seen = await defined(client, partner)
    app.clock.advance(days(2))
    const later = await consoleClient(app, 'admin', partner.slug)
    const response = await change(later, partner, seen, changes as Partial<OfferDefinition>)
    app.clock.advance(-days(2))
    expect(fieldsOf(response)[0] ?? response.statusCode).toBe(expected)
  })

  test('promised to a dine of tomorrow, as some networks date them -> as if it had begun', async () => {
    const { network, partner, client } = await withCard()
    const merchantIds = [network.merchant.id]
    const seen = await defined(client, partner, { startsOn: '2026-03-11', merchantIds })
    await network.deliver('transaction.auth', { datetime: '2026-03-11T19:30:00' })
    const cheaper = await change(client, partner, seen, { reward: { kind: 'fixed', units: 1 } })
    expect(fieldsOf(cheaper)).toEqual(['definition.reward'])
    expect((await end(client, partner, seen)).json()).toMatchObject({
      offer: { definition: { endsOn: '2026-03-11' } },
    })
  })

  test('by two people: the second one is told, and nothing is lost', async () => {
    const { partner, client } = await newProgram()
    const seen = await defined(client, partner)
    expect((await change(client, partner, seen, { name: 'Dinners' })).statusCode).toBe(200)
    for (const late of [change(client, partner, seen, { name: 'Lunches' }), end(client, partner, seen)])
      expect((await late).json().code).toBe('changed_meanwhile')
    const { offer } = (await client.get(at(partner, `/${seen.id}`))).json()
    expect(offer.definition.name).toBe('Dinners')
  })

  test('a budget: above what was promised it may be lowered; below -> 400 with the number; used up -> not shown', async () => {
    const { network, partner, client } = await withCard()
    const seen = await defined(client, partner, { merchantIds: [network.merchant.id], budgetUnits: 1_000 })
    await network.deliver('transaction.clearing', dined)
    const below = await change(client, partner, seen, {
      budgetUnits: 249,
      reward: { kind: 'fixed', units: 1 },
    })
    expect(below.statusCode).toBe(400)
    const exact = await change(client, partner, seen, { budgetUnits: 250 })
    expect(exact.statusCode).toBe(200)
    const member = await signedInClient(app, partner, network.memberId)
    const page = await member.get(`/api/v2/Merchants/${network.merchant.id}`)
    expect(page.json().flexOffer).toBeNull()
  })

  test('a percentage: a budget below what was promised -> 400 with the number', async () => {
    const { network, partner, client } = await withCard()
    const reward = { kind: 'percent' as const, percent: 10 }
    const seen = await defined(client, partner, {
      merchantIds: [network.merchant.id],
      reward,
      budgetUnits: 1_000,
    })
    await network.deliver('transaction.clearing', dined)
    const response = await change(client, partner, seen, { budgetUnits: 424 })
    expect(response.json().fieldErrors).toEqual([
      expect.objectContaining({
        field: 'definition.budgetUnits',
        message: expect.stringContaining('425 points'),
      }),
    ])
  })

  test('the same draft sent twice -> one offer', async () => {
    const { partner, client } = await newProgram()
    const body = { id: newDraftId(), definition: offerForTest, reason }
    for (const status of [200, 201])
      expect((await sendApproved(app, client, 'POST', at(partner), body)).statusCode).toBe(status)
    expect((await client.get(at(partner))).json().offers).toHaveLength(1)
  })
})

describe('refused', () => {
  test.each([
    ['without a name', { name: ' ' }, 'definition.name'],
    ['without a reward', { reward: { kind: 'fixed', units: 0 } }, 'definition.reward.units'],
    ['ends before it begins', { endsOn: '2026-03-09' }, 'definition.endsOn'],
    ['begins in the past', { startsOn: '2026-03-09' }, 'definition.startsOn'],
    ['on no day of the calendar', { endsOn: '2026-02-30' }, 'definition.endsOn'],
    ['at a restaurant of another program', { merchantIds: ['elsewhere'] }, 'definition.merchantIds'],
    ['to members, everywhere', { memberIds: ['ada'] }, 'definition.merchantIds'],
    ['to no member', { memberIds: [] }, 'definition.memberIds'],
    ['with a budget of nothing', { budgetUnits: 0 }, 'definition.budgetUnits'],
    ['with a budget below nothing', { budgetUnits: -250 }, 'definition.budgetUnits'],
    ['with a budget above sense', { budgetUnits: 10 ** 12 }, 'definition.budgetUnits'],
    ['with a budget below its reward', { budgetUnits: 249 }, 'definition.budgetUnits'],
    ['with a cap above the budget', { budgetUnits: 500, memberCapUnits: 501 }, 'definition.memberCapUnits'],
  ] as const)('%s -> 400 that names it', async (_case, changes, field) => {
    const { partner, client } = await newProgram()
    const response = await define(client, partner, changes as Partial<OfferDefinition>)
    expect([response.statusCode, fieldsOf(response)]).toEqual([400, [field]])
  })

  test('to a member of another program -> 400; without the permission to read members -> 403', async () => {
    const { partner, client } = await newProgram()
    const [stranger, own] = [await newMember(app, app.newPartner()), await newMember(app, partner)]
    const merchantIds = [(await newMerchant(app, partner)).id]
    const other = await define(client, partner, { merchantIds, memberIds: [stranger.id] })
    expect(fieldsOf(other)).toEqual(['definition.memberIds'])
    const content = await consoleClient(app, 'content', partner.slug)
    const named = await define(content, partner, { merchantIds, memberIds: [own.id] })
    expect(named.statusCode).toBe(403)
    expect((await define(content, partner, { merchantIds })).statusCode).toBe(200)
  })

  test('without a reason -> 400; without the permission -> 403; at another program -> 404', async () => {
    const [{ partner, client }, other] = [await newProgram(), await newProgram()]
    const body = { id: newDraftId(), definition: offerForTest, reason: ' ' }
    expect(fieldsOf(await client.send('POST', at(partner), body))).toEqual(['reason'])
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    expect((await define(viewer, partner)).statusCode).toBe(403)
    const seen = await defined(other.client, other.partner)
    expect((await define(client, other.partner)).statusCode).toBe(404)
    expect((await change(client, partner, seen, { name: 'Mine' })).statusCode).toBe(404)
    expect((await client.get(at(partner, `/${seen.id}`))).statusCode).toBe(404)
  })
})

describe('dry run', () => {
  test.each([
    [
      'above the least bill',
      5_000,
      '2026-03-12',
      { baseUnits: 150, offer: { units: 250, isThisOne: true }, totalUnits: 400 },
    ],
    ['below it', 1_999, '2026-03-12', { offer: null, totalUnits: 59 }],
    ['after its last day', 5_000, '2026-04-01', { offer: null, totalUnits: 150 }],
    [
      'before the restaurant joined',
      5_000,
      '2019-03-12',
      { offer: null, reasonCode: 'merchant_not_yet_joined', totalUnits: 0 },
    ],
  ])('%s', async (_case, spendCents, dinedOn, expected) => {
    const { partner, client } = await newProgram()
    const merchantId = (await newMerchant(app, partner)).id
    const offer = { id: null, definition: offerForTest }
    const body = { merchantId, spendCents, dinedOn, tier: 2, offer }
    const response = await client.send('POST', at(partner, '/Check'), body)
    expect(response.json()).toMatchObject(expected)
    expect((await client.get(at(partner))).json().offers).toEqual([])
  })

  test('a better one is open -> that one; changes of a stored one are tried in its place', async () => {
    const { partner, client } = await newProgram()
    const merchantId = (await newMerchant(app, partner)).id
    const seen = await defined(client, partner, { startsOn: '2026-03-11' })
    const dine = { merchantId, spendCents: 5_000, dinedOn: '2026-03-12', tier: 0 }
    const check = (id: string | null, units: number) => {
      const reward = { kind: 'fixed', units }
      const offer = { id, definition: { ...offerForTest, name: 'Another', reward, startsOn: '2026-03-11' } }
      return client.send('POST', at(partner, '/Check'), { ...dine, offer })
    }
    expect((await check(null, 100)).json()).toMatchObject({
      baseUnits: 25,
      offer: { name: 'Spring', units: 250 },
    })
    expect((await check(seen.id, 100)).json()).toMatchObject({ offer: { name: 'Another', units: 100 } })
  })
})

test('list: by state, name and restaurant', async () => {
  const { partner, client } = await newProgram()
  const merchantId = (await newMerchant(app, partner)).id
  const here = await defined(client, partner, { merchantIds: [merchantId], name: 'At Casa Lumen' })
  const everywhere = await defined(client, partner, { startsOn: '2026-03-20' })
  const listed = async (query: string) =>
    (await client.get(at(partner, `?${query}`))).json().offers.map(({ id }: { id: string }) => id)
  expect((await listed('')).toSorted()).toEqual([here.id, everywhere.id].toSorted())
  expect(await listed('state=running')).toEqual([here.id])
  expect(await listed('state=coming')).toEqual([everywhere.id])
  expect(await listed('query=casa')).toEqual([here.id])
  expect(await listed('merchantId=other')).toEqual([everywhere.id])
})
