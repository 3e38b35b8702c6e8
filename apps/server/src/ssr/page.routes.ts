import { AppError } from '@dineward/core/shared/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertSameSite } from '../http/csrf.ts'
import { errorHandler, toAppError } from '../http/errors.ts'
import { originOf } from '../http/origin.ts'
import type { AnonymousPages } from './anonymous-pages.ts'
import { answerBusy } from './busy-page.ts'
import { failureDocument } from './document.ts'
import type { PageRenderer, RenderedAnswer } from './page-renderer.ts'
import { TooBusy } from './render-queue.ts'

export interface Pages {
  readonly renderer: PageRenderer
  /** Null where every page is drawn anew. */
  readonly anonymousPages: AnonymousPages | null
}

const forever = 'public, max-age=31536000, immutable'
const pageMethods = ['GET', 'HEAD', 'POST']

/** Everything that is not the API: the web's files, a partner's brand, and pages. */
export async function pageRoutes(app: FastifyInstance, { renderer, anonymousPages }: Pages): Promise<void> {
  const { brandOf, build } = renderer
  const hidden = { schema: { hide: true } as object }

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
    const { file: name } = request.params
    const { files, contentUrl } = await brandOf(request.partner)
    const file = files.get(name)
    if (file) return reply.type(file.type).header('cache-control', forever).send(file.content)
    // A page from before a setting was switched, or from a process that knows of it sooner, starts with what is known here.
    const instead = isBrandContent(name) ? files.get(contentUrl.slice('/brand/'.length)) : undefined
    const shown = (await renderer.brandFor(request)).files.get(name) ?? instead
    if (!shown) throw new AppError('not_found')
    return reply.type(shown.type).header('cache-control', 'no-store').send(shown.content)
  })

  /** GET renders; POST is a form sent by a browser without script, which says itself where it comes from. */
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  app.route({
    ...hidden,
    method: pageMethods,
    url: '/*',
    handler: answer,
    errorHandler: answerFailure,
  })
  app.setNotFoundHandler(answer)

  /** A page that cannot be drawn is still a page: what happened, and a code to tell support. */
  async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = toAppError(error)
    if (known.code !== 'internal' && known.code !== 'unavailable') {
      errorHandler(error, request, reply)
      return reply
    }
    const brand = await brandOf(request.partner)
    if (error instanceof TooBusy) return answerBusy(request, reply, brand, renderer)
    request.log.error({ err: error }, 'a page could not be rendered')
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
    if (isNoPage(request)) throw new AppError('not_found')
    if (request.method === 'POST') refuseForeignForm(request)
    const drawn = await anonymousPages?.draw(request)
    if (drawn?.kind === 'kept') return renderer.sendKept(request, reply, drawn.page)
    if (drawn) return sendAnswer(reply, drawn.answer)
    const brand = await renderer.brandFor(request)
    return sendAnswer(reply, await renderer.render(request, brand, { forEveryone: false }))
  }
}

function sendAnswer(reply: FastifyReply, answer: RenderedAnswer): FastifyReply {
  for (const cookie of answer.setCookies) reply.header('set-cookie', cookie)
  if (answer.kind === 'redirect') return reply.redirect(answer.location, answer.status)
  return sendPage(reply, answer)
}

/** For the one who asked, and no cache. */
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

/** Where programs ask for files and answers, and in ways in which nobody asks for a page, a page would be no answer. */
function isNoPage({ method, url }: FastifyRequest): boolean {
  return !pageMethods.includes(method) || /^\/(api|hooks|brand|assets|images|maps)\//.test(url)
}

function refuseForeignForm(request: FastifyRequest): void {
  assertSameSite(request)
  const { origin } = request.headers
  if (origin !== undefined && origin !== originOf(request)) throw new AppError('cross_site_refused')
}

const isBrandContent = (file: string): boolean => /^brand-[\w-]{10}\.json$/.test(file)
