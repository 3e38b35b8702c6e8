import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../../testing/test-client.ts'

const app = await createTestApp()
const path = '/api/Member/Lists'

async function newProgram() {
  const partner = app.newPartner({ settings: { hasMerchantFavorites: true } })
  return { partner, ...(await aMember(partner)) }
}

async function aMember(partner: Partner, overrides: object = {}) {
  const member = await newMember(app, partner, overrides)
  return { member, client: await signedInClient(app, partner, member.id) }
}

async function newList(client: TestClient, name = 'Date night', merchantIds: readonly string[] = []) {
  const { list } = (await client.send('POST', path, { name })).json()
  for (const id of merchantIds) {
    app.clock.advance(1_000)
    await client.send('PUT', `${path}/${list.id}/Places/${id}`)
  }
  return list.id as string
}

const share = async (client: TestClient, listId: string): Promise<string> =>
  (await client.send('PUT', `${path}/${listId}/Share`)).json().list.shareId
const items = async (client: TestClient, query = '') => (await client.get(path + query)).json().items
const namesIn = async (client: TestClient, url: string) =>
  (await client.get(url)).json().items.map(({ name }: { name: string }) => name)
const codeOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  json().code,
]

describe('a list', () => {
  test('is made, renamed and deleted', async () => {
    const { client } = await newProgram()
    const made = await client.send('POST', path, { name: '  Date\u202e night ' })
    const { list } = made.json()
    expect([made.statusCode, list]).toEqual([
      201,
      { id: expect.any(String), name: 'Date night', places: 0, shareId: null },
    ])
    const renamed = await client.send('PUT', `${path}/${list.id}`, { name: 'Anniversary' })
    expect(renamed.json().list).toEqual({ ...list, name: 'Anniversary' })
    expect(await items(client)).toEqual([{ ...list, name: 'Anniversary' }])
    for (let times = 0; times < 2; times++)
      expect((await client.send('DELETE', `${path}/${list.id}`)).statusCode).toBe(200)
    expect(await items(client)).toEqual([])
  })

  test('holds restaurants, the newest first, each once; those that left say so', async () => {
    const { partner, client } = await newProgram()
    const first = await newMerchant(app, partner, { name: 'First' })
    const left = await newMerchant(app, partner, { name: 'Left' }, { leftOn: '2026-03-01' })
    const listId = await newList(client, 'Both', [first.id, left.id, first.id])
    const { list, items: places } = (await client.get(`${path}/${listId}`)).json()
    expect(list.places).toBe(2)
    expect(places).toMatchObject([
      { name: 'Left', leftOn: '2026-03-01' },
      { name: 'First', leftOn: null, earnRate: { text: expect.any(String) } },
    ])
    expect(await items(client, `?merchantId=${first.id}`)).toMatchObject([{ hasPlace: true }])
    for (let times = 0; times < 2; times++)
      await client.send('DELETE', `${path}/${listId}/Places/${first.id}`)
    expect(await items(client, `?merchantId=${first.id}`)).toMatchObject([{ places: 1, hasPlace: false }])
  })

  test.each([{ name: '' }, { name: ' \u200b ' }, { name: 'x'.repeat(61) }, {}, { name: 'A', more: 1 }])(
    'cannot be called %j',
    async body => {
      const { client } = await newProgram()
      expect(codeOf(await client.send('POST', path, body))).toEqual([400, 'validation_failed'])
    },
  )

  test('takes no restaurant that is unknown here or of another program', async () => {
    const { client } = await newProgram()
    const listId = await newList(client)
    const elsewhere = await newMerchant(app, app.newPartner())
    for (const id of [elsewhere.id, 'unknown'])
      expect(codeOf(await client.send('PUT', `${path}/${listId}/Places/${id}`))).toEqual([
        404,
        'merchant_not_found',
      ])
  })

  test('another member, also of another program, neither reads nor changes it', async () => {
    const { partner, client } = await newProgram()
    const { id: merchantId } = await newMerchant(app, partner)
    const listId = await newList(client, 'Mine', [merchantId])
    for (const other of [(await aMember(partner)).client, (await newProgram()).client]) {
      const answers = [
        await other.get(`${path}/${listId}`),
        await other.send('PUT', `${path}/${listId}`, { name: 'Theirs' }),
        await other.send('PUT', `${path}/${listId}/Places/${merchantId}`),
        await other.send('PUT', `${path}/${listId}/Share`),
        await other.send('DELETE', `${path}/${listId}/Share`),
      ]
      expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'list_not_found']))
      await other.send('DELETE', `${path}/${listId}/Places/${merchantId}`)
      await other.send('DELETE', `${path}/${listId}`)
      expect(await items(other)).toEqual([])
    }
    expect(await items(client)).toMatchObject([{ name: 'Mine', places: 1, shareId: null }])
  })

  test('there is none where the partner has no favorites, nor for visitors', async () => {
    const partner = app.newPartner({ settings: { hasMerchantFavorites: false } })
    const { client } = await aMember(partner)
    expect(codeOf(await client.get(path))).toEqual([404, 'not_found'])
    expect(codeOf(await client.send('POST', path, { name: 'A' }))).toEqual([404, 'not_found'])
    expect((await newClient(app, partner).get(path)).statusCode).toBe(401)
  })
})

describe('limits', () => {
  test('100 lists, also of calls at once', async () => {
    const { partner, member, client } = await newProgram()
    await insertLists(partner, member.id, 98)
    const token = (await client.get('/api/CSRF')).json().csrfToken
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map(name =>
        client.send('POST', path, { name }, { 'x-xsrf-token': token }),
      ),
    )
    expect(answers.map(codeOf).toSorted()).toEqual([
      [201, undefined],
      [201, undefined],
      [400, 'list_limit_reached'],
      [400, 'list_limit_reached'],
    ])
  })

  test('500 places in a list, 10,000 places of a member with the favorites', async () => {
    const { partner, member, client } = await newProgram()
    const { id: merchantId } = await newMerchant(app, partner)
    const listIds = await insertLists(partner, member.id, 20)
    const target = await newList(client)
    await fill(partner, listIds.slice(0, 1), 500)
    expect(codeOf(await client.send('PUT', `${path}/${listIds[0]}/Places/${merchantId}`))).toEqual([
      400,
      'list_full',
    ])
    await fill(partner, listIds.slice(1), 500)
    for (const url of [`${path}/${target}/Places/${merchantId}`, `/api/Member/Favorites/${merchantId}`])
      expect(codeOf(await client.send('PUT', url))).toEqual([400, 'saved_places_limit_reached'])
    await client.send('DELETE', `${path}/${listIds[0]}`)
    expect((await client.send('PUT', `${path}/${target}/Places/${merchantId}`)).statusCode).toBe(200)
  })
})

describe('a shared list', () => {
  test('is seen by anyone with its link, until sharing stops', async () => {
    const { partner, member, client } = await newProgram()
    const { id } = await newMerchant(app, partner, { name: 'Casa' })
    const left = await newMerchant(app, partner, { name: 'Gone' }, { leftOn: '2026-03-01' })
    const listId = await newList(client, 'Date night', [id, left.id])
    const shareId = await share(client, listId)
    expect(shareId).toMatch(/^[\w-]{22}$/)
    expect(await share(client, listId)).toBe(shareId)
    const response = await newClient(app, partner).get(`/api/Lists/${shareId}`)
    expect(response.json()).toMatchObject({
      name: 'Date night',
      ownerFirstName: member.firstName,
      isYours: false,
      items: [
        { name: 'Gone', leftOn: '2026-03-01' },
        { name: 'Casa', leftOn: null },
      ],
    })
    for (const secret of [member.id, member.email, member.lastName, listId])
      expect(response.body).not.toContain(secret)
    expect((await client.get(`/api/Lists/${shareId}`)).json().isYours).toBe(true)
    await client.send('DELETE', `${path}/${listId}/Share`)
    expect(codeOf(await newClient(app, partner).get(`/api/Lists/${shareId}`))).toEqual([
      404,
      'list_not_found',
    ])
    expect(await share(client, listId)).not.toBe(shareId)
  })

  test('of another program, of a closed account, or made up: not found', async () => {
    const { partner, member, client } = await newProgram()
    const shareId = await share(client, await newList(client))
    const elsewhere = newClient(app, (await newProgram()).partner)
    expect(codeOf(await elsewhere.get(`/api/Lists/${shareId}`))).toEqual([404, 'list_not_found'])
    const visitor = newClient(app, partner)
    expect(codeOf(await visitor.get('/api/Lists/made-up'))).toEqual([404, 'list_not_found'])
    await app.database.db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', member.id)
      .execute()
    expect(codeOf(await visitor.get(`/api/Lists/${shareId}`))).toEqual([404, 'list_not_found'])
  })

  test('is saved by another member as a list of their own', async () => {
    const { partner, client } = await newProgram()
    const [first, second] = [
      await newMerchant(app, partner, { name: 'First' }),
      await newMerchant(app, partner, { name: 'Second' }),
    ]
    const shareId = await share(client, await newList(client, 'Date night', [first.id, second.id]))
    const { client: other } = await aMember(partner)
    const response = await other.send('POST', `${path}/Copies`, { shareId })
    const { list } = response.json()
    expect([response.statusCode, list]).toEqual([
      201,
      { id: expect.any(String), name: 'Date night', places: 2, shareId: null },
    ])
    await client.send('DELETE', `${path}/${(await items(client))[0].id}`)
    expect(await namesIn(other, `${path}/${list.id}`)).toEqual(['Second', 'First'])
  })

  test('is not saved where the member has no room for it', async () => {
    const { partner, client } = await newProgram()
    const { id } = await newMerchant(app, partner)
    const shareId = await share(client, await newList(client, 'One', [id]))
    const { member, client: other } = await aMember(partner)
    await fill(partner, await insertLists(partner, member.id, 20), 500)
    expect(codeOf(await other.send('POST', `${path}/Copies`, { shareId }))).toEqual([
      400,
      'saved_places_limit_reached',
    ])
    expect(await items(other)).toHaveLength(20)
  })
})

async function insertLists(partner: Partner, memberId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${memberId}-${index}`)
  const row = { partnerId: partner.slug, memberId, createdAt: app.clock.now(), shareId: null }
  await app.database.db
    .insertInto('memberLists')
    .values(ids.map(id => ({ ...row, id, name: id.slice(0, 60) })))
    .execute()
  return ids
}

/** It fills each list with so many restaurants, which take part in no program. */
async function fill(partner: Partner, listIds: readonly string[], count: number): Promise<void> {
  const { db } = app.database
  await sql`
    insert into merchants (id, source, source_id, name, cuisines, price_range, street, city, state, zip_code, timezone,
      latitude, longitude, hours, menu, meals_served, features, search_text, updated_at)
    select 'saved-' || number, 'saved', number, 'Casa', '{}', 2, '', '', '', '', 'UTC', 0, 0, '{}', '[]', '{}', '{}', '',
      '2025-01-01'
    from generate_series(1, ${count}::integer) number on conflict do nothing`.execute(db)
  await sql`
    insert into member_list_places (partner_id, list_id, merchant_id, added_at)
    select ${partner.slug}, list_id, 'saved-' || number, '2026-01-01'
    from unnest(${[...listIds]}::text[]) list_id, generate_series(1, ${count}::integer) number`.execute(db)
}
