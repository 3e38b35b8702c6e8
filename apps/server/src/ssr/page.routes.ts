import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseUploads } from '../features/claims/receipt-upload.service.ts'
import { findSignedIn } from '../features/identity/sessions/sessions.service.ts'
import { refusalEvent } from '../features/security-events/security-events.service.ts'
import type { PublishedAssets } from '../features/web-assets/web-assets.service.ts'
import { isNoPagePath } from '../http/allowed-methods.ts'
import { cardNumberInForm } from '../http/bodies/card-number-guard.ts'
import { errorHandler, toAppError } from '../http/errors.ts'
import { pageRoute } from '../http/logging.ts'
import { contextOf, type Services } from '../http/serve.ts'
import { assertSameSite } from '../http/sessions/csrf.ts'
import { clearStrayExpiry } from '../http/sessions/session.ts'
import type { BrandFile } from './brand.ts'
import { sendBusyPage } from './busy-page.ts'
import type { AnonymousPages } from './cache/anonymous-pages.ts'
import { preferredEncoding } from './cache/cached-page.ts'
import { failureDocument } from './document.ts'
import { assetRoutes, forever, sendPublishedBrand } from './files/published-assets.routes.ts'
import type { PageRenderer, RenderedAnswer } from './page-renderer.ts'
import { RenderQueueFull } from './render-queue.ts'

export interface Pages {
  readonly renderer: PageRenderer
  readonly anonymousPages: AnonymousPages | null
}

/** Thousands of fields would take a tenth of a second to read. */
const maxFormFields = 200
const pageMethods = ['GET', 'HEAD', 'POST']

export async function pageRoutes(
  app: FastifyInstance,
  services: Services,
  { renderer, anonymousPages }: Pages,
  published: PublishedAssets,
): Promise<void> {
  const { brandOf, build } = renderer
  const hidden = { schema: { hide: true } as object }

  if (build.assetsDir) await assetRoutes(app, build.assetsDir, published)
  app.get<{ Params: { file: string } }>('/brand/:file', hidden, async (request, reply) => {
    const { file: name } = request.params
    const { files, contentUrl } = await brandOf(request.partner)
    const file = files.get(name)
    if (file) return sendBrandFile(request, reply, file)
    // The page may be older than a change of settings, or come from a process that read the change first.
    const current = isBrandContent(name) ? files.get(contentUrl.slice('/brand/'.length)) : undefined
    const shown = (await renderer.brandFor(request)).files.get(name) ?? current
    if (!shown) return sendPublishedBrand(reply, published, request.partner.slug, name)
    return reply.type(shown.type).header('cache-control', 'no-store').send(shown.content)
  })

  // A browser without script sends the form itself.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      if (body.split('&', maxFormFields + 1).length > maxFormFields) throw new AppError('body_too_large')
      const refused = cardNumberInForm(body)
      if (refused) throw refused
      return body
    },
  )
  parseUploads(app)
  app.route({
    ...hidden,
    method: pageMethods,
    url: pageRoute.url,
    // This runs before a body is read: a stranger's file is not held in memory.
    preParsing: async (request, reply) => {
      assertForm(request)
      if (!isUpload(request) || (await findSignedIn(contextOf(services, request), request.sessionToken)))
        return
      return reply.redirect(`/login?${new URLSearchParams({ returnTo: request.url })}`, 303)
    },
    handler: answer,
    errorHandler: answerFailure,
  })
  app.setNotFoundHandler(answer)

  async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = toAppError(error, request)
    if (known.code !== 'internal' && known.code !== 'unavailable') {
      errorHandler(error, request, reply)
      return reply
    }
    const brand = await brandOf(request.partner)
    if (error instanceof RenderQueueFull) return sendBusyPage(request, reply, brand, renderer)
    request.log.error({ err: error }, 'page could not be rendered')
    refusalEvent(request, known)
    return sendPage(reply, {
      status: known.code === 'internal' ? 500 : 503,
      html: failureDocument(brand, build, request.id),
      headers: {
        'content-security-policy': renderer.policyOf(brand),
        ...(known.code === 'unavailable' ? { 'retry-after': '2' } : {}),
      },
    })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (isNotAPage(request)) throw new AppError('not_found')
    const shorter = withoutTrailingSlash(request)
    if (shorter) return reply.redirect(shorter, 303)
    const outcome = await anonymousPages?.render(request)
    if (outcome?.kind === 'cached') return renderer.sendCached(request, reply, outcome.page)
    if (outcome) return sendAnswer(reply, outcome.answer)
    renderer.countPage(request)
    clearStrayExpiry(request, reply)
    const brand = await renderer.brandFor(request)
    return sendAnswer(reply, await renderer.render(request, brand, { anonymous: false }))
  }
}

const isUpload = ({ method, headers }: FastifyRequest): boolean =>
  method === 'POST' && headers['content-type']?.toLowerCase().startsWith('multipart/') === true

/** One form has a file, a receipt. */
function assertForm(request: FastifyRequest): void {
  if (request.method !== 'POST') return
  assertSameSite(request)
  const takesFiles = request.url.split('?', 1)[0] === '/account/claim'
  if (isUpload(request) && !takesFiles) throw new AppError('unsupported_media_type')
}

/** Pages compare their path. `//host/` stays: shortened, it would name another host. */
function withoutTrailingSlash({ method, url }: FastifyRequest): string | null {
  const [path = '', query] = url.split(/\?(.*)/s)
  if (method === 'POST' || path === '/' || !path.endsWith('/') || path.includes('//')) return null
  return path.slice(0, -1) + (query ? `?${query}` : '')
}

function sendAnswer(reply: FastifyReply, answer: RenderedAnswer): FastifyReply {
  for (const cookie of answer.setCookies) reply.header('set-cookie', cookie)
  // 302 is the router's default, and leaves open whether a form is sent again.
  if (answer.kind === 'redirect')
    return reply.redirect(answer.location, answer.status === 302 ? 303 : answer.status)
  return sendPage(reply, answer)
}

function sendPage(
  reply: FastifyReply,
  { status, html, headers }: { status: number; html: string; headers: Readonly<Record<string, string>> },
): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(html)
}

function isNotAPage({ method, url }: FastifyRequest): boolean {
  return !pageMethods.includes(method) || isNoPagePath(url)
}

async function sendBrandFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, content, brotli }: BrandFile,
): Promise<FastifyReply> {
  reply.type(type).header('cache-control', forever)
  if (!brotli) return reply.send(content)
  reply.header('vary', 'accept-encoding')
  if (preferredEncoding(headers['accept-encoding']) !== 'br') return reply.send(content)
  return reply.header('content-encoding', 'br').send(await brotli())
}

const isBrandContent = (file: string): boolean => /^brand-[\w-]{10}\.json$/.test(file)
