import { days, minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { readApiKey } from './api-keys.service.ts'

const app = await createTestApp()
const { db } = app.database
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function newScene() {
  const { slug } = app.newPartner()
  const client = await consoleClient(app, 'admin', slug)
  const path = `/api/Console/Programs/${slug}/ApiKeys`
  const make = (body: object = {}) =>
    client.send('POST', path, { name: 'CRM', scopes: ['members:read'], ...body })
  const read = (key: string, address = '203.0.113.7') =>
    readApiKey({ db, clock: app.clock }, key, { address })
  const list = async () => (await client.get(path)).json().items
  return { slug, client, path, make, read, list }
}

test('a key is shown once: afterwards only its beginning, and in the database only a hash', async () => {
  const { slug, make, list } = await newScene()
  const made = await make()
  expect(made.statusCode).toBe(201)
  const { key, apiKey } = made.json()
  expect(key).toMatch(/^dw_test_[\w-]{12}_[\w-]{43}$/)
  expect(await list()).toEqual([apiKey])
  expect(apiKey).toMatchObject({
    prefix: key.slice(0, -43),
    lastUsedAt: null,
    revokedAt: null,
    isTest: true,
  })
  const secret = key.slice(-43)
  const rows = await db.selectFrom('apiKeys').selectAll().where('partnerId', '=', slug).execute()
  const audit = await db.selectFrom('auditLog').selectAll().where('partnerId', '=', slug).execute()
  expect(JSON.stringify([rows, audit])).not.toContain(secret)
  expect(audit.map(({ action }) => action)).toContain('apiKey.create')
})

test('revoked, expired, from elsewhere, altered, of the other kind -> refused; two overlap', async () => {
  const { client, path, make, read, list } = await newScene()
  const [first, second] = [(await make()).json(), (await make()).json()]
  expect(await read(first.key)).toMatchObject({ id: first.apiKey.id })
  expect(await read(second.key)).toMatchObject({ id: second.apiKey.id })
  expect(await read(second.key.replace('dw_test', 'dw_live'))).toBe('unknown')
  expect(await read(`${first.key.slice(0, -1)}${first.key.endsWith('A') ? 'B' : 'A'}`)).toBe('unknown')
  expect(await read('dw_test_')).toBe('unknown')

  expect((await client.send('DELETE', `${path}/${first.apiKey.id}`)).statusCode).toBe(200)
  expect([await read(first.key), (await read(second.key)) instanceof Object]).toEqual(['revoked', true])
  app.clock.advance(minutes(1))
  const again = await client.send('DELETE', `${path}/${first.apiKey.id}`)
  expect(again.json().apiKey.revokedAt).toBe('2026-03-10T18:00:00.000Z')
  expect((await client.send('DELETE', `${path}/unknown`)).statusCode).toBe(404)

  const short = (await make({ expiresAt: '2026-03-11T18:00:00Z' })).json()
  const office = (await make({ addresses: ['198.51.100.0/24', '2001:db8::/32'] })).json()
  expect(
    await Promise.all(['198.51.100.9', '2001:db8::1', '198.51.101.9'].map(from => read(office.key, from))),
  ).toEqual([expect.anything(), expect.anything(), 'address'])
  expect((await list()).find(({ id }: { id: string }) => id === second.apiKey.id)).toMatchObject({
    lastUsedAt: '2026-03-10T18:00:00.000Z',
    lastUsedFrom: '203.0.113.7',
  })
  expect(await read(short.key)).toBeInstanceOf(Object)
  app.clock.advance(days(1))
  expect(await read(short.key)).toBe('expired')
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
  ['an end that has passed', { expiresAt: '2026-03-10T17:00:00Z' }, 'expiresAt'],
  ['a time without a zone', { expiresAt: '2026-04-10T17:00:00' }, 'expiresAt'],
  ['no address', { addresses: ['example.com'] }, 'addresses.0'],
  ['a range that is none', { addresses: ['203.0.113.0/33'] }, 'addresses.0'],
  ['no name', { name: ' ' }, 'name'],
])('%s -> 400 at its field', async (_case, body, field) => {
  const { make, list } = await newScene()
  const refused = await make(body)
  expect([refused.statusCode, refused.json().fieldErrors[0].field]).toEqual([400, field])
  expect(await list()).toEqual([])
})

test('of another program, and by staff without the permission -> refused', async () => {
  const { slug, path, make } = await newScene()
  const { apiKey } = (await make()).json()
  const outsider = await consoleClient(app, 'admin', app.newPartner().slug)
  expect((await outsider.send('DELETE', `${path}/${apiKey.id}`)).statusCode).toBe(404)
  expect((await (await consoleClient(app, 'finance', slug)).get(path)).statusCode).toBe(403)
})
