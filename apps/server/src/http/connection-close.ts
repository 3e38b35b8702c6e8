import type { FastifyInstance } from 'fastify'

/**
 * Close each connection after its answer once the server shuts down: open ones would keep the process alive.
 * @returns whether it is shutting down, for code that writes its headers itself
 */
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
