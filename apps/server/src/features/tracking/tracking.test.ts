import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { makeMonths } from '../../db/months.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, tokenHeader } from '../../testing/test-client.ts'
import { deleteOldRows } from '../jobs/retention.service.ts'

const app = await createTestApp()
const limited = await createTestApp({
  trustProxy: true,
  trackedEvents: { ofClient: { max: 60, timeWindow: 60_000 }, ofPartner: { max: 100, timeWindow: 60_000 } },
})

const event = (changes: object = {}) => ({
  channel: 'web',
  dateTime: app.clock.now().toISOString(),
  userAgent: 'Mozilla/5.0',
  event: 'merchant_card_impression',
  merchantId: 'casa-lumen',
  path: '/search',
  ...changes,
})

const storedEvents = (partner: Partner) =>
  app.database.db.selectFrom('trackingEvents').selectAll().where('partnerId', '=', partner.slug).execute()

describe('events of pages', () => {
  test('valid -> stored with partner, time and restaurant', async () => {
    const partner = app.newPartner()
    const happened = new Date(app.clock.now().getTime() - 2_000)
    const response = await newClient(app, partner).send('POST', '/api/Impressions', [
      event({ dateTime: happened.toISOString(), list: 'Near you', position: 2 }),
      event({ event: 'merchant_view', path: '/merchants/casa-lumen' }),
    ])
    expect([response.statusCode, response.json()]).toEqual([200, { accepted: 2 }])
    expect(await storedEvents(partner)).toMatchObject([
      {
        event: 'merchant_card_impression',
        channel: 'web',
        memberId: null,
        merchantId: 'casa-lumen',
        userAgent: 'Mozilla/5.0',
        happenedAt: happened,
        receivedAt: app.clock.now(),
        properties: { path: '/search', list: 'Near you', position: 2 },
      },
      { event: 'merchant_view' },
    ])
  })

  test('page names another member -> stored for the session’s member', async () => {
    const partner = app.newPartner()
    const [member, other] = [await newMember(app, partner), await newMember(app, partner)]
    const client = await signedInClient(app, partner, member.id)
    await client.send('POST', '/api/Impressions', [event({ memberId: other.id })])
    await newClient(app, partner).send('POST', '/api/Impressions', [event({ memberId: other.id })])
    expect((await storedEvents(partner)).map(row => row.memberId)).toEqual([member.id, null])
  })

  test('session of another partner -> stored for the host’s partner, without a member', async () => {
    const [partner, elsewhere] = [app.newPartner(), app.newPartner()]
    const member = await newMember(app, elsewhere)
    const away = await signedInClient(app, elsewhere, member.id)
    const client = newClient(app, partner)
    client.cookies.set('dw_session', away.cookies.get('dw_session')!)
    await client.send('POST', '/api/Impressions', [event({ memberId: member.id })])
    expect(await storedEvents(partner)).toMatchObject([{ memberId: null }])
    expect(await storedEvents(elsewhere)).toEqual([])
  })

  test('partner without enrollment -> stored', async () => {
    const partner = app.newPartner({ like: 'tablefolk' })
    const response = await newClient(app, partner).send('POST', '/api/Impressions', [event()])
    expect(response.statusCode).toBe(200)
    expect(await storedEvents(partner)).toHaveLength(1)
  })

  test('Global Privacy Control -> not stored', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    const { csrfToken } = (await client.get('/api/CSRF')).json()
    const headers = { 'x-xsrf-token': csrfToken, 'sec-gpc': '1' }
    expect((await client.send('POST', '/api/Impressions', [event()], headers)).json()).toEqual({
      accepted: 0,
    })
    expect(await storedEvents(partner)).toEqual([])
  })
})

describe('refused, not stored', () => {
  test.each<[string, unknown]>([
    ['no list', event()],
    ['an empty list', []],
    ['51 events', Array.from({ length: 51 }, () => event())],
    ['an unknown event', [event(), event({ event: 'other' })]],
    ['an unknown field', [event({ email: 'ada@example.com' })]],
    ['another channel', [event({ channel: 'app' })]],
    ['no time', [event({ dateTime: 'yesterday' })]],
    ['a browser of 300 letters', [event({ userAgent: 'x'.repeat(300) })]],
    ['a zero byte', [event({ list: 'a\u0000b' })]],
    ['a position before the first', [event({ position: -1 })]],
    ['a card number', [event({ list: '4111 1111 1111 1111' })]],
  ])('%s', async (_case, body) => {
    const partner = app.newPartner()
    const response = await newClient(app, partner).send('POST', '/api/Impressions', body)
    expect(response.statusCode).toBe(400)
    expect(await storedEvents(partner)).toEqual([])
  })

  test('without the anti-forgery token', async () => {
    const partner = app.newPartner()
    const response = await newClient(app, partner).send('POST', '/api/Impressions', [event()], {})
    expect([response.statusCode, response.json().code]).toEqual([403, 'csrf_invalid'])
    expect(await storedEvents(partner)).toEqual([])
  })
})

describe('many events', () => {
  const fifty = Array.from({ length: 50 }, () => event())

  test('of one client or of all of a partner -> refused and not stored past the limit', async () => {
    const [partner, other] = [limited.newPartner(), limited.newPartner()]
    const send = async (address: string, events: object[], to = partner) => {
      const client = newClient(limited, to)
      const headers = { ...(await tokenHeader(client)), 'x-forwarded-for': address }
      return (await client.send('POST', '/api/Impressions', events, headers)).statusCode
    }
    expect(await send('2001:db8::1', fifty)).toBe(200)
    expect(await send('2001:db8::2', fifty)).toBe(429)
    expect(await send('2001:db8::3', fifty.slice(0, 10))).toBe(200)
    expect(await send('203.0.113.1', fifty)).toBe(429)
    expect(await send('203.0.113.2', fifty, other)).toBe(200)
    expect(await storedEvents(partner)).toHaveLength(60)
  })
})

test('stored events: of a month that ended 400 days ago -> deleted, of the next -> not', async () => {
  const partner = app.newPartner()
  const client = newClient(app, partner)
  const start = app.clock.now()
  await client.send('POST', '/api/Impressions', [event({ list: 'old' })])
  const nextMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  app.clock.set(nextMonth)
  await client.send('POST', '/api/Impressions', [event({ list: 'newer' })])
  app.clock.set(new Date(nextMonth.getTime() + 400 * 86_400_000))
  await makeMonths(app.database.db, app.clock.now())
  await deleteOldRows({ db: app.database.db, clock: app.clock })
  expect((await storedEvents(partner)).map(row => row.properties)).toMatchObject([{ list: 'newer' }])
  app.clock.set(start)
})
