import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ConnectionOptions } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { buildFrame } from '../../../card-frame/src/app.ts'
import { startSession } from '../features/identity/sessions/sessions.service.ts'
import { loadPartners } from '../features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { echoed, echoWeb } from '../testing/echo-web.ts'
import { newMember } from '../testing/factories.ts'
import { ensureProgram } from '../testing/processes/debian-program.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { type ProxyName, startProxy } from '../testing/processes/proxy-for-test.ts'
import { createTestApp } from '../testing/test-app.ts'

/* The product runs as in production behind real proxies, with the examples in deploy/: TLS ends there. */

const shipped = await loadPartners(new URL('../../../../partners/', import.meta.url).pathname)
const partners = createPartnerRegistry(shipped, { defaultSlug: 'skyward', byHostNames: true })
const site = partners.bySlug('skyward')!.settings.hostNames[0]!
const cardSite = 'cards.skyward.example'
const question = '/api/Members/Validate/Email?email=ada%40example.com'
/** Allowances are shared by all processes. */
const clients = { nginx: ['127.0.1.1', '127.0.1.2'], caddy: ['127.0.2.1', '127.0.2.2'] } as const
const proxies = (['nginx', 'caddy'] as const).filter(name => ensureProgram(name))

test('a proxy is there', () => expect(proxies).not.toEqual([]))

describe.each(proxies)('behind %s', name => {
  const started = startBehind(name)

  test('cookies are Secure and of this host; HSTS; pages know their https address, whatever a client claims', async () => {
    const { call } = await started
    const answer = await call('/api/CSRF')
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-dw_csrf=.+; Path=\/; HttpOnly; Secure;/),
    ])
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    const forged = {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    const page = await call('/', { headers: forged })
    expect(echoed(page.body)).toMatchObject({ origin: `https://${site}` })
  })

  test('plain HTTP -> redirected to https, with the path', async () => {
    const { call } = await started
    const answer = await call('/search?q=pasta', { plain: true })
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe(`https://${site}/search?q=pasta`)
  })

  test('plain HTTP, of a call or to the card frame -> refused', async () => {
    const { call } = await started
    for (const plain of [
      { path: '/api/CSRF' },
      { path: '/login', method: 'POST' },
      { path: '/card', host: cardSite },
    ]) {
      const { status, headers } = await call(plain.path, { ...plain, plain: true })
      expect([plain, status, headers.location]).toEqual([plain, 403, undefined])
    }
  })

  test('a cipher without forward secrecy -> no connection', async () => {
    const { call } = await started
    const options = { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-SHA' } as const
    await expect(call('/api/CSRF', { options })).rejects.toThrow(/handshake/)
  })

  test('its log -> what was asked for, without tokens, addresses and ids of members', async () => {
    const { call, log } = await started
    const secret = 'quill-token-4711-of-a-member'
    const headers = { referer: `https://${site}/recover?token=${secret}`, cookie: `dw_session=${secret}` }
    for (const path of ['/recover/confirm', `/api/Member/${secret}`, `/api/merchants/x/members/${secret}`])
      await call(`${path}?code=${secret}`, { headers })
    await call(`/recover?token=${secret}`, { headers, plain: true })
    await expect.poll(log).toContain('/recover/confirm')
    expect(log()).not.toContain(secret)
    expect(log()).not.toContain(clients[name][0])
  })

  test('limits count the address of the client, not one that it makes up', async () => {
    const { call } = await started
    const statuses = []
    for (let count = 0; count < 6; count++) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}`, 'x-real-ip': `203.0.113.${count}` }
      statuses.push((await call(question, { headers, from: clients[name][0] })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403])
    expect((await call(question, { from: clients[name][1] })).status).toBe(200)
  })

  test('live updates arrive while the stream is open', async () => {
    const { open, cookie } = await started
    const stream = await open('/api/Member/Changes', { headers: { accept: 'text/event-stream', cookie } })
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    const [first] = await once(stream, 'data', { signal: AbortSignal.timeout(15_000) })
    expect(String(first)).toMatch(/^data: /)
    expect(stream.complete).toBe(false)
    stream.destroy()
  })

  test('body within the limits -> judged by the product; past those of the proxy -> refused', async () => {
    const { call } = await started
    const send = (bytes: number, path = '/api/Member/Claims', headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
        body: Buffer.alloc(bytes, 'x'),
      })
    const judged = await send(1_000_000)
    expect([judged.status, JSON.parse(judged.body).code]).toEqual([403, 'csrf_invalid'])
    expect((await send(9_000_000)).status).toBe(413)
    // A size that is not said is found while it is sent. That ends no process for the others.
    const chunked = { 'transfer-encoding': 'chunked' }
    const found = await Promise.all(Array.from({ length: 10 }, () => send(9_000_000, undefined, chunked)))
    expect(found.filter(({ status }) => status! < 400)).toEqual([])
    expect((await call('/api/CSRF')).status).toBe(200)
    // Staff's imports are larger, and go to the product: at a partner's site it takes none.
    expect((await send(9_000_000, '/api/Console/RestaurantImports')).status).toBe(415)
  })

  test('compressed once, by the product, and only where it is asked for', async () => {
    const { call } = await started
    const plain = await call('/api/openapi.json')
    const packed = await call('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br'])
    expect(packed.body.length).toBeLessThan(plain.body.length / 3)
  })

  test('operators’ addresses are not for visitors; two dead processes are not noticed', async () => {
    const { call } = await started
    for (const path of ['/metrics', '/readyz', '/healthz'])
      expect([path, (await call(path)).status]).toEqual([path, 404])
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('/api/CSRF')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('the card frame has an origin of its own, and answers its own page only', async () => {
    const { call } = await started
    const page = await call(`/card?parent=https://${site}&partner=skyward`, { host: cardSite })
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors https://${site}`)
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    const send = (origin: string) =>
      call('/tokens', {
        host: cardSite,
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: Buffer.from(
          JSON.stringify({ partner: 'skyward', number: '4111111111111111', expMonth: 1, expYear: 2031 }),
        ),
      })
    expect((await send(`https://${cardSite}`)).status).toBe(200)
    expect((await send(`https://${site}`)).status).toBe(403)
  })
})

interface Call {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** The client's address. */
  readonly from?: string
  readonly plain?: boolean
  readonly options?: ConnectionOptions
}

async function startBehind(name: ProxyName) {
  const test = await createTestApp({ partners, production: true, trustProxy: true, web: echoWeb() })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const frame = await buildFrame({
    origin: `https://${cardSite}`,
    isParent: origin => origin === `https://${site}`,
    keys: { token: 'token-key-of-tests', fingerprint: 'fingerprint-key-of-tests' },
    clock: { now: () => new Date('2026-03-10T18:00:00Z') },
    trustProxy: true,
    production: true,
    log() {},
  })
  const cards = join(mkdtempSync(join(tmpdir(), 'dw-cards-')), 'http.sock')
  await frame.listen({ path: cards })
  closeAfterFile(() => frame.close())
  const [http, https, dead, gone] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const web = [portOf(test.app.server), dead, gone]
  const { log } = await startProxy(name, { http, https, web, cards, site, cardSite })

  const partner = partners.bySlug('skyward')!
  const { id: memberId } = await newMember(test, partner)
  const session = await startSession(test.context(partner), { memberId, remember: false })

  async function open(
    path: string,
    { plain, from, host = site, method, headers, body, options: more }: Call = {},
  ): Promise<IncomingMessage> {
    const options = {
      host: '127.0.0.1',
      port: plain ? http : https,
      path,
      method: method ?? 'GET',
      localAddress: from ?? '127.0.0.1',
      headers: {
        host,
        ...(body && !headers?.['transfer-encoding'] ? { 'content-length': body.length } : {}),
        ...headers,
      },
      // The certificate is one of this test.
      ...(plain ? {} : { servername: host, rejectUnauthorized: false, ...more }),
    }
    const request = (plain ? httpRequest : httpsRequest)(options)
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    // A proxy that refuses a large body closes the connection while it is sent.
    request.on('error', () => {})
    request.end(body)
    return (await answered)[0]
  }

  return {
    open,
    log,
    cookie: `__Host-dw_session=${session.token}`,
    async call(path: string, call: Call = {}) {
      const answer = await open(path, call)
      answer.setEncoding('latin1')
      return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
    },
  }
}

const portOf = (server: { address(): unknown }): number => (server.address() as { port: number }).port
