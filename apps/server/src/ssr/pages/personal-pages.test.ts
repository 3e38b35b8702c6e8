import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../../testing/databases/owner-database.ts'
import { echoed } from '../../testing/echo-web.ts'
import { newMember } from '../../testing/factories.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { pageStage } from './page-stage-for-test.ts'

const stage = pageStage()
const { get } = stage
const longUrl = `/?long=${'x'.repeat(1_100)}`

describe('what belongs to one visitor', () => {
  test('member’s page -> never cached, and never from the cache', async () => {
    stage.render = async (_request, { transport }) => {
      const answer = await transport('/api/Member', { method: 'GET', headers: {} })
      return { member: answer.ok ? ((await answer.json()) as { firstName: string }).firstName : null }
    }
    const { id } = await newMember(stage.test, stage.partner, { firstName: 'Ottoline' })
    const member = await signedInClient(stage.test, stage.partner, id)
    const own = await member.get('/search')
    expect(echoed(own.body).member).toBe('Ottoline')
    expect([own.headers['cache-control'], own.headers.etag]).toEqual(['no-store', undefined])
    expect(echoed((await get('/search')).body).member).toBeNull()
    expect(echoed((await member.get('/search')).body).member).toBe('Ottoline')
    expect((await get('/search')).body).not.toContain('Ottoline')
  })

  test('reads of one page -> one session lookup; next page -> another', async () => {
    const db = await asOwner(stage.test.database)
    await sql`create table renewals (at timestamptz default now())`.execute(db)
    await sql`grant all on renewals to public`.execute(db)
    await sql`create function count_renewal() returns trigger language plpgsql as
      ${sql.lit('begin insert into renewals default values; return null; end')}`.execute(db)
    await sql`create trigger renewed after update on sessions for each statement execute function count_renewal()`.execute(
      db,
    )
    const renewals = async () =>
      (await sql<{ count: number }>`select count(*) as count from renewals`.execute(db)).rows[0]!.count
    stage.render = async (_request, { transport }) => {
      const call = () => transport('/api/Member', { method: 'GET', headers: {} })
      const answers = [await call(), ...(await Promise.all([call(), call()]))]
      return { statuses: answers.map(({ status }) => status) }
    }
    const { id } = await newMember(stage.test, stage.partner)
    const member = await signedInClient(stage.test, stage.partner, id)
    expect(echoed((await member.get('/search')).body).statuses).toEqual([200, 200, 200])
    expect(await renewals()).toBe(1)
    await member.get('/search')
    expect(await renewals()).toBe(2)
    await sql`drop function count_renewal cascade`.execute(db)
    await sql`drop table renewals`.execute(db)
  })

  test('token is due -> the page replaces it once, for all of its calls', async () => {
    stage.render = async (_request, { transport }) => {
      const call = () => transport('/api/Member', { method: 'GET', headers: {} })
      const answers = [await call(), ...(await Promise.all([call(), call()]))]
      return { statuses: answers.map(({ status }) => status) }
    }
    const { id } = await newMember(stage.test, stage.partner)
    const member = await signedInClient(stage.test, stage.partner, id)
    const before = member.cookies.get('dw_session')
    stage.test.clock.advance(5 * 60_000)
    const page = await member.get('/search')
    expect(echoed(page.body).statuses).toEqual([200, 200, 200])
    expect(page.headers['cache-control']).toBe('no-store')
    const tokens = page.cookies.filter(({ name }) => name === 'dw_session').map(({ value }) => value)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens).not.toContain(before)
    expect((await member.get('/api/Member')).statusCode).toBe(200)
  })

  test('a page that signs the member out knows it in its next call', async () => {
    stage.render = async (_request, { transport }) => {
      const before = await transport('/api/Member', { method: 'GET', headers: {} })
      await transport('/api/SignOut', { method: 'GET', headers: {} })
      const after = await transport('/api/Member', { method: 'GET', headers: {} })
      return { statuses: [before.status, after.status] }
    }
    const { id } = await newMember(stage.test, stage.partner)
    const member = await signedInClient(stage.test, stage.partner, id)
    expect(echoed((await member.get('/search')).body).statuses).toEqual([200, 401])
  })

  test('HEAD of a page that signs out: still signed in', async () => {
    stage.render = async (_request, { transport }) => {
      const answer = await transport('/api/SignOut', { method: 'GET', headers: {} })
      return { status: answer.status }
    }
    const { id } = await newMember(stage.test, stage.partner)
    const member = await signedInClient(stage.test, stage.partner, id)
    const headers = {
      host: `${stage.partner.slug}.localhost`,
      cookie: `dw_session=${member.cookies.get('dw_session')}`,
    }
    await stage.test.app.inject({ method: 'HEAD', url: '/search', headers })
    expect((await member.get('/api/Member')).statusCode).toBe(200)
  })

  test.each([
    ['any session’s cookie, even a wrong one', { cookie: 'a=b; dw_session=nonsense' }],
    ['the session’s cookie of https', { cookie: '__Host-dw_session=nonsense' }],
    ['a new cookie of ours', { cookie: 'dw_new=1' }],
    ['staff', { cookie: 'dw_staff=1' }],
    ['the partner’s native app', { 'user-agent': 'Mozilla/5.0 gonative/4.2.0' }],
  ] as [string, Record<string, string>][])('%s: the page is drawn for them alone', async (_case, headers) => {
    await get('/')
    for (let round = 0; round < 2; round++)
      expect((await get('/', headers)).headers['cache-control']).toBe('no-store')
    expect(stage.drawn).toBe(3)
  })

  test.each(['dw_csrf', 'dw_device', 'dw_known_visitor', 'dw_source', 'dw_utm_campaign', '__Host-dw_csrf'])(
    'a visitor with the cookie %s gets the page for everyone',
    async name => {
      for (let round = 0; round < 2; round++) await get('/', { cookie: `a=b; ${name}=spring` })
      expect(stage.drawn).toBe(1)
    },
  )

  test('a session’s expiry without the session: removed, since the browser would take itself for a member’s', async () => {
    const { headers } = await get('/', { cookie: 'dw_session_expires=2099-01-01T00:00:00.000Z' })
    expect(headers['set-cookie']?.join()).toMatch(/^dw_session_expires=;.*Expires=Thu, 01 Jan 1970/)
  })

  test('a page for everyone is drawn without any of the first visitor’s cookies', async () => {
    let seen: unknown
    stage.render = async (_request, { transport }) => {
      const answer = await transport('/api/CSRF', { method: 'GET', headers: {} })
      seen = answer.status
      return {}
    }
    await get('/', { cookie: 'dw_csrf=abcdefghijklmnopqrstuv' })
    expect(seen).toBe(200)
    // The call set a new cookie, since it did not get the visitor's: not cached.
    await get('/')
    expect(stage.drawn).toBe(2)
  })

  test('concurrent requests: answer sets a cookie -> sent to the first visitor only', async () => {
    stage.render = async (_request, { transport }) => {
      await transport('/api/CSRF', { method: 'GET', headers: {} })
      return {}
    }
    const answers = await Promise.all([get('/'), get('/'), get('/')])
    const cookies = answers.map(answer => String(answer.headers['set-cookie']))
    expect(new Set(cookies).size).toBe(3)
    expect(answers.every(answer => answer.headers['cache-control'] === 'no-store')).toBe(true)
  })

  test.each(['/personal', '/undeclared'])(
    '%s, which depends on more than its address -> not cached',
    async path => {
      await get(path)
      const { headers } = await get(path)
      expect(headers['cache-control']).toBe('no-store')
      expect(stage.drawn).toBe(2)
    },
  )

  test.each(['/?preview=1', longUrl])('%s -> not cached', async url => {
    await get(url)
    await get(url)
    expect(stage.drawn).toBe(2)
  })

  test('form -> never answered from the cache', async () => {
    await get('/login')
    const post = {
      method: 'POST' as const,
      url: '/login',
      headers: { host: `${stage.partner.slug}.localhost` },
    }
    expect((await stage.test.app.inject(post)).headers['cache-control']).toBe('no-store')
    expect(stage.drawn).toBe(2)
  })
})
