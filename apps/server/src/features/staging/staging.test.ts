import { describe, expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { prospect } from '../../testing/prospect.ts'
import { newStaff, signInStaff } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

const clock = createClock(new Date('2026-03-10T18:00:00Z'))
const app = await createTestApp({ clock, moveClock: moment => clock.moveTo(moment) })
const partner = app.newPartner()
const client = () => newClient(app, partner)
const readNow = async () => new Date((await client().get('/api/Staging')).json().now).getTime()

describe('the clock', () => {
  test('goes on from where it is moved to, and back to the machine’s time', async () => {
    const target = '2026-05-01T12:00:00Z'
    const moved = await client().send('POST', '/api/Staging/Clock', { now: target })
    expect(moved.statusCode).toBe(200)
    expect((await readNow()) - Date.parse(target)).toBeLessThan(5_000)
    await client().send('POST', '/api/Staging/Clock', { now: null })
    expect(Math.abs((await readNow()) - Date.now())).toBeLessThan(5_000)
  })

  test.each([['tomorrow'], [42], [undefined], ['2026-13-40T00:00:00Z']])(
    'is not moved to %j, and says why',
    async now => {
      const before = await readNow()
      const answer = await client().send('POST', '/api/Staging/Clock', { now })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fieldErrors).toMatchObject([{ field: 'now' }])
      expect(Math.abs((await readNow()) - before)).toBeLessThan(5_000)
    },
  )

  test('is not moved without an anti-forgery token', async () => {
    const answer = await client().send('POST', '/api/Staging/Clock', { now: null }, {})
    expect(answer.json()).toMatchObject({ code: 'csrf_invalid' })
  })
})

describe('outgoing mail', () => {
  test('is listed with what it says, and can be opened as it looks', async () => {
    const newcomer = prospect()
    await client().send('POST', '/api/Members/Prospects', newcomer)
    const { mails } = (await client().get('/api/Staging')).json()
    expect(mails).toMatchObject([{ recipient: newcomer.email, sentAt: null }])
    const opened = await client().get(`/api/Staging/Mails/${mails[0].id}`)
    expect(opened.headers['content-security-policy']).toMatch(/^sandbox;/)
    expect(opened.body).toContain(partner.settings.programName)
  })

  test('of another partner is not there', async () => {
    const { mails } = (await client().get('/api/Staging')).json()
    const other = newClient(app, app.newPartner())
    expect((await other.get('/api/Staging')).json().mails).toEqual([])
    expect((await other.get(`/api/Staging/Mails/${mails[0].id}`)).statusCode).toBe(404)
  })
})

test('production has no staging tools', async () => {
  const production = await createTestApp({ production: true })
  const answer = await production.app.inject({ url: '/api/Staging', headers: { host: 'skyward.localhost' } })
  expect(answer.statusCode).toBe(404)
})

describe('in staging', () => {
  test('no staff session, staff of another partner -> 401; staff -> tools', async () => {
    const staging = await createTestApp({ staging: true, moveClock: () => {} })
    const [here, elsewhere] = [staging.newPartner(), staging.newPartner()]
    const visitor = newClient(staging, here)
    const newcomer = prospect()
    await newClient(staging, here).send('POST', '/api/Members/Prospects', newcomer)
    const theirs = newClient(staging, elsewhere)
    await signInStaff(theirs, (await newStaff(staging, { partnerIds: [elsewhere.slug] })).email)
    const other = newClient(staging, here)
    other.cookies.set('dw_staff', theirs.cookies.get('dw_staff')!)
    const staff = newClient(staging, here)
    await signInStaff(staff, (await newStaff(staging)).email)
    const { mails } = (await staff.get('/api/Staging')).json()
    expect(mails).toMatchObject([{ recipient: newcomer.email }])
    const mail = `/api/Staging/Mails/${mails[0].id}`
    for (const refused of [visitor, other]) {
      expect((await refused.get('/api/Staging')).json().code).toBe('unauthorized')
      expect((await refused.get(mail)).statusCode).toBe(401)
      expect((await refused.send('POST', '/api/Staging/Clock', { now: null })).statusCode).toBe(401)
    }
    expect((await staff.get(mail)).statusCode).toBe(200)
    expect((await staff.send('POST', '/api/Staging/Clock', { now: null })).statusCode).toBe(200)
  })

  test('every answer -> HSTS', async () => {
    const staging = await createTestApp({ staging: true })
    const { headers } = await newClient(staging, staging.newPartner()).get('/api/CSRF')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    const demo = await newClient(app, partner).get('/api/CSRF')
    expect(demo.headers['strict-transport-security']).toBeUndefined()
  })
})
