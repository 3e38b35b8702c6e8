import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { prospect } from '../../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'

const path = '/api/Members/Prospects'
let app: TestApp

/** Each group of tests has an application: joining is limited per minute and address. */
const newApp = () =>
  beforeAll(async () => {
    app = await createTestApp()
  })

const memberRows = (partnerId: string) =>
  app.database.db.selectFrom('members').selectAll().where('partnerId', '=', partnerId).execute()

describe('joining', () => {
  newApp()

  test('complete form -> a member, signed in', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    const response = await client.send('POST', path, prospect({ email: 'Ada@Example.com', emailOptIn: true }))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      member: {
        email: 'Ada@Example.com',
        emailConfirmed: false,
        firstName: 'Ada',
        lastName: 'Moreau',
        memberType: 'EnrolledCardMember',
        tierLevel: 2,
        emailOptIn: true,
        smsOptIn: false,
        phoneNumber: '',
        memberNumber: null,
        address: { address1: '', address2: '', city: '', state: '', zipCode: '10001' },
        joinDate: app.clock.now().toISOString(),
        activeBonuses: [{ code: 'NEWMEMBER', bonusStatus: 'Eligible' }, { code: 'EXPLORE3' }],
      },
    })
    expect(response.json().member.publicId).toMatch(/^[\w-]{22}$/)
    expect((await client.get('/api/Member')).json()).toEqual(response.json().member)
  })

  test('full address without city and state -> those of the ZIP code', async () => {
    const partner = app.newPartner({ settings: { fullAddressRequired: true, currencyType: 'Mile' } })
    const body = prospect({ address1: '1 Main Street', zipCode: '04101' })
    const response = await newClient(app, partner).send('POST', path, body)
    expect(response.json()).toMatchObject({
      member: { address: { address1: '1 Main Street', city: 'Portland', state: 'ME', zipCode: '04101' } },
    })
  })

  test('full address with a military ZIP code -> the state is asked', async () => {
    const partner = app.newPartner({ settings: { fullAddressRequired: true, currencyType: 'Mile' } })
    const body = prospect({ address1: '1 Main Street', zipCode: '34002' })
    const response = await newClient(app, partner).send('POST', path, body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fieldErrors).toMatchObject([{ field: 'state' }])
  })

  test('password past 56 characters -> signs in with its first 56', async () => {
    const partner = app.newPartner()
    const password = `${'long 1 '.repeat(20)}`
    const body = prospect({ password, passwordConfirm: password })
    await newClient(app, partner).send('POST', path, body)
    const response = await newClient(app, partner).send('POST', '/api/SignIn', {
      userName: body.email,
      password: password.slice(0, 56),
    })
    expect(response.statusCode).toBe(200)
  })

  test('no email opt-in -> tier 0', async () => {
    const response = await newClient(app, app.newPartner()).send('POST', path, prospect())
    expect(response.json().member).toMatchObject({ tierLevel: 0, emailOptIn: false })
  })

  test('partner does not ask for the email opt-in, a no is sent -> opted in, the full rate', async () => {
    const client = newClient(app, app.newPartner({ settings: { showEmailOptIn: false } }))
    const response = await client.send('POST', path, prospect({ emailOptIn: false }))
    expect(response.json().member).toMatchObject({ tierLevel: 2, emailOptIn: true })
  })

  test('phone number -> ten digits and an opt-in to texts', async () => {
    const body = prospect({ phoneNumber: '+1 (212) 555-0123' })
    const response = await newClient(app, app.newPartner()).send('POST', path, body)
    expect(response.json().member).toMatchObject({ phoneNumber: '2125550123', smsOptIn: true })
  })

  test('password -> stored as a hash only', async () => {
    const partner = app.newPartner()
    await newClient(app, partner).send('POST', path, prospect())
    const rows = await memberRows(partner.slug)
    expect(rows[0]!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(JSON.stringify(rows)).not.toContain('Dinner-For-2!')
  })

  test('previous session -> ends', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    await client.send('POST', path, prospect())
    const before = client.cookies.get('dw_session')!
    await client.send('POST', path, prospect())
    const old = newClient(app, partner)
    old.cookies.set('dw_session', before)
    expect((await old.get('/api/Member')).statusCode).toBe(401)
  })
})

describe('an existing member', () => {
  newApp()

  test('same email in another case -> refused', async () => {
    const partner = app.newPartner()
    const { email } = await newMember(app, partner)
    const client = newClient(app, partner)
    const response = await client.send('POST', path, prospect({ email: email.toUpperCase() }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'email_in_use',
      message: 'An account with this email already exists.',
      fieldErrors: [
        { field: 'email', message: expect.stringContaining('An account with this email already exists') },
      ],
    })
    expect(client.cookies.has('dw_session')).toBe(false)
    expect(await memberRows(partner.slug)).toHaveLength(1)
  })

  test('same member number -> refused', async () => {
    const partner = app.newPartner()
    await newClient(app, partner).send('POST', path, prospect({ memberNumber: '402815637' }))
    const response = await newClient(app, partner).send('POST', path, prospect({ memberNumber: '402815637' }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'member_number_in_use',
      fieldErrors: [{ field: 'memberNumber', message: expect.stringContaining('SkyPass number') }],
    })
  })

  test('shell §5 Enrollment: several problems -> all in one answer', async () => {
    const partner = app.newPartner()
    const { email } = await newMember(app, partner)
    await newClient(app, partner).send('POST', path, prospect({ memberNumber: '402815637' }))
    const taken = { email, memberNumber: '402815637' }
    const join = async (body: object) => (await newClient(app, partner).send('POST', path, body)).json()
    const fields = ({ code, fieldErrors }: { code: string; fieldErrors: { field: string }[] }) => [
      code,
      fieldErrors.map(({ field }) => field).sort(),
    ]
    expect(fields(await join(prospect(taken)))).toEqual(['email_in_use', ['email', 'memberNumber']])
    expect(fields(await join(prospect({ ...taken, zipCode: '00000' })))).toEqual([
      'validation_failed',
      ['email', 'memberNumber', 'zipCode'],
    ])
    const weak = { password: 'Password1', passwordConfirm: 'Password2' }
    expect(fields(await join(prospect({ ...taken, ...weak, phoneNumber: '12' })))).toEqual([
      'validation_failed',
      ['email', 'memberNumber', 'password', 'passwordConfirm', 'phoneNumber'],
    ])
  })

  test('concurrent joins with one member number -> one succeeds', async () => {
    const partner = app.newPartner()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        newClient(app, partner).send('POST', path, prospect({ memberNumber: '402815637' })),
      ),
    )
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await memberRows(partner.slug)).toHaveLength(1)
    const sessions = await app.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('partnerId', '=', partner.slug)
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('same email and number at another partner -> joins', async () => {
    const body = prospect({ memberNumber: '402815637' })
    for (const partner of [app.newPartner(), app.newPartner()])
      expect((await newClient(app, partner).send('POST', path, body)).statusCode).toBe(200)
  })
})

describe('an invalid form', () => {
  newApp()

  test.each([
    ['no first name', { firstName: undefined }, 'firstName', 'First name is required'],
    ['a blank last name', { lastName: '   ' }, 'lastName', 'Last name is required'],
    [
      'a first name of 21',
      { firstName: 'x'.repeat(21) },
      'firstName',
      'First name can have at most 20 characters',
    ],
    ['a name with a zero byte', { firstName: 'A\u0000da' }, 'firstName', 'characters that cannot be used'],
    ['a name that is a number', { firstName: 7 }, 'firstName', 'First name is required'],
    ['no e-mail', { email: '' }, 'email', 'Email is required'],
    ['no real e-mail', { email: 'ada@' }, 'email', 'Enter an email address'],
    ['an e-mail that looks like another', { email: 'аda@example.com' }, 'email', 'Enter an email address'],
    ['a long e-mail', { email: `${'a'.repeat(46)}@b.co` }, 'email', 'Email can have at most 50 characters'],
    ['a short password', { password: 'Din-2' }, 'password', 'must have at least 8'],
    ['a password without a digit', twice('Dinner-For-Two'), 'password', 'with a letter and a number'],
    ['a password without a letter', twice('12345-678'), 'password', 'with a letter and a number'],
    ['a common password', twice('Password1!'), 'password', 'Too many people use this password'],
    ['a password of the partner’s words', twice('Skyward2026!'), 'password', 'Leave out our name and yours'],
    ['a password of the own name', twice('Ada-Moreau-1'), 'password', 'Leave out our name and yours'],
    ['another confirmation', { passwordConfirm: 'Dinner-For-3!' }, 'passwordConfirm', 'not the same'],
    ['a ZIP code of 4', { zipCode: '1000' }, 'zipCode', 'must have 5'],
    ['a ZIP code of letters', { zipCode: 'ABCDE' }, 'zipCode', 'must have 5'],
    ['a phone that is none', { phoneNumber: '555-0123' }, 'phoneNumber', 'Invalid US based phone number'],
    ['a state that is none', { state: 'XX' }, 'state', 'State is required'],
    ['terms not accepted', { termsAccepted: false }, 'termsAccepted', 'Accept the terms of use'],
    ['privacy not accepted', { privacyAccepted: undefined }, 'privacyAccepted', 'privacy policy'],
    [
      'a wrong member number',
      { memberNumber: '12' },
      'memberNumber',
      'SkyPass number, for example 402815637',
    ],
    [
      'the member number in the password',
      { memberNumber: '402815637', ...twice('my402815637pass') },
      'password',
      'must not contain your SkyPass number',
    ],
  ])('%s -> 400 with the field and a message', async (_case, changes, field, message) => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    const response = await client.send('POST', path, prospect(changes))
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('validation_failed')
    expect(response.json().fieldErrors).toEqual([{ field, message: expect.stringContaining(message) }])
    expect(client.cookies.has('dw_session')).toBe(false)
    expect(await memberRows(partner.slug)).toHaveLength(0)
  })

  test('a name of 1 MB -> refused unread', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    const response = await client.send('POST', path, prospect({ firstName: 'x'.repeat(1_048_576) }))
    expect([response.statusCode, response.json().code]).toEqual([413, 'body_too_large'])
    expect(await memberRows(partner.slug)).toHaveLength(0)
  })

  test('a ZIP code that does not exist -> zip_not_in_us at its field; one of Puerto Rico joins', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    for (const zipCode of ['00000', '10000', '99999']) {
      const refused = await client.send('POST', path, prospect({ zipCode }))
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({
        code: 'zip_not_in_us',
        fieldErrors: [{ field: 'zipCode', message: 'This ZIP code is not located in the U.S.' }],
      })
    }
    expect(await memberRows(partner.slug)).toHaveLength(0)
    const joined = await client.send('POST', path, prospect({ zipCode: '00901' }))
    expect(joined.statusCode, joined.body).toBe(200)
  })

  test('several problems -> all reported at once', async () => {
    const response = await newClient(app, app.newPartner()).send('POST', path, {})
    const fields = response.json().fieldErrors.map((error: { field: string }) => error.field)
    expect(fields.sort()).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
      'passwordConfirm',
      'privacyAccepted',
      'termsAccepted',
      'zipCode',
    ])
  })

  test('no address where the partner requires one -> 400', async () => {
    const partner = app.newPartner({ settings: { fullAddressRequired: true } })
    const refused = await newClient(app, partner).send('POST', path, prospect())
    expect(refused.json().fieldErrors).toEqual([
      { field: 'address1', message: 'Address is required' },
      { field: 'city', message: 'City is required' },
      { field: 'state', message: 'State is required' },
    ])
    const address = { address1: '12 Bleecker St', address2: 'Apt 4', city: 'New York', state: 'ny' }
    const joined = await newClient(app, partner).send('POST', path, prospect(address))
    expect(joined.json().member.address).toEqual({ ...address, state: 'NY', zipCode: '10001' })
  })

  test.each([
    ['sso', {}],
    ['none', {}],
  ])('partner with enrollment "%s" -> joining is unavailable', async (enrollmentType, changes) => {
    const partner = app.newPartner({ settings: { enrollmentType } })
    const response = await newClient(app, partner).send('POST', path, prospect(changes))
    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('enrollment_unavailable')
  })

  test('no CSRF token -> 403', async () => {
    const response = await newClient(app, app.newPartner()).send('POST', path, prospect(), {})
    expect(response.statusCode).toBe(403)
  })

  test('tier, type and id in the body -> ignored', async () => {
    const body = prospect({
      tierLevel: 3,
      memberType: 'x',
      id: 'mine',
      publicId: 'mine',
      partnerId: 'harbor',
    })
    const response = await newClient(app, app.newPartner()).send('POST', path, body)
    expect(response.json().member).toMatchObject({ tierLevel: 0, memberType: 'EnrolledCardMember' })
    expect(response.json().member.publicId).not.toBe('mine')
  })
})

function twice(password: string) {
  return { password, passwordConfirm: password }
}
