import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../db/connection-error.ts'
import type { Database } from '../db/open-database.ts'

const retryMs = 200

/**
 * Do a step of a start again when the embedded database was started again meanwhile, until it answers. A process may be
 * killed anywhere in its start, so every step can be repeated. A server's restart ends the start; the next one waits for
 * the server.
 * @throws what still fails `atMostMs` after the first failure.
 */
export async function throughRestarts<T>(
  { embedded }: Pick<Database, 'embedded'>,
  step: () => Promise<T>,
  atMostMs = 60_000,
): Promise<T> {
  let failingSince: number | null = null
  for (;;) {
    try {
      return await step()
    } catch (error) {
      failingSince ??= performance.now()
      if (!embedded || !isConnectionError(error) || performance.now() - failingSince >= atMostMs) throw error
      await sleep(retryMs)
    }
  }
}
