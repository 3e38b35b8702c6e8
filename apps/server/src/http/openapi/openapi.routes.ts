import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consoleHostPattern, isLoopback } from '../origin.ts'
import { type ConsoleServices, requireConsoleSession } from '../serve-console.ts'
import { documentOf } from './openapi.ts'

/** Each host describes its own calls; the console's to staff alone. */
export function openApiRoutes(app: FastifyInstance, services: ConsoleServices): void {
  const documents = new Map<string, Buffer>()
  const schema = { hide: true } as object
  const url = '/api/openapi.json'

  function send(request: FastifyRequest, reply: FastifyReply, ofConsole: boolean) {
    const isSecure = !isLoopback(request)
    const key = `${ofConsole} ${isSecure}`
    const document =
      documents.get(key) ?? Buffer.from(JSON.stringify(documentOf(app, { ofConsole, isSecure })))
    documents.set(key, document)
    return reply.type('application/json; charset=utf-8').send(document)
  }

  app.get(url, { schema }, async (request, reply) => send(request, reply, false))
  app.get(
    url,
    { schema, config: { console: true }, constraints: { host: consoleHostPattern(services.console.hosts) } },
    async (request, reply) => {
      await requireConsoleSession(services, request)
      reply.header('cache-control', 'no-store')
      return send(request, reply, true)
    },
  )
}
