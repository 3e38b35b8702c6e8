import { readdir } from 'node:fs/promises'
import { AppError } from '@dineward/core/shared/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { hostPattern } from '../../http/origin.ts'
import type { ApiServices } from '../../http/serve-api.ts'

/** The viewer adds styles while it runs; nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The guides at `/docs` of the partner API's hosts, as `scripts/guides` builds them. @param dir null: there are none */
export async function apiDocsRoutes(
  app: FastifyInstance,
  { api }: ApiServices,
  dir: string | null,
): Promise<void> {
  if (dir === null || api.hosts.length === 0) return
  const built = new Set(await readdir(dir))
  await app.register(fastifyStatic, { root: dir, serve: false, maxAge: '1h' })
  const route = {
    schema: { hide: true } as object,
    constraints: { host: hostPattern(api.hosts) },
    config: { api: true },
  } as const
  const send = (file: string) => {
    if (!built.has(file)) throw new AppError('not_found')
    return file
  }
  app.get('/', route, (_request, reply) => reply.redirect('/docs', 302))
  app.get('/favicon.ico', route, () => Promise.reject(new AppError('not_found')))
  app.get<{ Params: { file: string } }>('/docs/files/:file', route, (request, reply) =>
    reply.sendFile(send(request.params.file)),
  )
  app.get<{ Params: { page?: string } }>('/docs/:page?', route, (request, reply) =>
    reply.header('content-security-policy', policy).sendFile(send(`${request.params.page || 'index'}.html`)),
  )
}
