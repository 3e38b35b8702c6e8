import { connect } from 'node:net'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { echoed, echoWeb } from '../../testing/echo-web.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'

let app: TestApp
let partner: Partner
let port: number
const lines: string[] = []

beforeAll(async () => {
  const web = echoWeb(async (_request, { transport }) => {
    const answer = await transport('/api/Member', { method: 'GET', headers: {} })
    return { member: answer.status }
  })
  app = await createTestApp({ web, logLevel: 'warn', logStream: { write: line => void lines.push(line) } })
  partner = app.newPartner()
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

/** It sends the request word for word: a client library would tidy the target up first. */
function raw(head: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    socket.on('data', chunk => {
      answer += chunk
    })
    // The server hangs up on what it cannot read; what it said before counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      const [headers = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(answer.slice(9, 12)), head: headers, body })
    })
  })
}

const getRaw = (target: string) =>
  raw(`GET ${target} HTTP/1.1\r\nHost: ${partner.slug}.localhost\r\nConnection: close`)

describe('a target', () => {
  test.each(['/healthzoo', '/metricsx', '/readyz/deep'])(
    '%s, which begins like a path of the machine, is a page of the partner',
    async target => {
      const { status, body } = await getRaw(target)
      expect(status).toBe(200)
      expect(echoed(body).url).toBe(`http://${partner.slug}.localhost${target}`)
    },
  )

  test.each(['//', '//evil.example/login', '/\\evil.example/login', '*'])(
    '%s, which names another host or none, is a page that does not exist',
    async target => {
      const { status, body } = await getRaw(target)
      expect(status).toBe(200)
      expect(echoed(body)).toMatchObject({
        url: `http://${partner.slug}.localhost/not_found`,
        origin: `http://${partner.slug}.localhost`,
      })
    },
  )

  test.each([
    ['/%', '/%25'],
    ['/a%ff?b=%ff%20c', '/a%25ff?b=%ff%20c'],
    ['/merchants/%c0%ae/%20', '/merchants/%25c0%25ae/%2520'],
  ])('%s, badly encoded, is read as it is written: %s', async (target, read) => {
    const { status, body } = await getRaw(target)
    expect(status).toBe(200)
    expect(echoed(body).url).toBe(`http://${partner.slug}.localhost${read}`)
  })

  test('of another host than the header names is refused', async () => {
    const { status, body } = await getRaw('http://evil.example/login')
    expect(status).toBe(400)
    expect(body).toContain('"code":"validation_failed"')
  })

  test.each([
    ['GET', '/api/%c0%ae'],
    ['GET', '/api/Unknown'],
    ['GET', '/images/../../etc/passwd'],
    ['GET', '/maps/none.pmtiles'],
    ['HEAD', '/api/Unknown'],
  ])('%s %s asks for no page: a 404 in the usual shape, and nothing to log', async (method, target) => {
    lines.length = 0
    const { status, body } = await raw(
      `${method} ${target} HTTP/1.1\r\nHost: ${partner.slug}.localhost\r\nConnection: close`,
    )
    expect(status).toBe(404)
    if (method !== 'HEAD')
      expect(JSON.parse(body)).toEqual({
        code: 'not_found',
        message: expect.any(String),
        requestId: expect.any(String),
      })
    expect(lines).toEqual([])
  })

  test.each([
    ['OPTIONS', '/search'],
    ['TRACE', '/'],
    ['PUT', '/login'],
    ['DELETE', '/merchants/one'],
    ['PROPFIND', '/'],
  ])('%s %s, a method that pages do not have -> 405, and nothing to log', async (method, target) => {
    lines.length = 0
    const { status, head, body } = await raw(
      `${method} ${target} HTTP/1.1\r\nHost: ${partner.slug}.localhost\r\nConnection: close`,
    )
    expect(status).toBe(405)
    expect(head.toLowerCase()).toContain('\r\nallow: get, head, post')
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', requestId: expect.any(String) })
    expect(lines).toEqual([])
  })
})

describe('what is hardly HTTP', () => {
  test.each([
    ['no method or path', 'rubbish', 400],
    ['20 KB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2', 400],
  ])('%s is refused in the usual shape', async (_case, head, expected) => {
    const { status, body } = await raw(head)
    expect(status).toBe(expected)
    expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  })
})

test('a cookie whose value holds another one plants nothing in the calls behind the page', async () => {
  const { cookies } = await signedInClient(app, partner, (await newMember(app, partner)).id)
  const page = (cookie: string) =>
    app.app.inject({ url: '/', headers: { host: `${partner.slug}.localhost`, cookie } })
  const session = `dw_session=${cookies.get('dw_session')}`
  expect(echoed((await page(session)).body)).toMatchObject({ member: 200 })
  const planted = await page(`theme=${encodeURIComponent(`x; ${session}`)}`)
  expect(echoed(planted.body)).toMatchObject({ member: 401, hasSession: false })
})
