import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostPattern, isLoopback } from '../origin.ts'
import type { ApiServices } from '../serve-api.ts'
import { type ConsoleServices, requireConsoleSession } from '../serve-console.ts'
import { type DocumentKind, documentOf } from './openapi.ts'

/** Each host describes its own calls; the console's to staff alone. */
export function openApiRoutes(app: FastifyInstance, services: ConsoleServices & ApiServices): void {
  const documents = new Map<string, Buffer>()
  const schema = { hide: true } as object
  const url = '/api/openapi.json'

  function send(request: FastifyRequest, reply: FastifyReply, of: DocumentKind['of']) {
    const isSecure = !isLoopback(request)
    const key = `${of} ${isSecure}`
    const document = documents.get(key) ?? Buffer.from(JSON.stringify(documentOf(app, { of, isSecure })))
    documents.set(key, document)
    return reply.type('application/json; charset=utf-8').send(document)
  }

  app.get(url, { schema }, async (request, reply) => send(request, reply, 'Site'))
  app.get(
    url,
    { schema, config: { console: true }, constraints: { host: hostPattern(services.console.hosts) } },
    async (request, reply) => {
      await requireConsoleSession(services, request)
      reply.header('cache-control', 'no-store')
      return send(request, reply, 'Console')
    },
  )
  app.get(
    '/openapi.json',
    { schema, config: { api: true }, constraints: { host: hostPattern(services.api.hosts) } },
    async (request, reply) => send(request, reply, 'Partner API'),
  )
}
