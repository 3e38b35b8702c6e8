import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { search } from '../search/search-for-test.ts'

const app = await createTestApp()
const saved = '/api/Member/Favorites'

async function newScene(settings: object = {}) {
  const partner = app.newPartner({ settings: { hasMerchantFavorites: true, ...settings } })
  const member = await newMember(app, partner)
  return { partner, member, client: await signedInClient(app, partner, member.id) }
}

describe('a member', () => {
  test('saved restaurants: listed newest first', async () => {
    const { partner, client } = await newScene()
    const [first, second] = [
      await newMerchant(app, partner, { name: 'First' }),
      await newMerchant(app, partner, { name: 'Second' }),
    ]
    await newMerchant(app, partner, { name: 'Never saved' })
    const response = await client.send('PUT', `${saved}/${first.id}`)
    expect([response.statusCode, response.json()]).toEqual([200, { merchantId: first.id, favorite: true }])
    app.clock.advance(1_000)
    await client.send('PUT', `${saved}/${second.id}`)
    const { items } = (await client.get(saved)).json()
    expect(items).toMatchObject([
      { name: 'Second', favorite: true, distance: null, leftOn: null },
      { name: 'First', favorite: true, earnRate: { text: expect.any(String) } },
    ])
    expect(items).toHaveLength(2)
  })

  test('more than a page of 500: each once, the newest first, with the total; a page past the last is empty', async () => {
    const { partner, member, client } = await newScene()
    const { id } = await newMerchant(app, partner)
    await saveMany(partner.slug, member.id, { like: id, count: 501 })
    const [first, second, third] = [
      (await client.get(saved)).json(),
      (await client.get(`${saved}?pageNo=2`)).json(),
      (await client.get(`${saved}?pageNo=3`)).json(),
    ]
    expect([first.total, second.total]).toEqual([501, 501])
    const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id)
    expect(new Set(ids).size).toBe(501)
    expect(second.items).toHaveLength(1)
    expect(third).toEqual({ items: [], total: 0 })
  })

  test.each(['0', '-1', '1.5', 'two', '1000000001'])('page %s -> 400', async pageNo => {
    const { client } = await newScene()
    expect((await client.get(`${saved}?pageNo=${pageNo}`)).statusCode).toBe(400)
  })

  test('unknown parameter: rejected by name', async () => {
    const { client } = await newScene()
    const response = await client.get(`${saved}?sortBy=name`)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, 'sortBy'])
  })

  test('saving or removing twice: same as once', async () => {
    const { partner, client } = await newScene()
    const [first, second] = [await newMerchant(app, partner), await newMerchant(app, partner)]
    for (const { id } of [first, second, first]) {
      expect((await client.send('PUT', `${saved}/${id}`)).statusCode).toBe(200)
      app.clock.advance(1_000)
    }
    const ids = async () => (await client.get(saved)).json().items.map(({ id }: { id: string }) => id)
    expect(await ids()).toEqual([second.id, first.id])
    for (let times = 0; times < 2; times++) {
      const response = await client.send('DELETE', `${saved}/${second.id}`)
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { merchantId: second.id, favorite: false },
      ])
    }
    expect(await ids()).toEqual([first.id])
  })

  test('concurrent saves: one favorite', async () => {
    const { partner, client } = await newScene()
    const { id } = await newMerchant(app, partner)
    const headers = { 'x-xsrf-token': (await client.get('/api/CSRF')).json().csrfToken }
    const saving = Array.from({ length: 8 }, () => client.send('PUT', `${saved}/${id}`, undefined, headers))
    const answers = await Promise.all(saving)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect((await client.get(saved)).json().items).toHaveLength(1)
  })

  test('restaurant that left: still listed, with leftOn and without offers', async () => {
    const { partner, client } = await newScene()
    const { id } = await newMerchant(app, partner, {}, { leftOn: '2026-03-01' })
    await app.database.db
      .insertInto('merchantOffers')
      .values({
        id: `offer ${id}`,
        partnerId: partner.slug,
        merchantId: id,
        title: 'Gone',
        body: '',
        startsOn: '2026-01-01',
        endsOn: null,
      })
      .execute()
    expect((await client.send('PUT', `${saved}/${id}`)).statusCode).toBe(200)
    expect((await client.get(saved)).json().items).toMatchObject([{ id, leftOn: '2026-03-01', offers: [] }])
  })

  test('closed account: lists favorites without offers', async () => {
    const { partner, member, client } = await newScene()
    const { id } = await newMerchant(app, partner)
    await client.send('PUT', `${saved}/${id}`)
    await app.database.db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', member.id)
      .execute()
    const [item] = (await client.get(saved)).json().items
    expect(item).toMatchObject({ id })
    for (const key of ['offers', 'flexOffer', 'earnRate']) expect(item).not.toHaveProperty(key)
  })

  test('another member: sees and removes nothing', async () => {
    const { partner, client } = await newScene()
    const { id } = await newMerchant(app, partner)
    await client.send('PUT', `${saved}/${id}`)
    const other = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect((await other.get(saved)).json().items).toEqual([])
    expect((await other.send('DELETE', `${saved}/${id}`)).statusCode).toBe(200)
    expect((await client.get(saved)).json().items).toHaveLength(1)
  })

  test('search: marks favorites', async () => {
    const { partner, client } = await newScene()
    const [one, two] = [
      await newMerchant(app, partner, { name: 'One' }),
      await newMerchant(app, partner, { name: 'Two' }),
    ]
    await client.send('PUT', `${saved}/${two.id}`)
    const { merchants } = await search(client, 'sortBy=name')
    expect(merchants.map(({ id, favorite }) => [id, favorite])).toEqual([
      [one.id, false],
      [two.id, true],
    ])
    const visitor = await search(newClient(app, partner), 'sortBy=name')
    expect(visitor.merchants.map(({ favorite }) => favorite)).toEqual([undefined, undefined])
  })
})

describe('cannot be saved', () => {
  test.each(['unknown', '%00', '__proto__', '..%2F..%2Fetc'])(
    'a restaurant %s that there is not',
    async id => {
      const { client } = await newScene()
      const response = await client.send('PUT', `${saved}/${id}`)
      expect([response.statusCode, response.json().code]).toEqual([404, 'merchant_not_found'])
    },
  )

  test('a restaurant of another partner', async () => {
    const { client } = await newScene()
    const elsewhere = await newMerchant(app, app.newPartner())
    const response = await client.send('PUT', `${saved}/${elsewhere.id}`)
    expect([response.statusCode, response.json().code]).toEqual([404, 'merchant_not_found'])
    expect((await client.get(saved)).json().items).toEqual([])
  })

  test('an id of 101 characters', async () => {
    const { client } = await newScene()
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await client.send(method, `${saved}/${'x'.repeat(101)}`)).statusCode).toBe(400)
  })

  test('anything without the anti-forgery token, or by a visitor', async () => {
    const { partner, client } = await newScene()
    const { id } = await newMerchant(app, partner)
    for (const method of ['PUT', 'DELETE'] as const) {
      const forged = await client.send(method, `${saved}/${id}`, undefined, {})
      expect([forged.statusCode, forged.json().code]).toEqual([403, 'csrf_invalid'])
      expect((await newClient(app, partner).send(method, `${saved}/${id}`)).statusCode).toBe(401)
    }
    expect((await client.get(saved)).json().items).toEqual([])
  })

  test('anything where the partner has no favorites', async () => {
    const { partner, client } = await newScene({ hasMerchantFavorites: false })
    const { id } = await newMerchant(app, partner)
    const answers = [
      await client.get(saved),
      await client.send('PUT', `${saved}/${id}`),
      await client.send('DELETE', `${saved}/${id}`),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })
})

/** It saves copies of a restaurant of the program. */
async function saveMany(
  partnerId: string,
  memberId: string,
  { like, count }: { like: string; count: number },
): Promise<void> {
  const { db } = app.database
  await sql`
    insert into merchants (id, source, source_id, name, cuisines, price_range, street, city, state, zip_code, timezone,
      latitude, longitude, hours, menu, meals_served, features, search_text, updated_at)
    select ${like} || '-' || number, 'saved', ${like} || number, 'Casa', '{}', 2, '', '', '', '', 'UTC', 0, 0, '{}', '[]', '{}',
      '{}', '', '2025-01-01'
    from generate_series(1, ${count}::integer) number`.execute(db)
  await sql`
    insert into merchant_participations
    select (jsonb_populate_record(terms, jsonb_build_object('merchant_id', ${like} || '-' || number))).*
    from merchant_participations terms, generate_series(1, ${count}::integer) number
    where terms.partner_id = ${partnerId} and terms.merchant_id = ${like}`.execute(db)
  await sql`
    insert into member_favorites (partner_id, member_id, merchant_id, added_at)
    select ${partnerId}, ${memberId}, ${like} || '-' || number, '2026-01-01'::timestamptz + number * interval '1 minute'
    from generate_series(1, ${count}::integer) number`.execute(db)
}
