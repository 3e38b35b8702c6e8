import { contrast } from '@dineward/core/partner/theme/color.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestFrame, parent } from './testing/test-frame.ts'

let frame: Awaited<ReturnType<typeof createTestFrame>>
const address = (of: string, more = '') => `/card?partner=skyward&parent=${encodeURIComponent(of)}${more}`

beforeAll(async () => {
  frame = await createTestFrame()
})

describe('card page', () => {
  test('parent that may embed it -> frame-ancestors with exactly that origin', async () => {
    const response = await frame.get(address(parent))
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
        `form-action 'none'; frame-ancestors ${parent}`,
    )
    expect(response.headers['x-frame-options']).toBeUndefined()
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(response.body).toContain(`data-parent="${parent}"`)
  })

  test.each([
    ['the default partner’s host', 'http://localhost:3000'],
    ['a partner’s host', 'http://table-folk2.localhost:3000'],
  ])('parent is %s -> 200', async (_case, origin) => {
    expect((await frame.get(address(origin))).statusCode).toBe(200)
  })

  test.each([
    ['anyone', '*'],
    ['an empty origin', ''],
    ['an origin that hides', 'null'],
    ['another site', 'https://evil.example'],
    ['a look-alike behind', 'http://skyward.localhost:3000.evil.example'],
    ['a look-alike before', 'http://evil.example?.localhost:3000'],
    ['another port', 'http://skyward.localhost:3001'],
    ['a port with a zero before it', 'http://skyward.localhost:03000/x'],
    ['a name with a user', 'http://skyward.localhost:3000@evil.example'],
    ['a whole address', 'http://skyward.localhost:3000/account'],
    ['two origins', 'http://localhost:3000 http://evil.example'],
    ['another header', 'http://localhost:3000\r\nx-evil: 1'],
    ['another directive', "http://localhost:3000; script-src 'unsafe-inline'"],
    ['a script', '"><script>alert(1)</script>'],
    ['a deeper name', 'http://a.b.localhost:3000'],
    ['another scheme', 'javascript://localhost:3000'],
  ])('parent is %s -> 400', async (_case, origin) => {
    const response = await frame.get(address(origin))
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    if (origin.length > 4) expect(response.body).not.toContain(origin)
    expect(response.body).not.toContain('<script')
  })

  test.each(['/card', '/card?partner=skyward', `${address(parent)}&parent=http://evil.example`])(
    'not exactly one parent: %s -> 400',
    async url => {
      expect((await frame.get(url)).statusCode).toBe(400)
    },
  )

  test('malformed partner -> 400', async () => {
    const url = `/card?partner=${encodeURIComponent('"><img>')}&parent=${encodeURIComponent(parent)}`
    expect((await frame.get(url)).statusCode).toBe(400)
  })

  test('production -> listed origins only', async () => {
    const listed = 'https://dining.example'
    const live = await createTestFrame({ production: true, isParent: origin => origin === listed })
    const response = await live.get(address(listed))
    expect(response.headers['content-security-policy']).toContain(`frame-ancestors ${listed}`)
    expect(response.headers['strict-transport-security']).toBeDefined()
    expect((await live.get(address(parent))).statusCode).toBe(400)
  })

  test('no inline script or style', async () => {
    const { body } = await frame.get(address(parent, '&scheme=dark&accent=%23ff8800'))
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/card.js">'])
  })

  test('two fields, each with a label and a linked error', async () => {
    const { body } = await frame.get(address(parent))
    for (const [id, label, autocomplete] of [
      ['number', 'Card number', 'cc-number'],
      ['expiry', 'Expiry date', 'cc-exp'],
    ]) {
      expect(body).toContain(`<label for="${id}">${label}</label>`)
      expect(body).toMatch(
        new RegExp(`<input id="${id}"[^>]*autocomplete="${autocomplete}"[^>]*aria-describedby="${id}-error"`),
      )
    }
    expect(body.match(/<input/g)).toHaveLength(2)
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(body).toContain('<html lang="en">')
  })

  test('a note that only test numbers are allowed', async () => {
    expect((await frame.get(address(parent))).body).toContain('Test numbers only')
  })

  test.each([
    ['', 'VISA MAST AMEX DISC'],
    ['&brands=MAST,VISA', 'VISA MAST'],
    ['&brands=DISC', 'DISC'],
    ['&brands="><script>', 'VISA MAST AMEX DISC'],
    ['&brands=VISA&brands=MAST', 'VISA MAST AMEX DISC'],
  ])('query %j -> brands %s', async (query, brands) => {
    expect((await frame.get(address(parent, query))).body).toContain(`data-brands="${brands}"`)
  })
})

describe('theme', () => {
  const theme = async (query: string) => (await frame.get(`/theme.css${query}`)).body

  test('light by default, dark on request', async () => {
    expect(await theme('')).toContain('color-scheme: light')
    expect(await theme('?scheme=dark')).toContain('color-scheme: dark')
    expect(await theme('?scheme=dark;}body{display:none')).toContain('color-scheme: light')
  })

  test.each(['?accent=red', '?accent=%23fff', '?accent=%23ff0000;}*{}', '?accent=%23ff0000&accent=x'])(
    'invalid %s -> ignored',
    async query => {
      expect(await theme(query)).toBe(await theme(''))
    },
  )

  test.each([
    ['light', '#ffffff', '#ffff00'],
    ['dark', '#22262b', '#101010'],
  ])('accent without contrast on %s -> adjusted', async (scheme, field, accent) => {
    const css = await theme(`?scheme=${scheme}&accent=${encodeURIComponent(accent)}`)
    const shown = /--accent: (#[0-9a-f]{6});/.exec(css)![1]!
    expect(contrast(shown, field)).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['light', ''],
    ['dark', ''],
    ['light', '#fff1e0'],
    ['light', '#8a8a8a'],
    ['dark', '#181126'],
    ['dark', '#6b6b6b'],
  ])('%s on %j: text 4.5:1, edges 3:1', async (scheme, surface) => {
    const css = await theme(`?scheme=${scheme}${surface && `&surface=${encodeURIComponent(surface)}`}`)
    const color = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)![1]!
    for (const ground of ['surface', 'field']) {
      for (const text of ['ink', 'muted', 'danger'])
        expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5)
      for (const edge of ['line', 'accent', 'danger'])
        expect(contrast(color(edge), color(ground))).toBeGreaterThanOrEqual(3)
    }
  })

  test.each([
    ['dark', '#181126', '#181126'],
    ['light', '#FFF9F0', '#fff9f0'],
    ['light', '#181126', '#ffffff'],
    ['dark', '#fff9f0', '#1a1d21'],
    ['dark', '#181126;}*{}', '#1a1d21'],
  ])('%s on the surface %j -> %s', async (scheme, surface, shown) => {
    const css = await theme(`?scheme=${scheme}&surface=${encodeURIComponent(surface)}`)
    expect(css).toContain(`--surface: ${shown};`)
  })

  test.each([
    ['2', '2px'],
    ['20', '20px'],
    ['99', '23px'],
    ['2px;}*{}', undefined],
    ['-4', undefined],
  ])('radius %j -> %s', async (radius, shown) => {
    const css = await theme(`?radius=${encodeURIComponent(radius)}`)
    expect(/--radius: (.+);/.exec(css)?.[1]).toBe(shown)
  })

  test('in the query of the stylesheet', async () => {
    const { body } = await frame.get(
      address(parent, '&scheme=dark&accent=%23FF8800&surface=%23181126&radius=20'),
    )
    expect(body).toContain(
      'href="/theme.css?scheme=dark&amp;accent=%23ff8800&amp;surface=%23181126&amp;radius=20"',
    )
  })
})

describe('files', () => {
  test.each([
    ['/card.js', 'text/javascript; charset=utf-8'],
    ['/card.css', 'text/css; charset=utf-8'],
  ])('%s -> served with an ETag', async (path, type) => {
    const response = await frame.get(path)
    expect(response.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
    const again = await frame.get(path, { 'if-none-match': String(response.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test.each(['/card.ts', '/../package.json', '/%2e%2e/package.json', '/'])('%s -> 404', async path => {
    const response = await frame.get(path)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  })

  test('/healthz -> ok', async () => {
    expect((await frame.get('/healthz')).json()).toEqual({ status: 'ok' })
  })
})
