import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** A member's browser, and what it is told about the member. */
async function newScene(like: string, overrides: object = {}) {
  const partner = app.newPartner({ like })
  const member = await newMember(app, partner, overrides)
  const client = await signedInClient(app, partner, member.id)
  const save = (body: object) => client.send('PUT', '/api/Member', body)
  const audited = async () =>
    (
      await app.database.db
        .selectFrom('auditLog')
        .select(['action', 'after'])
        .where('subject', '=', member.id)
        .execute()
    ).map(({ action, after }) => [action, after])
  return { partner, member, client, save, audited, me: async () => (await client.get('/api/Member')).json() }
}

const texts = (memberId: string) =>
  app.database.db
    .selectFrom('memberConsents')
    .select(['version', 'source', 'givenAt', 'withdrawnAt'])
    .where('memberId', '=', memberId)
    .where('kind', '=', 'texts')
    .orderBy('id')
    .execute()

describe('PUT /api/Member', () => {
  test('new values -> saved, answered and recorded by field', async () => {
    const { save, me, audited } = await newScene('skyward')
    const response = await save({
      firstName: ' Zoë ',
      zipCode: '04101',
      phoneNumber: '+1 (212) 555-0142',
      state: 'me',
      email: 'another@example.com',
      password: 'ignored-1',
    })
    expect(response.statusCode).toBe(200)
    const expected = {
      firstName: 'Zoë',
      lastName: 'Moreau',
      phoneNumber: '2125550142',
      address: { zipCode: '04101', state: 'ME' },
    }
    expect(response.json().member).toMatchObject(expected)
    expect(await me()).toEqual(response.json().member)
    expect((await me()).email).not.toBe('another@example.com')
    expect(await audited()).toEqual([
      ['profile.changed', { fields: ['firstName', 'state', 'zipCode', 'phoneNumber'] }],
    ])
  })

  test('nothing new -> 200, nothing recorded', async () => {
    const { save, audited } = await newScene('skyward')
    expect((await save({ firstName: 'Ada', zipCode: '10001', smsOptIn: false })).statusCode).toBe(200)
    expect(await audited()).toEqual([])
  })

  test.each([
    ['skyward', { firstName: '' }, [['firstName', 'First name is required']]],
    ['skyward', { lastName: 'x'.repeat(21) }, [['lastName', 'Last name can have at most 20 characters']]],
    ['skyward', { address1: 'x'.repeat(31) }, [['address1', 'Address can have at most 30 characters']]],
    ['skyward', { city: 'x'.repeat(21) }, [['city', 'City can have at most 20 characters']]],
    ['skyward', { zipCode: '1000' }, [['zipCode', 'must have 5 digits']]],
    ['skyward', { zipCode: '00000' }, [['zipCode', 'This ZIP code is not located in the U.S.']]],
    [
      'skyward',
      { phoneNumber: '112-555-0142' },
      [['phoneNumber', 'Invalid phone number, please check the number and try again']],
    ],
    ['skyward', { firstName: 'Ada\u202Exe' }, [['firstName', 'This holds characters that cannot be used.']]],
    [
      'meridian',
      { lastName: 'Other' },
      [['lastName', expect.stringMatching(/^From your [^{]+ account. Change it there.$/)]],
    ],
    ['skyward', { emailOptIn: 'yes' }, [['emailOptIn', expect.any(String)]]],
  ])('account §5 Names, account §9 Field lengths: %s, %j -> 400', async (like, body, expected) => {
    const { save, me } = await newScene(like, { firstName: 'Ada' })
    const before = await me()
    const response = await save(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(expected.map(([field, message]) => ({ field, message })))
    expect(await me()).toEqual(before)
  })

  test('account §5 Address: asked in full, and none sent -> required, but not of statement credits', async () => {
    const body = { address1: '', city: '', state: '' }
    const partner = app.newPartner({ settings: { fullAddressRequired: true } })
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    const refused = (await client.send('PUT', '/api/Member', body)).json()
    expect(refused.map(({ field }: { field: string }) => field)).toEqual(['address1', 'city', 'state'])
    const { save } = await newScene('harbor')
    expect((await save(body)).statusCode).toBe(200)
  })

  test.each([
    ['emoji', '🦦'.repeat(20)],
    ['right to left', 'שירה בת־אל'],
    ['20 combining characters', `e${'\u0323'.repeat(19)}`],
    ['letters with accents apart', 'e\u0301'.repeat(20)],
  ])('a name of %s -> saved', async (_case, firstName) => {
    const { save } = await newScene('skyward')
    const response = await save({ firstName })
    expect(response.json().member?.firstName).toBe(firstName.normalize('NFC'))
  })

  test('two tabs -> the second is told and changes nothing', async () => {
    const { save, me } = await newScene('skyward')
    const { profileVersion: version } = await me()
    expect((await save({ firstName: 'First', version })).statusCode).toBe(200)
    const second = await save({ lastName: 'Second', version })
    expect([second.statusCode, second.json().code]).toEqual([409, 'profile_changed'])
    expect(await me()).toMatchObject({ firstName: 'First', lastName: 'Moreau' })
  })

  test('two tabs at once -> one of them is told', async () => {
    const { client, me } = await newScene('skyward')
    const { profileVersion: version } = await me()
    const headers = { 'x-xsrf-token': (await client.get('/api/CSRF')).json().csrfToken }
    const answers = await Promise.all(
      ['One', 'Two'].map(firstName => client.send('PUT', '/api/Member', { firstName, version }, headers)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('email opt-in -> the tier at once, back again, and its history', async () => {
    const { save, member } = await newScene('skyward', { tierLevel: 2 })
    expect((await save({ emailOptIn: false })).json().member).toMatchObject({
      emailOptIn: false,
      tierLevel: 0,
    })
    expect((await save({ emailOptIn: true })).json().member).toMatchObject({ emailOptIn: true, tierLevel: 2 })
    const tiers = await app.database.db
      .selectFrom('memberTiers')
      .select(['tierBefore', 'tierLevel', 'cause'])
      .where('memberId', '=', member.id)
      .orderBy('id')
      .execute()
    expect(tiers).toEqual([
      { tierBefore: 2, tierLevel: 0, cause: 'opt_out' },
      { tierBefore: 0, tierLevel: 2, cause: 'opt_in' },
    ])
  })

  test.each([
    ['VIP', 'skyward', { tierLevel: 3 }, { emailOptIn: false, tierLevel: 3 }],
    ['partner that does not ask', 'cellwave', { tierLevel: 2 }, { emailOptIn: true, tierLevel: 2 }],
  ])('email opt-out, %s -> the tier stays', async (_case, like, overrides, expected) => {
    const { save } = await newScene(like, overrides)
    expect((await save({ emailOptIn: false })).json().member).toMatchObject(expected)
  })

  test('no session -> 401; no CSRF token -> 403, both as errors', async () => {
    const { partner, client } = await newScene('skyward')
    const stranger = await newClient(app, partner).send('PUT', '/api/Member', { firstName: 'Eve' })
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'unauthorized'])
    const forged = await client.send('PUT', '/api/Member', { firstName: 'Eve' }, {})
    expect([forged.statusCode, forged.json().code]).toEqual([403, 'csrf_invalid'])
  })
})

describe('account §5 Texts: consent', () => {
  const phone = { phoneNumber: '2125550142' }
  const on = { ...phone, smsOptIn: true }

  test.each([
    ['version 1', 'skyward', { ...on }, '1'],
    ['version 2', 'cellwave', { ...phone, smsOptInV2: true }, '2'],
  ])('%s turned on -> consent recorded, and confirmed by a text', async (_case, like, body, version) => {
    const { save, member, partner } = await newScene(like)
    expect((await save(body)).json().member).toMatchObject({ ...phone, smsOptIn: true })
    expect(await texts(member.id)).toEqual([
      { version, source: 'profile', givenAt: app.clock.now(), withdrawnAt: null },
    ])
    const sent = await app.database.db
      .selectFrom('outgoingTexts')
      .select('recipient')
      .where('partnerId', '=', partner.slug)
      .execute()
    expect(sent).toEqual([{ recipient: '+12125550142' }])
  })

  test.each([
    ['another number', { phoneNumber: '2125550143' }, false, 1],
    ['another number, agreed for it', { phoneNumber: '2125550143', smsOptIn: true }, true, 2],
    ['no number', { phoneNumber: '', smsOptIn: true }, false, 1],
    ['turned off', { smsOptIn: false }, false, 1],
    ['another name', { firstName: 'Ida' }, true, 1],
  ])('on, then %s', async (_case, body, smsOptIn, consents) => {
    const { save, member } = await newScene('skyward')
    await save(on)
    expect((await save(body)).json().member.smsOptIn).toBe(smsOptIn)
    const found = await texts(member.id)
    expect(found).toHaveLength(consents)
    expect(found.filter(({ withdrawnAt }) => withdrawnAt === null)).toHaveLength(smsOptIn ? 1 : 0)
  })

  test.each([
    ['another number', { phoneNumber: '2125550143' }, true, 2],
    ['no number', { phoneNumber: '' }, false, 1],
    ['turned off with another number', { phoneNumber: '2125550143', smsOptInV2: false }, false, 1],
  ])('version 2 on, then %s', async (_case, body, smsOptIn, consents) => {
    const { save, member } = await newScene('cellwave')
    await save({ ...phone, smsOptInV2: true })
    expect((await save(body)).json().member.smsOptIn).toBe(smsOptIn)
    const found = await texts(member.id)
    expect(found).toHaveLength(consents)
    expect(found.every(({ version }) => version === '2')).toBe(true)
    expect(found.filter(({ withdrawnAt }) => withdrawnAt === null)).toHaveLength(smsOptIn ? 1 : 0)
  })

  test('partner without texts -> never on', async () => {
    const { save } = await newScene('meridian')
    expect((await save(on)).json().member).toMatchObject({ ...phone, smsOptIn: false })
  })
})
