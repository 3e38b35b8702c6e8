import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient } from '../../../testing/test-client.ts'

let app: TestApp
let partner: Partner
let client: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  partner = app.newPartner()
  client = newClient(app, partner)
})

describe('known visitor', () => {
  const passwordHash = 'a hash'

  test('a public id -> four fields, not cached', async () => {
    const { id } = await newMember(app, partner, { tierLevel: 1, passwordHash })
    const response = await client.get(`/api/Member/${id}`)
    expect(response.json()).toEqual({ publicId: id, tierLevel: 1, hasWebProfile: true, active: true })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('no password, closed account -> no web profile, not active', async () => {
    const { id } = await newMember(app, partner, { memberType: 'ClosedAccountMember' })
    expect((await client.get(`/api/Member/${id}`)).json()).toMatchObject({
      hasWebProfile: false,
      active: false,
    })
  })

  test('single sign-on: a web profile once joined, without a password', async () => {
    const sso = app.newPartner({ like: 'meridian' })
    const [joined, not] = [
      await newMember(app, sso),
      await newMember(app, sso, { memberType: 'NonCardMember' }),
    ]
    client = newClient(app, sso)
    expect((await client.get(`/api/Member/${joined.id}`)).json().hasWebProfile).toBe(true)
    expect((await client.get(`/api/Member/${not.id}`)).json().hasWebProfile).toBe(false)
  })

  test.each(['an-unknown-id', 'x'.repeat(100), '%00', "'--"])(
    'unknown or malformed id %s -> 404 or 400',
    async id => {
      expect([400, 404]).toContain((await client.get(`/api/Member/${id}`)).statusCode)
    },
  )

  test('id of another partner -> 404', async () => {
    const { id } = await newMember(app, app.newPartner(), { passwordHash })
    expect((await client.get(`/api/Member/${id}`)).statusCode).toBe(404)
  })
})

describe('activation', () => {
  const passwordHash = 'a hash'
  const activate = (publicId: unknown, headers?: Record<string, string>) =>
    client.send('POST', '/api/Member/Activate', { publicId }, headers)
  const tierOf = async (id: string) =>
    (
      await app.database.db
        .selectFrom('members')
        .select('tierLevel')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).tierLevel

  test.each([
    ['email opt-in -> tier 2', true, 2],
    ['no email opt-in -> tier 0', false, 0],
  ])('%s; a repeat changes nothing', async (_case, emailOptIn, tierLevel) => {
    const { id } = await newMember(app, partner, { tierLevel: 1, emailOptIn, passwordHash })
    const expected = { publicId: id, tierLevel, hasWebProfile: true, active: true }
    expect((await activate(id)).json()).toEqual(expected)
    expect((await activate(id)).json()).toEqual(expected)
    expect(await tierOf(id)).toBe(tierLevel)
  })

  test('partner does not ask for an email opt-in -> tier 2', async () => {
    partner = app.newPartner({ settings: { showEmailOptIn: false } })
    client = newClient(app, partner)
    const { id } = await newMember(app, partner, { tierLevel: 1, emailOptIn: false, passwordHash })
    expect((await activate(id)).json().tierLevel).toBe(2)
  })

  test.each([0, 2, 3])('tier %i -> unchanged', async tierLevel => {
    const { id } = await newMember(app, partner, { tierLevel, passwordHash })
    expect((await activate(id)).json().tierLevel).toBe(tierLevel)
  })

  test.each([
    ['a closed account', { memberType: 'ClosedAccountMember', passwordHash }],
    ['a member without a web profile', {}],
  ] as const)('%s -> forbidden', async (_case, overrides) => {
    const { id } = await newMember(app, partner, { tierLevel: 1, ...overrides })
    expect((await activate(id)).json().code).toBe('forbidden')
    expect(await tierOf(id)).toBe(1)
  })

  test('another partner, no CSRF token, no id -> refused, tier unchanged', async () => {
    const { id } = await newMember(app, partner, { tierLevel: 1, passwordHash })
    expect((await activate(id, {})).json().code).toBe('csrf_invalid')
    expect((await activate(undefined)).statusCode).toBe(400)
    client = newClient(app, app.newPartner())
    expect((await activate(id)).statusCode).toBe(404)
    expect(await tierOf(id)).toBe(1)
  })
})
