import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const shipped = ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']

let app: TestApp
let partner: Partner
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
  partner = app.newPartner()
})

const get = (slug: string, url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: `${slug}.localhost`, ...headers } })

describe('every page', () => {
  test.each(shipped.flatMap(slug => ['/', '/search', '/nowhere'].map(path => [slug, path] as const)))(
    'of %s at %s is a complete document',
    async (slug, path) => {
      const { body, headers, statusCode } = await get(slug, path)
      expect(statusCode).toBe(path === '/nowhere' ? 404 : 200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toMatch(/^<!doctype html><html lang="en-US">/)
      expect(body.match(/<h1[ >]/g)).toHaveLength(1)
      expect(body.match(/<title>[^<]+<\/title>/g)).toHaveLength(1)
      expect(body).toMatch(/<meta name="description" content="[^"]{20,}"/)
      expect(body).toContain(`<link rel="canonical" href="http://${slug}.localhost${path}"`)
      expect(body).toMatch(/<a [^>]*href="#main"/)
      expect(body).toMatch(/<main [^>]*id="main"/)
    },
  )

  test('of restaurants found lists them for search engines, in their order', async () => {
    const merchant = await newMerchant(app, partner)
    const { body } = await get(partner.slug, '/search')
    const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(text)).toMatchObject([
      {
        '@type': 'ItemList',
        itemListElement: [{ position: 1, url: `http://${partner.slug}.localhost/merchants/${merchant.id}` }],
      },
    ])
  })

  test('holds no script of its own and no style that its policy does not name', async () => {
    const { body, headers } = await get('skyward', '/')
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(match => match[1])
    expect(scripts.every(attributes => /src="\/|type="application\/(ld\+)?json"/.test(attributes!))).toBe(
      true,
    )
    expect(body).not.toMatch(/ style="| on[a-z]+="/)
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe/)
    for (const [, css] of body.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(css!).digest('base64')}'`)
    }
  })

  test.each(['/', '/search', '/how-it-works'])(
    'rendered again from the same answers: %s -> the same bytes',
    async path => {
      // The test clock is fixed, so its distance from the machine's grows.
      const drawn = async (visitor: number) =>
        (await get('skyward', path, { cookie: `dw_visitor=${visitor}` })).body.replace(
          /"clockShiftMs":-?\d+/,
          '',
        )
      const body = await drawn(1)
      await new Promise(resolve => setTimeout(resolve, 20))
      expect(await drawn(2)).toBe(body)
    },
  )

  test('carries data that cannot end its block', async () => {
    await newMerchant(app, partner, { name: '</script><script>alert(1)</script>' })
    const { body } = await get(partner.slug, '/search')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('\\u003c/script')
  })

  test.each(shipped)('of %s looks and sounds like that partner', async slug => {
    const { settings, theme } = app.partners.bySlug(slug)!
    const { body } = await get(slug, '/')
    expect(body).toContain(settings.programName)
    expect(body).toContain(theme.display.family)
    for (const other of shipped.filter(one => one !== slug)) {
      expect(body).not.toContain(app.partners.bySlug(other)!.settings.programName)
    }
  })
})

test("shell §8 Server error page: in the partner's words, with a code and a way home, and nothing of its cause", async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  const renderPage = () => Promise.reject(new Error('secret cause'))
  const broken = await createTestApp({
    web: { ...web, renderPage },
    fontDir: `${root}apps/server/dist/fonts`,
  })
  const { statusCode, headers, body } = await broken.app.inject({
    url: '/',
    headers: { host: 'harbor.localhost' },
  })
  expect(statusCode).toBe(500)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('Looks like this page is still simmering')
  expect(body).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(body).toContain('Harbor')
  expect(body).toContain('<a href="/">Go to the home page</a>')
  expect(body).not.toContain('secret cause')
})

test.each([
  ['/search/', '/search'],
  ['/search/?location=Austin', '/search?location=Austin'],
  ['/join/', '/join'],
])('%s: trailing slash -> %s', async (path, to) => {
  const { statusCode, headers } = await get(partner.slug, path)
  expect(statusCode).toBe(303)
  expect(headers.location).toBe(to)
})

describe('who may see what', () => {
  test.each([
    '/account',
    '/account/overview',
    '/account/recent_activity?pageNo=2',
    '/account/manage_cards',
    '/add_card',
  ])('account §2 Session ended: anonymous visitor of %s -> sign-in, with the way back', async path => {
    const { statusCode, headers } = await get(partner.slug, path)
    expect(statusCode).toBe(303)
    expect(headers.location).toBe(`/login?returnTo=${encodeURIComponent(path)}`)
  })

  test('password fields -> masked, and open to password managers and pasting', async () => {
    for (const [path, purpose] of [
      ['/login', 'current-password'],
      ['/join', 'new-password'],
    ] as const) {
      const { body } = await get(partner.slug, path)
      const fields = [...body.matchAll(/<input[^>]* name="password[^>]*>/g)].map(([field]) => field)
      expect(fields.length).toBeGreaterThan(0)
      for (const field of fields) {
        expect(field).toContain('type="password"')
        expect(field.toLowerCase()).toContain(`autocomplete="${purpose}"`)
        expect(field).not.toMatch(/onpaste|maxlength/i)
      }
    }
  })

  test('a partner with single sign-on signs in at /Login', async () => {
    expect((await get('meridian', '/account')).headers.location).toMatch(/^\/Login\?/)
    expect((await get('meridian', '/Login')).statusCode).toBe(200)
  })

  test.each(['/join', '/login', '/account', '/account/overview', '/add_card', '/card_added'])(
    '%s does not exist where there is no enrollment',
    async path => {
      expect((await get('tablefolk', path)).statusCode).toBe(404)
    },
  )

  test('a member sees their own pages, and no cache may keep them', async () => {
    const member = await newMember(app, partner, { firstName: 'Ottoline' })
    await newLinkedCard(app, member, { lastFour: '9876' })
    const client = await signedInClient(app, partner, member.id)
    for (const path of ['/account/overview', '/account/recent_activity', '/account/manage_cards']) {
      const page = await client.get(path)
      expect(page.statusCode).toBe(200)
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.body).toContain('Ottoline')
    }
    expect((await client.get('/account/manage_cards')).body).toContain('9876')
  })

  test.each(['/account', '/account/anything'])('account §2 Unknown page: %s -> overview', async path => {
    const member = await newMember(app, partner)
    const { headers } = await (await signedInClient(app, partner, member.id)).get(path)
    expect(headers.location).toBe('/account/overview')
  })

  test("another partner's session -> anonymous", async () => {
    const other = app.newPartner()
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const here = newClient(app, other)
    here.cookies.set('dw_session', client.cookies.get('dw_session')!)
    expect((await here.get('/account/overview')).statusCode).toBe(303)
  })

  test('the card frame may stand only on pages where a card is entered', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const framesOf = async (path: string) =>
      /frame-src ([^;]+)/.exec(String((await client.get(path)).headers['content-security-policy']))?.[1]
    expect(await framesOf('/account/manage_cards')).toBe('http://localhost:3001')
    expect(await framesOf('/add_card')).toBe('http://localhost:3001')
    expect(await framesOf('/account/overview')).toBe("'none'")
    expect(await framesOf('/')).toBe("'none'")
  })
})

describe('forms without script', () => {
  const post = (url: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    app.app.inject({
      method: 'POST',
      url,
      headers: {
        host: `${partner.slug}.localhost`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: new URLSearchParams(body).toString(),
    })

  test('a wrong password comes back to the form with what was typed, but never the password', async () => {
    const { statusCode, body } = await post('/login', {
      userName: 'unknown@example.com',
      password: 'Wrong-Guess-1',
    })
    expect(statusCode).toBe(400)
    expect(body).toContain('unknown@example.com')
    expect(body).not.toContain('Wrong-Guess-1')
  })

  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])(
    'a form on another site (%o) is refused',
    async headers => {
      const { statusCode, json } = await post(
        '/login',
        { userName: 'a', password: 'b' },
        headers as Record<string, string>,
      )
      expect(statusCode).toBe(403)
      expect(json().code).toBe('cross_site_refused')
    },
  )
})

describe("a partner's files", () => {
  test('addresses change with content -> cached forever', async () => {
    const { body } = await get('harbor', '/')
    const files = new Set([...body.matchAll(/\/brand\/[\w-]+\.\w+/g)].map(match => match[0]))
    expect(files.size).toBeGreaterThanOrEqual(4)
    for (const file of files) {
      const answer = await get('harbor', file)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toContain('immutable')
    }
  })

  test('scripts and pictures leave out the headers that are for documents', async () => {
    const { body, headers } = await get('harbor', '/')
    expect(headers['permissions-policy']).toBeDefined()
    const script = await get('harbor', /\/assets\/[\w-]+\.js/.exec(body)![0])
    expect(script.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    for (const name of ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy'])
      expect(script.headers).not.toHaveProperty(name)
    const logo = await get('harbor', /\/brand\/logo-[\w-]+\.svg/.exec(body)![0])
    expect(logo.headers['x-frame-options']).toBe('DENY')
  })

  test("another partner's file is not found", async () => {
    const { body } = await get('harbor', '/')
    const logo = /\/brand\/logo-[\w-]+\.svg/.exec(body)![0]
    expect((await get('skyward', logo)).statusCode).toBe(404)
  })

  test.each([
    '/brand/../../package.json',
    '/brand/%2e%2e%2fsecrets.json',
    '/assets/../server/entry-server.js',
    '/assets/nothing.js',
  ])('%s leads nowhere', async path => {
    expect((await get('skyward', path)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await get('skyward', path)).statusCode).toBeLessThan(500)
  })
})
