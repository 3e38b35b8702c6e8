import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@dineward/core/shared/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PublishedAssets } from '../../features/web-assets/web-assets.service.ts'
import { hostPattern } from '../../http/origin.ts'
import type { ConsoleServices } from '../../http/serve-console.ts'
import { sendPublished } from './published-assets.routes.ts'

/** Where the build of the console is; null: only its API. */
export interface ConsoleSite {
  readonly dir: string
}

/** One document serves every address: the console draws its pages in the browser. */
export async function consoleSiteRoutes(
  app: FastifyInstance,
  services: ConsoleServices & { readonly consoleSite: ConsoleSite | null },
  published: PublishedAssets,
): Promise<void> {
  const { consoleSite, console, partners } = services
  if (!consoleSite || console.hosts.length === 0) return
  const constraints = { host: hostPattern(console.hosts) }
  const document = await readFile(join(consoleSite.dir, 'index.html'), 'utf8')
  const assetsDir = join(consoleSite.dir, 'assets')
  const own = new Set(await readdir(assetsDir))
  await app.register(fastifyStatic, {
    root: assetsDir,
    serve: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  const config = { console: true } as const
  const hidden = { schema: { hide: true } as object, constraints, config }
  app.get<{ Params: { file: string } }>('/assets/:file', hidden, async (request, reply) => {
    const { file } = request.params
    return own.has(file) ? reply.sendFile(file) : sendPublished(reply, published, `assets/${file}`)
  })
  app.get('/.well-known/change-password', hidden, (_request, reply) => reply.redirect('/me', 302))
  // The page says that it has none.
  app.get('/favicon.ico', hidden, () => Promise.reject(new AppError('not_found')))
  app.get('/*', hidden, async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new AppError('not_found')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyOf(nonce, partners.all().map(partners.siteOf)))
      .send(document.replace('__STYLE_NONCE__', nonce))
  })
}

/** Styles that components add while they run carry the nonce. Pictures, and pages that members see, are also shown from the programs' sites. */
function policyOf(nonce: string, sites: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${sites.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${sites.join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
