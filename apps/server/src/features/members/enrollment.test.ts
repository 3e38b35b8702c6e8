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

test.each([
  ['10019', true],
  [' 10019 ', true],
  ['00901', true],
  ['09001', true],
  ['96799', true],
  ['00000', false],
  ['99999', false],
  ['1001', false],
  ['', false],
])('ZIP code %j: valid %s', async (zip, isValid) => {
  const response = await newClient(app, app.newPartner()).get(
    `/api/Members/Validate/Zip?zip=${encodeURIComponent(zip)}`,
  )
  expect(response.json()).toEqual({ isValid })
})

describe('email validity', () => {
  const mayJoin = async (email: string) =>
    (await client.get(`/api/Members/Validate/Email?email=${encodeURIComponent(email)}&usePpn=false`)).json()

  test('free address -> valid', async () => {
    expect(await mayJoin(' new@example.com ')).toEqual({ isValid: true })
  })

  test.each(['r&d@example.com', 'a/b@example.com', 'ada@xn--e1aybc.xn--p1ai'])('%s -> valid', async email => {
    expect(await mayJoin(email)).toEqual({ isValid: true })
  })

  test.each(['&usePpn=true', '&usePpn=false', ''])('member number with "%s" -> no address', async usePpn => {
    await newMember(app, partner, { memberNumber: '402815637' })
    for (const number of ['402815637', '402815638']) {
      const response = await client.get(`/api/Members/Validate/Email?email=${number}${usePpn}`)
      expect([response.statusCode, response.json()]).toEqual([200, { isValid: false }])
    }
  })

  test('address of a member in any case -> invalid; at another partner -> valid', async () => {
    await newMember(app, partner, { email: 'Ada@Example.com' })
    expect(await mayJoin('ada@example.COM')).toEqual({ isValid: false })
    client = newClient(app, app.newPartner())
    expect(await mayJoin('ada@example.com')).toEqual({ isValid: true })
  })

  test.each(['', 'ada', 'ada@', 'a b@example.com', `${'x'.repeat(40)}@example.com`])(
    'malformed "%s" -> invalid',
    async email => {
      expect(await mayJoin(email)).toEqual({ isValid: false })
    },
  )

  test('no email -> 400', async () => {
    const response = await client.get('/api/Members/Validate/Email')
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, 'email'])
  })

  test('partner without enrollment -> 404', async () => {
    client = newClient(app, app.newPartner({ like: 'tablefolk' }))
    const response = await client.get('/api/Members/Validate/Email?email=ada%40example.com')
    expect([response.statusCode, response.json().code]).toEqual([404, 'enrollment_unavailable'])
  })
})

describe('prospect email', () => {
  const leave = (body: unknown, headers?: Record<string, string>) =>
    client.send('POST', '/api/Members/Prospects/Email', body, headers)
  const storedProspects = (of = partner) =>
    app.database.db.selectFrom('prospectEmails').selectAll().where('partnerId', '=', of.slug).execute()

  test('same address twice -> one row with the first and last time', async () => {
    const first = app.clock.now()
    expect((await leave({ email: '  Ada@example.com ' })).json()).toEqual({ accepted: true })
    app.clock.advance(60_000)
    expect((await leave({ email: 'ada@EXAMPLE.com' })).statusCode).toBe(200)
    expect(await storedProspects()).toEqual([
      {
        partnerId: partner.slug,
        email: 'ada@example.com',
        firstLeftAt: first,
        lastLeftAt: app.clock.now(),
      },
    ])
  })

  test('empty -> accepted, not stored', async () => {
    expect((await leave({})).statusCode).toBe(200)
    expect((await leave({ email: '  ' })).statusCode).toBe(200)
    expect(await storedProspects()).toEqual([])
  })

  test('address of a member -> same answer as any other', async () => {
    const { email } = await newMember(app, partner)
    const [known, unknown] = [await leave({ email }), await leave({ email: 'unknown@example.com' })]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  })

  test('another partner -> not stored there', async () => {
    const other = app.newPartner()
    await leave({ email: 'ada@example.com' })
    expect(await storedProspects(other)).toEqual([])
  })

  test.each([
    ['no address', 'ada'],
    ['51 characters', `${'x'.repeat(39)}@example.com`],
    ['no text', 5],
  ])('%s -> 400 with the field, not stored', async (_case, email) => {
    const response = await leave({ email })
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, 'email'])
    expect(await storedProspects()).toEqual([])
  })

  test('no CSRF token -> 403, not stored', async () => {
    expect((await leave({ email: 'ada@example.com' }, {})).statusCode).toBe(403)
    expect(await storedProspects()).toEqual([])
  })
})
