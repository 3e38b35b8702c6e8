import { describe, expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { prospect } from '../../testing/prospect.ts'
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
