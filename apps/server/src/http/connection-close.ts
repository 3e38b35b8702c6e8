import type { FastifyInstance } from 'fastify'

/** Open connections would keep the process alive. @returns whether it is shutting down. */
export function closeConnectionsOnShutdown(app: FastifyInstance): () => boolean {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  return () => closing
}
