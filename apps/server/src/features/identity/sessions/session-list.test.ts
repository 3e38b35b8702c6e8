import type { MemberSession } from '@dineward/core/identity/sessions.contract.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { hashPassword } from '../passwords/passwords.service.ts'

const minute = 60_000
const password = 'Dinner-For-2!'
const path = '/api/Member/Sessions'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

const memberOf = async (partner = app.newPartner()) => ({
  partner,
  member: await newMember(app, partner, { passwordHash }),
})

const itemsOf = async (client: TestClient): Promise<MemberSession[]> => (await client.get(path)).json().items
const statusOf = async (client: TestClient) => (await client.get('/api/Member')).statusCode

describe('list of sessions', () => {
  test('device, language, time zone and use of each; this one first; no token, no address', async () => {
    const { partner, member } = await memberOf()
    const phone = newClient(app, partner)
    await phone.send(
      'POST',
      '/api/SignIn',
      { userName: member.email, password },
      {
        ...(await tokenHeader(phone)),
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
        'accept-language': 'fr-CA,fr;q=0.9',
        'x-time-zone': 'America/Toronto',
      },
    )
    const signedInAt = app.clock.now().toISOString()
    app.clock.advance(minute)
    const other = await signedInClient(app, partner, member.id)
    await other.get('/api/Member', { 'x-time-zone': 'Europe/Paris' })
    const items = await itemsOf(phone)
    expect(items).toEqual([
      {
        id: expect.any(String),
        browser: 'Safari',
        system: 'iPhone',
        language: 'fr-CA',
        timeZone: 'America/Toronto',
        signedInAt,
        lastUsedAt: app.clock.now().toISOString(),
        current: true,
      },
      expect.objectContaining({ browser: null, timeZone: 'Europe/Paris', current: false }),
    ])
    expect(JSON.stringify(items)).not.toContain(phone.cookies.get('dw_session')?.slice(0, 16))
    const rows = await app.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('memberId', '=', member.id)
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Mozilla/)
  })

  test.each(['<script>', 'a'.repeat(61), 'America/New York', '../etc', ''])(
    'time zone %j -> ignored',
    async timeZone => {
      const { partner, member } = await memberOf()
      const client = await signedInClient(app, partner, member.id)
      await client.get('/api/Member', { 'x-time-zone': timeZone })
      expect((await itemsOf(client))[0]?.timeZone).toBe(null)
    },
  )
})

describe('ending sessions', () => {
  const twoSessions = async (scene?: Awaited<ReturnType<typeof memberOf>>) => {
    const { partner, member } = scene ?? (await memberOf())
    const here = await signedInClient(app, partner, member.id)
    const there = await signedInClient(app, partner, member.id)
    const [{ id: hereId }, { id: thereId }] = (await itemsOf(here)) as [MemberSession, MemberSession]
    return { partner, member, here, there, hereId, thereId }
  }

  test('another one -> ended there, not here; again -> 404', async () => {
    const { member, here, there, thereId } = await twoSessions()
    const response = await here.send('DELETE', `${path}?id=${thereId}`)
    expect([response.statusCode, response.json()]).toEqual([200, { ended: 1 }])
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await here.send('DELETE', `${path}?id=${thereId}`)).statusCode).toBe(404)
    expect(await auditedActions(app, member.id)).toEqual(['credentials.sessions_ended'])
  })

  test.each(['others', 'others=true'])('%s -> only this one stays', async query => {
    const { partner, member, here, there } = await twoSessions()
    const third = await signedInClient(app, partner, member.id)
    expect((await here.send('DELETE', `${path}?${query}`)).json()).toEqual({ ended: 2 })
    expect([await statusOf(here), await statusOf(there), await statusOf(third)]).toEqual([200, 401, 401])
  })

  test('this one -> signed out, cookies cleared', async () => {
    const { here, there, hereId } = await twoSessions()
    await here.send('DELETE', `${path}?id=${hereId}`)
    expect(here.cookies.has('dw_session')).toBe(false)
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200])
  })

  test('another member’s, or another partner’s -> 404, and it stays', async () => {
    const mine = await twoSessions()
    const sibling = await twoSessions(await memberOf(mine.partner))
    const elsewhere = await twoSessions()
    for (const { there, thereId } of [sibling, elsewhere]) {
      expect((await mine.here.send('DELETE', `${path}?id=${thereId}`)).statusCode).toBe(404)
      expect(await statusOf(there)).toBe(200)
    }
    await mine.here.send('DELETE', `${path}?others`)
    expect([await statusOf(sibling.there), await statusOf(elsewhere.there)]).toEqual([200, 200])
  })

  test.each(['', 'id=', 'id=a&others', 'others=false'])('query %j -> 400', async query => {
    const { here } = await twoSessions()
    expect((await here.send('DELETE', `${path}?${query}`)).json().code).toBe('validation_failed')
  })
})
