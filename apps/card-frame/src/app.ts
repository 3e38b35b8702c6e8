import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cardBrandCodes } from '@dineward/core/cards/card-entry.rules.ts'
import type { CardBrandCode } from '@dineward/core/partner/settings/cards.settings.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { CardKeys, ParentRule } from './env.ts'
import { answerError } from './errors.ts'
import { framePage, refusedPage } from './page.ts'
import { readTheme, themeCss } from './theme.ts'
import { isSlug, issueToken } from './tokens.ts'

export interface FrameOptions {
  readonly origin: string
  readonly isParent: ParentRule
  readonly keys: CardKeys
  readonly clock: Clock
  /** Whether a proxy sets the client's address. */
  readonly trustProxy: boolean
  readonly production: boolean
  /** A request must have arrived whole within these milliseconds. */
  readonly requestTimeoutMs?: number
  /** It is called for each request, with nothing of its input. */
  readonly log: (line: { method: string; path: string; status: number; requestId: string }) => void
}

/** Stops a script, but not a shared office. */
const tokensPerMinute = 600

export async function buildFrame(options: FrameOptions): Promise<FastifyInstance> {
  const { requestTimeoutMs = 10_000 } = options
  // Fastify's log would contain query strings and the causes of errors.
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 4 * 1024,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 30_000,
    // Node takes the larger of both for the whole request.
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 },
    // There is one hop: earlier entries of X-Forwarded-For are set by the client.
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    frameworkErrors: answerError,
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')))
  app.removeContentTypeParser('text/plain')
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('rate_limited'),
  })
  app.addHook('onSend', async (_request, reply) => secure(reply, options.production))
  app.addHook('onResponse', async (request, reply) => {
    const { method, id: requestId, routeOptions } = request
    options.log({ method, path: routeOptions.url ?? '(none)', status: reply.statusCode, requestId })
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  servePage(app, options)
  serveFiles(app)
  serveTokens(app, options)
  return app
}

function servePage(app: FastifyInstance, { isParent }: FrameOptions): void {
  app.get('/card', async (request, reply) => {
    const { parent, partner, brands } = request.query as Record<string, unknown>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    if (typeof parent !== 'string' || !isParent(parent) || !isSlug(partner))
      return reply.status(400).send(refusedPage)
    return reply.header('content-security-policy', pagePolicy(parent)).send(
      framePage({
        parent,
        partner,
        brands: readBrands(brands),
        theme: readTheme(request.query as Record<string, unknown>),
      }),
    )
  })
}

function readBrands(text: unknown): CardBrandCode[] {
  return typeof text === 'string' ? cardBrandCodes.filter(code => text.split(',').includes(code)) : []
}

/** Only the embedding page is allowed, never `*`. */
function pagePolicy(parent: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parent}`,
  ].join('; ')
}

const builtFiles = {
  '/card.css': 'text/css; charset=utf-8',
  '/card.js': 'text/javascript; charset=utf-8',
} as const

interface PublicFile {
  readonly body: string
  readonly type: string
  readonly etag: string
}

function serveFiles(app: FastifyInstance): void {
  const folder = join(import.meta.dirname, '../dist')
  for (const [path, type] of Object.entries(builtFiles)) {
    const file = withEtag(readFileSync(join(folder, path), 'utf8'), type)
    app.get(path, async (request, reply) => sendFile(request, reply, file))
  }
  app.get('/theme.css', async (request, reply) => {
    const css = themeCss(readTheme(request.query as Record<string, unknown>))
    return sendFile(request, reply, withEtag(css, 'text/css; charset=utf-8'))
  })
}

function withEtag(body: string, type: string): PublicFile {
  return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PublicFile) {
  reply.header('cache-control', 'no-cache').header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  return reply.type(file.type).send(file.body)
}

function serveTokens(app: FastifyInstance, options: FrameOptions): void {
  const rateLimit = { max: tokensPerMinute, timeWindow: 60_000 }
  app.post('/tokens', { config: { rateLimit } }, async (request, reply) => {
    assertSameOrigin(request, options)
    const result = issueToken(request.body, {
      keys: options.keys,
      now: options.clock.now(),
      onlyTestNumbers: options.production,
    })
    if (!result.ok) throw new AppError(result.code, result.message ? { message: result.message } : {})
    return reply.header('cache-control', 'no-store').send(result.card)
  })
}

/** Only this page may call. Clients other than browsers send neither header. */
function assertSameOrigin(request: FastifyRequest, { origin, production }: FrameOptions): void {
  const { origin: from, 'sec-fetch-site': site, host } = request.headers
  const own = from === origin || (!production && from === `http://${host}` && isLoopback(host))
  if (from !== undefined && !own) throw new AppError('forbidden')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden')
}

const isLoopback = (host: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host ?? '')

function secure(reply: FastifyReply, production: boolean): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=()',
    ...(production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  })
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
}
