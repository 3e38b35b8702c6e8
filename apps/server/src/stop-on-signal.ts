import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Finish requests in flight, for at most 9 seconds. */
export function stopOnSignal(app: FastifyInstance, closeRest: () => Promise<void>): () => boolean {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    void sleep(9_000, null, { ref: false }).then(() => process.exit(0))
    try {
      await app.connections.settle()
      await app.close()
      await closeRest()
    } catch (error) {
      // Requests are answered; an unavailable database cannot be closed.
      app.log.error({ err: error }, 'stopped without closing everything')
    }
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  return () => stopping
}
