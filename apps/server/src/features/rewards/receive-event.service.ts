import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type FidelEventName, fidelDedupeKey } from '@dineward/core/rewards/fidel.contract.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { readFidelTransaction } from './event-bodies.rules.ts'
import { insertEvents } from './inbox.repository.ts'

/** Store the body verbatim, once; an invalid one as refused. @returns its error. */
export async function receiveFidelEvent(
  services: { db: Db; clock: Clock },
  { event, body }: { event: FidelEventName; body: Buffer },
): Promise<AppError | null> {
  // PostgreSQL text has no NUL, and neither has valid JSON.
  const text = body.toString('utf8').replaceAll('\0', '\u{fffd}')
  // Replacement characters would store something else than what was signed.
  const read = isUtf8(body) ? readFidelTransaction(text) : new AppError('invalid_json')
  const common = { provider: 'fidel', event, body: text, receivedAt: services.clock.now() } as const
  if (read instanceof AppError) {
    const fingerprint = createHash('sha256').update(body).digest('base64url')
    await insertEvents(services.db, [
      {
        ...common,
        dedupeKey: `fidel:refused:${event}:${fingerprint}`,
        status: 'refused',
        reasonCode: read.code,
      },
    ])
    return read
  }
  await insertEvents(services.db, [
    {
      ...common,
      dedupeKey: `fidel:${fidelDedupeKey(event, read)}`,
      status: 'received',
      transactionId: read.id,
      amountCents: read.amount,
    },
  ])
  return null
}
