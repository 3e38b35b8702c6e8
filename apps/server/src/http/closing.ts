import type { FastifyInstance } from 'fastify'

/**
 * While the server closes, each answer ends its connection: a client that keeps it open would keep the process alive.
 * Answers whether that is so, for what writes its headers itself.
 */
export function endConnectionsOnClose(app: FastifyInstance): () => boolean {
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
