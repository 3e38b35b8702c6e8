import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { securityHeaders } from '../../http/security-headers.ts'
import { echoed } from '../../testing/echo-web.ts'
import { longTest } from '../../testing/long-test.ts'
import { ask, type PageAnswer, pageStage, settled } from '../pages/page-stage-for-test.ts'

const stage = pageStage()
const { get } = stage

describe('an anonymous page', () => {
  test('several visitors -> rendered once, same bytes and headers', async () => {
    const first = await get('/search?restaurantOrCuisine=thai')
    const second = await get('/search?restaurantOrCuisine=thai', { cookie: 'theme=dark; dw_csrf=x' })
    expect(stage.drawn).toBe(1)
    expect(second.body).toBe(first.body)
    expect(withoutLimit(second.headers)).toEqual({ ...withoutLimit(first.headers), date: expect.anything() })
  })

  test('visitors who closed an announcement -> a shared page of their own', async () => {
    const open = await get('/', { cookie: 'dw_closed_announcement=not/a/mark' })
    await get('/', { cookie: 'dw_closed_announcement=1a2b3c' })
    await get('/', { cookie: 'theme=dark; dw_closed_announcement=1a2b3c' })
    expect(stage.drawn).toBe(2)
    expect((await get('/')).body).toBe(open.body)
    expect(stage.drawn).toBe(2)
  })

  test('parameters that no page reads -> the same page', async () => {
    const plain = await get('/search?location=Boston')
    for (const invented of ['a=1', 'a=2', 'utm=x', '__proto__=y'])
      expect((await get(`/search?${invented}&location=Boston`)).body).toBe(plain.body)
    expect(stage.drawn).toBe(1)
    expect(echoed(plain.body).url).toBe(`http://${stage.partner.slug}.localhost/search?location=Boston`)
  })

  test('has every header that a page has, and is asked for again by each browser', async () => {
    await get('/')
    const { headers } = await get('/')
    expect(headers).toMatchObject(securityHeaders)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      'content-type': 'text/html; charset=utf-8',
    })
  })

  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=0.8, br;q=0', gunzipSync],
    [undefined, 'deflate', (body: Buffer) => body],
  ] as const)('comes as %s to who takes "%s"', async (encoding, accepted, unpack) => {
    const plain = await get('/')
    for (let round = 0; round < 2; round++) {
      const packed = await get('/', { 'accept-encoding': accepted })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
    expect(stage.drawn).toBe(1)
  })

  test('that has not changed is a 304 without a body, of the same encoding only', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'br' })
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    const same = await get('/', { 'accept-encoding': 'br', 'if-none-match': `"old", ${etag}` })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    expect(same.headers['content-security-policy']).toBe(headers['content-security-policy'])
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('answers HEAD with the headers of GET and nothing else', async () => {
    const whole = await get('/')
    const head = await ask(stage.test, {
      method: 'HEAD',
      url: '/',
      headers: { host: `${stage.partner.slug}.localhost` },
    })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-length', 'content-type', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name])
    expect(stage.drawn).toBe(1)
  })

  test('is counted, limited and logged as one that is drawn', longTest, async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const { headers } = await get('/', from)
    stage.lines = []
    await get('/', from)
    expect(stage.lines.join('')).toContain('"page":"/"')
    expect(stage.lines.join('')).toContain('"statusCode":200')
    for (let left = Number(headers['x-ratelimit-remaining']) - 1; left > 0; left -= 100)
      await Promise.all(Array.from({ length: Math.min(left, 100) }, () => get('/', from)))
    const refused = await get('/', from)
    expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([429, 'rate_limited'])
    const metrics = await get('/metrics', { authorization: 'Bearer metrics-token-of-tests' })
    expect(metrics.body).toMatch(/method="GET",route="\/\*",status="200"\} [6-9]\d{3}\n/)
  })

  test('in front of Fastify -> the same headers, those of the limit included', async () => {
    const { headers } = await get('/')
    const again = await getInFront('/')
    expect(again.headers).toEqual({
      ...headers,
      date: expect.anything(),
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    })
    const next = await getInFront('/')
    expect(remaining(next)).toBeLessThan(remaining(again))
    expect(stage.drawn).toBe(1)
  })

  test('in front of Fastify -> a line of the log with the same fields', async () => {
    const lastLine = async () => {
      await settled()
      return JSON.parse(stage.lines.at(-1) ?? '')
    }
    await get('/')
    const behind = await lastLine()
    await askInFront('/')
    const inFront = await lastLine()
    expect(fieldsOf(inFront)).toEqual(fieldsOf(behind))
    expect(inFront).toMatchObject({ ...pick(behind), responseTime: expect.any(Number) })
  })

  test('in front of Fastify -> counted with its time, by the same labels', async () => {
    const counted = async () => {
      const { body } = await get('/metrics', { authorization: 'Bearer metrics-token-of-tests' })
      return Number(
        /^http_request_duration_seconds_count\{method="GET",route="\/\*"\} (\d+)$/m.exec(body)?.[1],
      )
    }
    await get('/nowhere')
    await settled()
    const before = await counted()
    const { asked } = await askInFront('/')
    await settled()
    expect(await counted()).toBe(before + asked)
  })

  test('in front of Fastify and behind it -> each answer from the cache is counted as a hit', async () => {
    const hits = async () => {
      const metrics = await get('/metrics', { authorization: 'Bearer metrics-token-of-tests' })
      return Number(/^page_cache_hits_total (\d+)$/m.exec(metrics.body)?.[1])
    }
    await get('/')
    const before = await hits()
    await get('/')
    await stage.test.app.inject({ url: '/', headers: { host: `${stage.partner.slug}.localhost` } })
    expect(await hits()).toBe(before + 2)
  })

  test('data is still being loaded -> not cached', async () => {
    stage.hasStarted = false
    stage.render = async () => {
      stage.hasStarted = stage.drawn === 2
      return {}
    }
    for (const drawing of [1, 2, 3, 3]) expect(echoed((await get('/search')).body)).toMatchObject({ drawing })
  })

  test('is only there for hosts that are a partner’s', async () => {
    await get('/')
    const { statusCode, body } = await ask(stage.test, { url: '/', headers: { host: 'elsewhere.example' } })
    expect(statusCode).toBe(421)
    expect(JSON.parse(body)).toMatchObject({ code: 'partner_unknown', requestId: expect.any(String) })
  })
})

describe('what a page is made from', () => {
  test('two partners have the same paths, and never each other’s pages', async () => {
    const other = stage.test.newPartner({ like: 'harbor' })
    for (let round = 0; round < 2; round++) {
      expect(echoed((await get('/', {}, stage.partner)).body).name).toBe(stage.partner.settings.programName)
      expect(echoed((await get('/', {}, other)).body).name).toBe(other.settings.programName)
    }
    expect(stage.drawn).toBe(2)
  })

  test('another host name, path or query is another page', async () => {
    await get('/')
    await get('/?page=2')
    await get('/earn')
    await get('/', { host: `${stage.partner.slug}.localhost:8080` })
    expect(stage.drawn).toBe(4)
  })

  test('changed settings show at once', async () => {
    await get('/')
    stage.test.partners.applyOverrides(stage.partner.slug, {
      settings: { hostNames: [], programName: 'Renamed Table' },
    })
    expect(echoed((await get('/')).body).name).toBe('Renamed Table')
  })
})

const withoutLimit = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit-')))

const remaining = ({ headers }: PageAnswer): number => Number(headers['x-ratelimit-remaining'])

const pick = ({ msg, level, req, res }: Record<string, unknown>) => ({ msg, level, req, res })

const fieldsOf = (line: Record<string, unknown>): string[] => Object.keys(line).toSorted()

const getInFront = async (url: string): Promise<PageAnswer> => (await askInFront(url)).answer

/** Ask until Fastify did not see the request. @returns how often it took, and the last answer */
async function askInFront(url: string): Promise<{ readonly asked: number; readonly answer: PageAnswer }> {
  let seen = 0
  const count = () => void seen++
  subscribe(handlerStart, count)
  try {
    for (let asked = 1; ; asked++) {
      const before = seen
      const answer = await get(url)
      if (seen === before) return { asked, answer }
    }
  } finally {
    unsubscribe(handlerStart, count)
  }
}

const handlerStart = 'tracing:fastify.request.handler:start'
