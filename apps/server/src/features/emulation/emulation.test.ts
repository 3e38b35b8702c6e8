import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { readVisitorCookies } from '../../http/sessions/emulation.ts'
import { loadWebBuild } from '../../ssr/web-build.ts'
import { consoleClient, newConsoleStaff, signedInToConsole } from '../../testing/access/console-for-test.ts'
import { contracts } from '../../testing/access/contracts.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { recordExpiredEmulations } from './emulation.service.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const reason = 'The member cannot see a dine.'
const inFrame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }

/** A frame of the console in which a member's pages are open. */
async function newFrame() {
  const partner = app.newPartner({ withContent: true })
  const member = await newMember(app, partner)
  const staff = await newConsoleStaff(app, 'support', partner.slug)
  const console = await signedInToConsole(app, staff.id)
  const started = await console.send('POST', `/api/Console/Members/${member.id}/Emulate`, { reason })
  expect(started.statusCode).toBe(201)
  const { id, address } = started.json().emulation
  const { pathname, search } = new URL(address)
  const client = newClient(app, partner)
  const open = (by: TestClient = client, headers: Record<string, string> = inFrame) =>
    by.get(`${pathname}${search}`, headers)
  return { partner, member, staff, console, id, client, open }
}

const auditOf = (memberId: string) =>
  app.database.db
    .selectFrom('auditLog')
    .select(['action', 'reason', 'actor'])
    .where('subject', '=', memberId)
    .orderBy('id')
    .execute()

test.each(['/', '/search', '/account/overview', '/account/manage_cards', '/account/user_profile'])(
  '%s in the frame -> the member’s page, for a browser without readable cookies',
  async path => {
    const { member, client, open } = await newFrame()
    await open()
    const page = await client.get(path, inFrame)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`${member.firstName}</span>`)
    expect(page.body).toContain('"emulated":true')
    expect(page.body.includes('It does not open for you')).toBe(path === '/account/manage_cards')
  },
)

test('opened in a frame -> what the member sees, framed by the console alone; start and end are audited', async () => {
  const { member, staff, console, id, client, open } = await newFrame()
  const opened = await open()
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/account'])
  expect(String(opened.headers['set-cookie'])).toMatch(
    /dw_emulation=.*HttpOnly; Secure; Partitioned; SameSite=None/,
  )
  expect((await client.get('/api/Member')).json()).toMatchObject({ email: member.email })
  const page = await client.get('/account/recent_activity', inFrame)
  expect(page.statusCode).toBe(200)
  expect(page.headers['x-frame-options']).toBeUndefined()
  expect(page.headers['content-security-policy']).toContain('frame-ancestors http://console.localhost')
  const [brandFile] = page.body.match(/\/brand\/brand-[^"]+\.json/) ?? []
  const brand = (await client.get(brandFile!)).json()
  expect(brand.partner.settings.emulationOrigins).toContain('http://console.localhost')
  expect((await console.send('POST', `/api/Console/Emulations/${id}/End`)).json()).toEqual({ ended: true })
  expect((await client.get('/api/Member')).statusCode).toBe(401)
  expect(await auditOf(member.id)).toEqual([
    { action: 'account.emulation_started', reason, actor: staff.email },
    { action: 'account.emulation_ended', reason: null, actor: staff.email },
  ])
})

test.each([
  '/account/overview',
  '/account/recent_activity',
  '/account/reservations',
  '/account/manage_cards',
  '/account/user_profile',
])('%s, seen -> the page', async path => {
  const { client, open } = await newFrame()
  await open()
  expect((await client.get(path, inFrame)).statusCode).toBe(200)
})

test('the address -> opens once, within a minute, in a frame, at its own partner', async () => {
  const { open } = await newFrame()
  expect((await open()).statusCode).toBe(303)
  expect((await open()).statusCode).toBe(404)
  const late = await newFrame()
  app.clock.advance(60_000)
  expect((await late.open()).statusCode).toBe(404)
  const { open: openPage, partner } = await newFrame()
  expect((await openPage(newClient(app, partner), { 'sec-fetch-dest': 'document' })).statusCode).toBe(404)
  expect((await openPage(newClient(app, app.newPartner()))).statusCode).toBe(404)
  expect((await openPage()).statusCode).toBe(303)
})

test('after 15 minutes, or once the staff member’s account is deactivated -> nothing is seen', async () => {
  const { client, open, staff } = await newFrame()
  await open()
  app.clock.advance(15 * 60_000 - 1)
  expect((await client.get('/api/Member')).statusCode).toBe(200)
  app.clock.advance(1)
  expect((await client.get('/api/Member')).statusCode).toBe(401)
  const other = await newFrame()
  await other.open()
  const account = app.database.db.updateTable('staff').where('id', '=', other.staff.id)
  await account.set({ deactivatedAt: app.clock.now() }).execute()
  expect((await other.client.get('/api/Member')).statusCode).toBe(401)
  expect(staff.id).not.toBe(other.staff.id)
})

test('signed out of the console, there or by a colleague -> ends at once, and the log says so', async () => {
  const [left, revoked] = [await newFrame(), await newFrame()]
  for (const { open, client } of [left, revoked]) {
    await open()
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  }
  expect((await left.console.send('POST', '/api/Console/SignOut')).statusCode).toBe(200)
  await app.database.db.deleteFrom('consoleSessions').where('staffId', '=', revoked.staff.id).execute()
  for (const { client } of [left, revoked]) expect((await client.get('/api/Member')).statusCode).toBe(401)
  expect(await auditOf(left.member.id)).toMatchObject([
    { action: 'account.emulation_started' },
    { action: 'account.emulation_ended', actor: left.staff.email },
  ])
})

test('not left -> the job writes its end down, once, as of the time it ended', async () => {
  const { member, open, id } = await newFrame()
  await open()
  const endsAt = new Date(app.clock.now().getTime() + 15 * 60_000)
  const job = () =>
    recordExpiredEmulations({
      db: app.database.db,
      clock: app.clock,
      partners: app.partners,
      actor: { kind: 'system', name: 'end-emulations' },
    })
  await job()
  expect(await auditOf(member.id)).toHaveLength(1)
  app.clock.advance(20 * 60_000)
  await job()
  await job()
  expect((await auditOf(member.id)).slice(1)).toEqual([
    { action: 'account.emulation_ended', reason: null, actor: 'end-emulations' },
  ])
  const row = app.database.db.selectFrom('emulatedSessions').select(['endedAt', 'tokenHash'])
  expect(await row.where('id', '=', id).executeTakeFirst()).toEqual({ endedAt: endsAt, tokenHash: null })
})

test('a page that is opened by itself -> the visitor’s own, and the emulation is forgotten', async () => {
  const { partner, member, client, open } = await newFrame()
  await open()
  const own = await newMember(app, partner)
  const browser = await signedInClient(app, partner, own.id)
  client.cookies.set('dw_session', browser.cookies.get('dw_session')!)
  expect((await client.get('/api/Member')).json().email).toBe(member.email)
  const page = await client.get('/account', { 'sec-fetch-dest': 'document' })
  expect(page.headers['x-frame-options']).toBe('DENY')
  expect(client.cookies.has('dw_emulation')).toBe(false)
  expect((await client.get('/api/Member')).json().email).toBe(own.email)
})

test('in the frame -> what the browser has of its own does not count', async () => {
  const server = Fastify()
  await server.register(cookie)
  readVisitorCookies(server)
  server.get('/', ({ sessionToken, cookies }) => ({ sessionToken, cookies }))
  const token = 'a'.repeat(43)
  const own = { dw_session: token, dw_session_expires: 'x', dw_device: token, dw_staff: token, dw_csrf: 'x' }
  const seen = async (cookies: Record<string, string>) => (await server.inject({ url: '/', cookies })).json()
  expect(await seen(own)).toEqual({ sessionToken: token, cookies: own })
  const framed = { sessionToken: null, cookies: { dw_emulation: token } }
  expect(await seen({ ...own, dw_emulation: token })).toEqual(framed)
})

test('exit by the site -> ends it, and no session of the member', async () => {
  const { partner, member, client, open } = await newFrame()
  const phone = await signedInClient(app, partner, member.id)
  await open()
  expect((await client.get('/api/SignOut', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  expect((await client.get('/api/Member')).statusCode).toBe(401)
  expect((await phone.get('/api/Member')).statusCode).toBe(200)
  expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
    'account.emulation_started',
    'account.emulation_ended',
  ])
})

test('seen -> no session, device or mail of the member changes', async () => {
  const { partner, member, client, open } = await newFrame()
  await signedInClient(app, partner, member.id)
  const { db } = app.database
  const rows = async () => ({
    sessions: await db.selectFrom('sessions').selectAll().where('memberId', '=', member.id).execute(),
    devices: await db.selectFrom('memberDevices').selectAll().where('memberId', '=', member.id).execute(),
    mails: await db.selectFrom('outgoingMails').selectAll().where('memberId', '=', member.id).execute(),
    tracked: await db.selectFrom('trackingEvents').selectAll().where('memberId', '=', member.id).execute(),
    member: await db.selectFrom('members').selectAll().where('id', '=', member.id).execute(),
  })
  const before = await rows()
  await open()
  app.clock.advance(6 * 60_000)
  for (const path of ['/account/recent_activity', '/account/manage_cards'])
    expect([path, (await client.get(path, inFrame)).statusCode]).toEqual([path, 200])
  expect(await rows()).toEqual(before)
})

describe('read-only', () => {
  const writes = [...contracts].filter(([, { method }]) => method !== 'GET')
  test('every write call there is -> refused', async () => {
    expect(writes.length).toBeGreaterThan(40)
    const { client, open } = await newFrame()
    await open()
    const token = (await client.get('/api/CSRF')).json().csrfToken
    for (const [name] of writes) {
      const [method, path] = name.split(' ') as ['POST', string]
      const response = await client.send(
        method,
        path.replaceAll(/\{\w+\}/g, 'x'),
        {},
        { 'x-xsrf-token': token },
      )
      expect([name, response.statusCode, response.json().code]).toEqual([name, 403, 'emulation_read_only'])
    }
  })

  test('a read that leaves a trace, and a form without script -> refused, nothing is written', async () => {
    const { member, client, open } = await newFrame()
    await open()
    expect((await client.get('/api/Member/Export')).json().code).toBe('emulation_read_only')
    const form = {
      ...inFrame,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    await client.send('POST', '/account/profile', 'firstName=Eve', form)
    const row = await app.database.db
      .selectFrom('members')
      .select('firstName')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(row.firstName).toBe('Ada')
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual(['account.emulation_started'])
  })
})

test('who may not emulate, or of another program -> no address', async () => {
  const { member, partner } = await newFrame()
  const path = `/api/Console/Members/${member.id}/Emulate`
  const viewer = await consoleClient(app, 'viewer', partner.slug)
  expect((await viewer.send('POST', path, { reason })).statusCode).toBe(403)
  const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
  expect((await elsewhere.send('POST', path, { reason })).statusCode).toBe(404)
})
