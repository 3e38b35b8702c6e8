import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

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

describe('who came with an id', () => {
  const passwordHash = 'a hash'

  test('is told about by four facts, and no more', async () => {
    const { id } = await newMember(app, partner, { tierLevel: 1, passwordHash })
    const response = await client.get(`/api/Member/${id}`)
    expect(response.json()).toEqual({ publicId: id, tierLevel: 1, hasWebProfile: true, active: true })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('has no web profile without a password, and is not active once closed', async () => {
    const { id } = await newMember(app, partner, { memberType: 'ClosedAccountMember' })
    expect((await client.get(`/api/Member/${id}`)).json()).toMatchObject({
      hasWebProfile: false,
      active: false,
    })
  })

  test('signs in at the partner, where that is the way: a password is not asked for, having joined is', async () => {
    const sso = app.newPartner({ like: 'meridian' })
    const [joined, not] = [
      await newMember(app, sso),
      await newMember(app, sso, { memberType: 'NonCardMember' }),
    ]
    client = newClient(app, sso)
    expect((await client.get(`/api/Member/${joined.id}`)).json().hasWebProfile).toBe(true)
    expect((await client.get(`/api/Member/${not.id}`)).json().hasWebProfile).toBe(false)
  })

  test.each(['nobody-has-this', 'x'.repeat(100), '%00', "'--"])('%s: 404 or 400', async id => {
    expect([400, 404]).toContain((await client.get(`/api/Member/${id}`)).statusCode)
  })

  test('is not told about at another partner', async () => {
    const { id } = await newMember(app, app.newPartner(), { passwordHash })
    expect((await client.get(`/api/Member/${id}`)).statusCode).toBe(404)
  })
})

describe('activating', () => {
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
    ['who wants e-mail moves to level 2', true, 2],
    ['who does not moves to level 0', false, 0],
  ])('%s, and stays there when it is done again', async (_case, emailOptIn, tierLevel) => {
    const { id } = await newMember(app, partner, { tierLevel: 1, emailOptIn, passwordHash })
    const expected = { publicId: id, tierLevel, hasWebProfile: true, active: true }
    expect((await activate(id)).json()).toEqual(expected)
    expect((await activate(id)).json()).toEqual(expected)
    expect(await tierOf(id)).toBe(tierLevel)
  })

  test('where nobody is asked about e-mail, nobody is kept at the lower rate', async () => {
    partner = app.newPartner({ settings: { showEmailOptIn: false } })
    client = newClient(app, partner)
    const { id } = await newMember(app, partner, { tierLevel: 1, emailOptIn: false, passwordHash })
    expect((await activate(id)).json().tierLevel).toBe(2)
  })

  test.each([0, 2, 3])('somebody at level %i stays there', async tierLevel => {
    const { id } = await newMember(app, partner, { tierLevel, passwordHash })
    expect((await activate(id)).json().tierLevel).toBe(tierLevel)
  })

  test.each([
    ['a closed account', { memberType: 'ClosedAccountMember', passwordHash }],
    ['one that was never opened on the web', {}],
  ] as const)('%s is not activated', async (_case, overrides) => {
    const { id } = await newMember(app, partner, { tierLevel: 1, ...overrides })
    expect((await activate(id)).json().code).toBe('forbidden')
    expect(await tierOf(id)).toBe(1)
  })

  test('another partner, a missing token and a missing id change nothing', async () => {
    const { id } = await newMember(app, partner, { tierLevel: 1, passwordHash })
    expect((await activate(id, {})).json().code).toBe('csrf_invalid')
    expect((await activate(undefined)).statusCode).toBe(400)
    client = newClient(app, app.newPartner())
    expect((await activate(id)).statusCode).toBe(404)
    expect(await tierOf(id)).toBe(1)
  })
})
