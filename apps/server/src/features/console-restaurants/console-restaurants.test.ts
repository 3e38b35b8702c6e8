import type { RestaurantRow } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { factoryTerms, factsForTest } from '../../testing/access/console-restaurants-cases.ts'
import { auditedActions, auditedEntries } from '../../testing/audit-entries.ts'
import { newMerchant } from '../../testing/factories.ts'
import { newDraftId } from '../../testing/offers-for-test.ts'
import { joinProgramOf } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'

const app = await createTestApp()
const { db } = app.database
const today = () => app.clock.now().toISOString().slice(0, 10)
const reason = 'Agreed with the owner'

const show = async (client: TestClient, id: string) =>
  (await client.get(`/api/Console/Restaurants/${id}`)).json().restaurant

describe('list', () => {
  const names = async (client: TestClient, query: string): Promise<string[]> =>
    (await client.get(`/api/Console/Restaurants?${query}`))
      .json()
      .restaurants.map(({ name }: RestaurantRow) => name)

  test('by word, id, MID, city, state, status and what is missing', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const one = await newMerchant(app, partner, { name: 'Zoë’s 100% Café', city: 'Albany' })
    const left = await newMerchant(app, partner, { name: 'Old Place' }, { leftOn: '2024-01-01' })
    await newMerchant(app, partner, { name: 'Soon', state: 'NJ' }, { joinedOn: '2099-01-01' })
    expect(await names(client, '')).toEqual(['Old Place', 'Soon', 'Zoë’s 100% Café'])
    for (const query of ['query=zoes', `query=${one.id}`, `query=${one.mid}`, 'query=100%25', 'city=alb'])
      expect([query, await names(client, query)]).toEqual([query, [one.name]])
    expect(await names(client, 'query=1%250')).toEqual([])
    expect(await names(client, 'state=nj')).toEqual(['Soon'])
    expect(await names(client, 'status=left')).toEqual([left.name])
    expect(await names(client, 'status=coming')).toEqual(['Soon'])
    expect(await names(client, 'status=active')).toEqual([one.name])
    expect(await names(client, 'missing=photo')).toHaveLength(3)
    expect(await names(client, 'missing=mid')).toEqual([])
    expect(await names(client, `partner=${partner.slug}`)).toHaveLength(3)
  })

  test('more than an answer holds -> pages without gaps', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'viewer', partner.slug)
    const sample = await newMerchant(app, partner)
    const { mid: _mid, dishes: _dishes, ...row } = sample
    const copies = Array.from({ length: 449 }, (_, index) => ({
      ...row,
      id: `${sample.id}-${index}`,
      sourceId: `${sample.id}-${index}`,
      name: `Same ${index % 7}`,
      hours: '{}',
      menu: '[]',
    }))
    await db.insertInto('merchants').values(copies).execute()
    await db
      .insertInto('merchantParticipations')
      .values(copies.map(({ id }) => ({ partnerId: partner.slug, merchantId: id, ...factoryTerms })))
      .execute()
    const found: RestaurantRow[] = []
    let next: string | null = ''
    const sizes: number[] = []
    while (next !== null) {
      const after: string = next === '' ? '' : `?after=${encodeURIComponent(next)}`
      const answer = (await client.get(`/api/Console/Restaurants${after}`)).json()
      if (sizes.length === 0) expect(answer.total).toBe(450)
      sizes.push(answer.restaurants.length)
      found.push(...answer.restaurants)
      next = answer.next
    }
    expect(sizes).toEqual([200, 200, 50])
    expect(new Set(found.map(({ id }) => id)).size).toBe(450)
    expect((await client.get('/api/Console/Restaurants?after=x')).statusCode).toBe(400)
  })

  test('staff of all programs -> also restaurants of none', async () => {
    const { id } = await newMerchant(app, app.newPartner())
    await db.deleteFrom('merchantParticipations').where('merchantId', '=', id).execute()
    const all = await consoleClient(app, 'restaurants')
    expect((await all.get(`/api/Console/Restaurants?query=${id}&status=none`)).json().total).toBe(1)
    const one = await consoleClient(app, 'restaurants', app.newPartner().slug)
    expect((await one.get(`/api/Console/Restaurants?query=${id}`)).json().total).toBe(0)
    expect((await one.get(`/api/Console/Restaurants/${id}`)).statusCode).toBe(404)
  })
})

describe('create', () => {
  const bodyFor = (partner: { slug: string }, changes: object = {}) => ({
    draftId: newDraftId(),
    facts: factsForTest,
    partner: partner.slug,
    terms: { ...factoryTerms, joinedOn: today() },
    mid: newDraftId(),
    ...changes,
  })

  test.each([
    [
      'a ZIP code',
      'zipCode=85004&city=Boston&state=MA',
      { label: '85004 (Phoenix, AZ)', timezone: 'America/Phoenix' },
    ],
    ['a city', 'zipCode=00000&city=Boston&state=MA', { label: 'Boston, MA', timezone: 'America/New_York' }],
    ['neither', 'zipCode=00000', null],
  ])('place: %s -> its middle, as a first pin', async (_case, query, expected) => {
    const client = await consoleClient(app, 'restaurants', app.newPartner().slug)
    const { place } = (await client.get(`/api/Console/RestaurantPlace?${query}`)).json()
    if (!expected) return expect(place).toBeNull()
    expect(place).toMatchObject({ ...expected, latitude: expect.any(Number), longitude: expect.any(Number) })
  })

  test('by staff of the program -> on its site, in search, known by its MID, audited; once per draft', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const body = bodyFor(partner)
    const response = await client.send('POST', '/api/Console/Restaurants', body)
    const { restaurant } = response.json()
    expect([response.statusCode, restaurant.facts]).toEqual([201, factsForTest])
    expect(restaurant.participations).toMatchObject([{ partner: partner.slug, status: 'active' }])
    expect(restaurant.id).toMatch(/^casa-nueva-new-york-\w{6}$/)
    const again = await client.send('POST', '/api/Console/Restaurants', body)
    expect(again.json().restaurant.id).toBe(restaurant.id)

    const site = newClient(app, partner)
    expect((await site.get(`/api/v2/Merchants/${restaurant.id}`)).json().name).toBe('Casa Nueva')
    const place = { mid: body.mid, localDate: today() }
    expect(await findMerchantForEvent({ db, partner }, place)).toMatchObject({ id: restaurant.id })
    expect(await auditedActions(app, restaurant.id)).toEqual([
      'merchant.create',
      'merchant.terms',
      'merchant.mid',
    ])
    const similar = await client.get(
      '/api/Console/SimilarRestaurants?name=CASA%20nueva&street=14%20bleecker%20st&zipCode=10012',
    )
    expect(similar.json().restaurants).toMatchObject([{ id: restaurant.id }])
  })

  test('broken facts, a start in the past, the MID of another, another program -> refused, nothing made', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const { mid } = await newMerchant(app, app.newPartner())
    const statusOf = async (changes: object) =>
      (await client.send('POST', '/api/Console/Restaurants', bodyFor(partner, changes))).statusCode
    expect(await statusOf({ facts: { ...factsForTest, name: '' } })).toBe(400)
    expect(await statusOf({ terms: { ...factoryTerms, joinedOn: '2020-01-01' } })).toBe(400)
    expect(await statusOf({ mid })).toBe(400)
    expect(await statusOf({ partner: app.newPartner().slug })).toBe(404)
    expect((await client.get('/api/Console/Restaurants')).json().total).toBe(0)
  })
})

describe('facts', () => {
  test('a change -> on the site, audited with what changed only', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const { version } = await show(client, merchant.id)
    const hours = { Fri: [{ opens: '17:00', closes: '01:00' }] }
    const url = `/api/Console/Restaurants/${merchant.id}`
    const response = await client.send('PUT', url, {
      version,
      facts: { hours, city: 'New York' },
      reason: 'Hours of this year',
    })
    expect(response.json().restaurant.facts).toMatchObject({ hours, name: 'Casa Lumen' })
    expect((await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)).json()).toMatchObject({
      hours,
    })
    expect(await auditedEntries(app, merchant.id)).toMatchObject([
      { action: 'merchant.facts', before: { hours: {} }, after: { hours }, reason: 'Hours of this year' },
    ])
  })

  test('two people -> the second is told, and wins with the version of the first', async () => {
    const partner = app.newPartner()
    const { id } = await newMerchant(app, partner)
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const { version } = await show(client, id)
    const put = (facts: object, seen: string) =>
      client.send('PUT', `/api/Console/Restaurants/${id}`, { version: seen, facts })
    expect((await put({ phone: '1' }, version)).statusCode).toBe(200)
    const stale = await put({ phone: '2' }, version)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile'])
    const second = await put({ phone: '2' }, (await show(client, id)).version)
    expect(second.json().restaurant.facts.phone).toBe('2')
  })

  test('also in a program of others -> theirs to change as well; staff of both may', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const { id } = await newMerchant(app, partner)
    await joinProgramOf(app, other, id)
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const restaurant = await show(client, id)
    expect(restaurant.canChangeFacts).toBe(false)
    expect(restaurant.participations).toHaveLength(1)
    const body = { version: restaurant.version, facts: { phone: '1' } }
    const refused = await client.send('PUT', `/api/Console/Restaurants/${id}`, body)
    expect(refused.statusCode).toBe(403)
    const all = await consoleClient(app, 'restaurants')
    expect((await all.send('PUT', `/api/Console/Restaurants/${id}`, body)).statusCode).toBe(200)
  })
})

describe('terms', () => {
  test('leave and return -> the terms of then are kept, and dines of each day go by theirs', async () => {
    const partner = app.newPartner()
    const { id } = await newMerchant(app, partner)
    const put = async (changes: object) => {
      // Days pass, and sessions with them.
      const client = await consoleClient(app, 'restaurants', partner.slug)
      const [{ version, ...before }] = (await show(client, id)).participations
      const terms = Object.fromEntries(Object.keys(factoryTerms).map(key => [key, before[key]]))
      const body = { version, terms: { ...terms, ...changes }, reason }
      return client.send('PUT', `/api/Console/Restaurants/${id}/Participations/${partner.slug}`, body)
    }
    const start = app.clock.now()
    try {
      const [first] = [today()]
      expect((await put({ maxVisitsPerMonth: 2 })).statusCode).toBe(200)
      app.clock.advance(86_400_000 * 10)
      const leaving = today()
      expect((await put({ leftOn: leaving })).statusCode).toBe(200)
      expect((await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json().leftOn).toBe(leaving)
      app.clock.advance(86_400_000 * 10)
      expect((await put({ leftOn: null })).statusCode).toBe(400)
      const back = today()
      const response = await put({ leftOn: null, joinedOn: back, maxVisitsPerMonth: 5 })
      expect(response.json().restaurant.participations).toMatchObject([
        {
          status: 'active',
          joinedOn: back,
          termsFrom: back,
          leftOn: null,
          maxVisitsPerMonth: 5,
          former: [
            { validFrom: first, leftOn: leaving, maxVisitsPerMonth: 2, cause: 'joined_again' },
            { validFrom: '2020-01-01', leftOn: null, maxVisitsPerMonth: null, cause: 'terms_changed' },
          ],
        },
      ])
      const termsOn = async (localDate: string) =>
        (await findMerchantForEvent({ db, partner }, { merchantId: id, localDate }))?.participation
      expect(await termsOn('2020-06-01')).toMatchObject({ maxVisitsPerMonth: null, leftOn: null })
      expect(await termsOn(leaving)).toMatchObject({ maxVisitsPerMonth: 2, leftOn: leaving })
      expect(await termsOn(back)).toMatchObject({ maxVisitsPerMonth: 5, joinedOn: back })
      expect((await auditedEntries(app, id)).map(({ reason: why }) => why)).toEqual([reason, reason, reason])
    } finally {
      app.clock.set(start)
    }
  })

  test('staff of all programs -> a program that it was not in; a stale version -> 409; no reason -> 400', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const { id } = await newMerchant(app, partner)
    const all = await consoleClient(app, 'restaurants')
    const url = `/api/Console/Restaurants/${id}/Participations/${other.slug}`
    const body = { version: null, terms: { ...factoryTerms, joinedOn: today() }, reason }
    expect((await all.send('PUT', url, { ...body, reason: ' ' })).statusCode).toBe(400)
    expect((await all.send('PUT', url, body)).statusCode).toBe(200)
    expect((await all.send('PUT', url, body)).statusCode).toBe(409)
    expect((await newClient(app, other).get(`/api/v2/Merchants/${id}`)).statusCode).toBe(200)
    const stranger = app.newPartner()
    const client = await consoleClient(app, 'restaurants', stranger.slug)
    const elsewhere = `/api/Console/Restaurants/${id}/Participations/${stranger.slug}`
    expect((await client.send('PUT', elsewhere, body)).statusCode).toBe(404)
  })
})

describe('MIDs', () => {
  test('add one of its own, of another, and end it', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const { id } = await newMerchant(app, partner)
    const other = await newMerchant(app, partner)
    const add = (mid: string) => client.send('POST', `/api/Console/Restaurants/${id}/Mids`, { mid, reason })
    expect((await add('T 1')).statusCode).toBe(400)
    expect((await add(other.mid)).statusCode).toBe(400)
    const mid = newDraftId()
    expect((await add(mid)).json().restaurant.mids).toContainEqual({ mid, validFrom: today(), validTo: null })
    const end = () => client.send('POST', `/api/Console/Restaurants/${id}/Mids/${mid}/End`, { reason })
    expect((await end()).json().restaurant.mids).toContainEqual({
      mid,
      validFrom: today(),
      validTo: today(),
    })
    expect((await end()).statusCode).toBe(404)
    expect(await findMerchantForEvent({ db, partner }, { mid, localDate: today() })).toBeNull()
    expect((await add(mid)).statusCode).toBe(200)
    expect(await findMerchantForEvent({ db, partner }, { mid, localDate: today() })).toMatchObject({ id })
  })
})
