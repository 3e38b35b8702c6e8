import { expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../../testing/test-client.ts'

const app = await createTestApp()
const path = '/api/Member/Searches'
const sushi = { name: 'Sushi near home', query: 'location=New+York&cuisines=Sushi' }

async function newProgram(settings: object = {}) {
  const partner = app.newPartner({ settings: { hasMerchantFavorites: true, ...settings } })
  const member = await newMember(app, partner)
  return { partner, member, client: await signedInClient(app, partner, member.id) }
}

const items = async (client: TestClient) => (await client.get(path)).json().items

test('a search is saved, renamed by saving it again, and removed', async () => {
  const { client } = await newProgram()
  const saved = await client.send('POST', path, sushi)
  expect([saved.statusCode, saved.json().search]).toEqual([201, { id: expect.any(String), ...sushi }])
  app.clock.advance(1_000)
  await client.send('POST', path, { name: 'Vegan', query: 'diets=vegan' })
  await client.send('POST', path, { ...sushi, name: 'Sushi' })
  expect(await items(client)).toMatchObject([{ name: 'Vegan' }, { name: 'Sushi', query: sushi.query }])
  const { id } = saved.json().search
  for (let times = 0; times < 2; times++)
    expect((await client.send('DELETE', `${path}?id=${id}`)).statusCode).toBe(200)
  expect(await items(client)).toMatchObject([{ name: 'Vegan' }])
})

test.each([
  { ...sushi, name: ' \u200b' },
  { ...sushi, name: 'x'.repeat(61) },
  { ...sushi, query: '' },
  { ...sushi, query: 'a b' },
  { ...sushi, query: 'x'.repeat(2_001) },
  { name: 'No query' },
])('%j is refused', async body => {
  const { client } = await newProgram()
  const response = await client.send('POST', path, body)
  expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
})

test('100 searches, also of calls at once', async () => {
  const { partner, member, client } = await newProgram()
  const row = { partnerId: partner.slug, memberId: member.id, name: 'One', savedAt: app.clock.now() }
  await app.database.db
    .insertInto('savedSearches')
    .values(
      Array.from({ length: 99 }, (_, index) => ({
        ...row,
        id: `${member.id}-${index}`,
        query: `q=${index}`,
      })),
    )
    .execute()
  const token = (await client.get('/api/CSRF')).json().csrfToken
  const answers = await Promise.all(
    ['a=1', 'a=2', 'a=3'].map(query =>
      client.send('POST', path, { name: 'New', query }, { 'x-xsrf-token': token }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
  const renamed = await client.send('POST', path, { name: 'Renamed', query: 'q=1' })
  expect(renamed.statusCode).toBe(201)
})

test('others, also of another program, neither see nor remove it', async () => {
  const { partner, client } = await newProgram()
  const { id } = (await client.send('POST', path, sushi)).json().search
  const neighbor = await signedInClient(app, partner, (await newMember(app, partner)).id)
  for (const other of [neighbor, (await newProgram()).client]) {
    expect(await items(other)).toEqual([])
    await other.send('DELETE', `${path}?id=${id}`)
  }
  expect(await items(client)).toHaveLength(1)
  expect((await newClient(app, partner).get(path)).statusCode).toBe(401)
})

test('there is none where the partner has no favorites', async () => {
  const { client } = await newProgram({ hasMerchantFavorites: false })
  for (const response of [await client.get(path), await client.send('POST', path, sushi)])
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})
