import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A fault of the program, after which it is started again (`npm start`, systemd and compose do). As in sysexits.h. */
export const faultExitCode = 70

/** On a signal, and on a fault that nothing caught, it finishes requests in flight, for at most 9 seconds. */
export function endInOrder(app: FastifyInstance, closeRest: () => Promise<void>): () => boolean {
  let stopping = false
  const stop = async (exitCode: number) => {
    if (stopping) return
    stopping = true
    void sleep(9_000, null, { ref: false }).then(() => process.exit(exitCode))
    try {
      await app.connections.settle()
      await app.close()
      await closeRest()
    } catch (error) {
      // Requests are answered; an unavailable database cannot be closed.
      app.log.error({ err: error }, 'stopped without closing everything')
    }
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  // Also of promises that nobody waits for.
  process.on('uncaughtException', error => {
    app.log.fatal({ err: error }, 'ends after a fault that nothing caught')
    void stop(faultExitCode)
  })
  return () => stopping
}
