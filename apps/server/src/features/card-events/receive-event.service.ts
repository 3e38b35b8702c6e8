import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { findEventByKey, type NewEvent } from './inbox.repository.ts'
import type { ReadEvent } from './networks/define-network.rules.ts'
import { networks } from './networks/networks.rules.ts'
import { storeEvent } from './store-event.service.ts'

/**
 * The body is stored verbatim, once; an invalid one as refused, and one with the id of another event too. @param event
 * as the address names it @returns its error
 */
export async function receiveEvent(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  provider: CardNetwork,
  { event, body }: { readonly event: string; readonly body: Buffer },
): Promise<AppError | null> {
  const { read, hasEventIds } = networks[provider]
  const text = textOf(body)
  const common = { provider, body: text, receivedAt: clock.now() }
  const refuse = async (error: AppError) => {
    const fingerprint = createHash('sha256').update(body).digest('base64url')
    const dedupeKey = `${provider}:refused:${event}:${fingerprint}`
    await storeEvent(db, { ...common, event, dedupeKey, status: 'refused', reasonCode: error.code })
    return error
  }
  // Replacement characters would store something else than what was signed.
  const known = isUtf8(body) ? read(text, event) : new AppError('invalid_json')
  if (known instanceof AppError) return refuse(known)
  const dedupeKey = `${provider}:${known.dedupeKey}`
  const facts = factsOf(known.transaction)
  await storeEvent(db, { ...common, ...facts, event: known.event, dedupeKey, status: 'received' })
  const isOther = hasEventIds && (await isUsedForAnother(db, { provider, dedupeKey, known }))
  return isOther ? refuse(new AppError('idempotency_conflict')) : null
}

/** What the inbox knows of a report without reading its body. */
export function factsOf({ kind, transactionId, amountCents, cardId }: ReportedTransaction) {
  return { kind, transactionId, amountCents, reportedCardId: cardId } satisfies Partial<NewEvent>
}

async function isUsedForAnother(
  db: Db,
  { provider, dedupeKey, known }: { provider: CardNetwork; dedupeKey: string; known: ReadEvent },
): Promise<boolean> {
  const first = await findEventByKey(db, dedupeKey)
  const stored = networks[provider].read(first?.body ?? '', known.event)
  // The body of an erased member's event is gone.
  return !(stored instanceof AppError) && !isDeepStrictEqual(stored.body, known.body)
}

/** PostgreSQL text has no NUL, and neither has valid JSON. */
const textOf = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '\u{fffd}')
