import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from '../app.ts'
import { cookieName } from '../http/cookies.ts'
import { refuseCrossSite } from '../http/csrf.ts'
import { errorHandler, toAppError } from '../http/errors.ts'
import { originOf } from '../http/origin.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { sessionCookie } from '../http/session.ts'
import type { Brand } from './brand.ts'
import { createBrands } from './brands.ts'
import { documentOf, failureDocument } from './document.ts'
import { inProcessTransport } from './in-process-transport.ts'
import { sha256, type WebBuild } from './web-build.ts'

const forever = 'public, max-age=31536000, immutable'

/** Everything that is not the API: the web's files, a partner's brand, and pages. */
export async function pageRoutes(app: FastifyInstance, options: AppOptions, build: WebBuild): Promise<void> {
  const hidden = { schema: { hide: true } as object }
  const brandOf = createBrands(options)
  const styleHash = sha256(build.css)

  if (build.assetsDir) {
    await app.register(fastifyStatic, {
      root: build.assetsDir,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      decorateReply: false,
    })
  }
  app.get<{ Params: { file: string } }>('/brand/:file', hidden, async (request, reply) => {
    const file = (await brandOf(request.partner)).files.get(request.params.file)
    if (!file) throw new AppError('not_found')
    return reply.type(file.type).header('cache-control', forever).send(file.content)
  })

  /** GET renders; POST is a form sent by a browser without script, which says itself where it comes from. */
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  app.route({
    ...hidden,
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: answer,
    errorHandler: answerFailure,
  })
  app.setNotFoundHandler(answer)

  /** A page that cannot be drawn is still a page: what happened, and a code to tell support. */
  async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = toAppError(error)
    if (known.code !== 'internal' && known.code !== 'unavailable') return errorHandler(error, request, reply)
    request.log.error({ err: error }, 'a page could not be rendered')
    if (known.code === 'unavailable') reply.header('retry-after', '2')
    const brand = await brandOf(request.partner)
    return sendPage(reply, known.code === 'internal' ? 500 : 503, {
      brand,
      html: failureDocument(brand, build, request.id),
      cardFrameOrigin: null,
    })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (/^\/(api|hooks|brand|assets|images)\//.test(request.url)) throw new AppError('not_found')
    if (request.method === 'POST') refuseForeignForm(request)
    const { partner } = request
    const brand = await brandOf(partner)
    const { transport, setCookies } = inProcessTransport(app, request)
    const page = await build.renderPage(webRequest(request), {
      ...brand.content,
      brandUrl: brand.contentUrl,
      transport,
      hasSession: request.cookies[cookieName(request, sessionCookie)] !== undefined,
      nativeApp: nativeAppOf(request.headers['user-agent'] ?? '', partner.settings),
      origin: originOf(request),
      clockShiftMs: options.clock.now().getTime() - Date.now(),
    })
    for (const cookie of setCookies) reply.header('set-cookie', cookie)
    if (page.kind === 'redirect') return reply.redirect(page.location, page.status)
    const cardFrameOrigin = page.entersCard ? new URL(options.cardFrameUrl).origin : null
    return sendPage(reply, page.status, { brand, html: documentOf(page, brand, build), cardFrameOrigin })
  }

  function sendPage(
    reply: FastifyReply,
    status: number,
    page: { brand: Brand; html: string; cardFrameOrigin: string | null },
  ) {
    const policy = pagePolicy({
      styleHashes: [styleHash, page.brand.cssHash],
      cardFrameOrigin: page.cardFrameOrigin,
      development: build.development ?? false,
    })
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(page.html)
  }
}

function refuseForeignForm(request: FastifyRequest): void {
  refuseCrossSite(request)
  const { origin } = request.headers
  if (origin !== undefined && origin !== originOf(request)) throw new AppError('cross_site_refused')
}

/** A target that would name a host of its own (`//host`, `http://host`) is no page of ours. */
function webRequest(request: FastifyRequest): Request {
  const headers = { 'content-type': request.headers['content-type'] ?? 'text/plain' }
  const target = /^\/(?![/\\])/.test(request.url) ? request.url : '/not_found'
  const url = new URL(originOf(request) + target)
  if (request.method !== 'POST') return new Request(url, { headers })
  return new Request(url, { method: 'POST', headers, body: String(request.body ?? '') })
}
