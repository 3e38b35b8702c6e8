import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type FidelEventName, fidelDedupeKey } from '@dineward/core/rewards/fidel.contract.ts'
import { kardDedupeKey, reportedByKard } from '@dineward/core/rewards/kard.contract.ts'
import type { CardNetwork } from '@dineward/core/rewards/networks.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { readFidelTransaction, readKardEvent } from './event-bodies.rules.ts'
import { findEventByKey, type NewEvent } from './inbox.repository.ts'
import { storeEvent } from './store-event.service.ts'

type Services = { readonly db: Db; readonly clock: Clock }

/** Store the body verbatim, once; an invalid one as refused. @returns its error. */
export function receiveFidelEvent(
  services: Services,
  { event, body }: { event: FidelEventName; body: Buffer },
): Promise<AppError | null> {
  return receiveEvent(services, { provider: 'fidel', event, body }, text => {
    const read = readFidelTransaction(text)
    if (read instanceof AppError) return read
    const dedupeKey = `fidel:${fidelDedupeKey(event, read)}`
    return { event, dedupeKey, transactionId: read.id, amountCents: read.amount }
  })
}

/** As for Fidel; an id that was used for another event is an error as well. */
export async function receiveKardEvent(services: Services, body: Buffer): Promise<AppError | null> {
  const event = { provider: 'kard', event: 'transaction', body } as const
  const refusal = await receiveEvent(services, event, text => {
    const read = readKardEvent(text)
    if (read instanceof AppError) return read
    const { transactionId, amountCents } = reportedByKard(read)
    const dedupeKey = `kard:${kardDedupeKey(read)}`
    return { event: read.data.attributes.status, dedupeKey, transactionId, amountCents }
  })
  if (refusal || !(await isUsedForAnother(services.db, body))) return refusal
  return receiveEvent(services, event, () => new AppError('idempotency_conflict'))
}

interface ReceivedEvent {
  readonly provider: CardNetwork
  /** The event's name where its body is invalid. */
  readonly event: string
  readonly body: Buffer
}

type KnownFields = Pick<NewEvent, 'event' | 'dedupeKey' | 'transactionId' | 'amountCents'>

async function receiveEvent(
  { db, clock }: Services,
  { provider, event, body }: ReceivedEvent,
  read: (text: string) => KnownFields | AppError,
): Promise<AppError | null> {
  const text = textOf(body)
  // Replacement characters would store something else than what was signed.
  const known = isUtf8(body) ? read(text) : new AppError('invalid_json')
  const common = { provider, body: text, receivedAt: clock.now() }
  if (!(known instanceof AppError)) {
    await storeEvent(db, { ...common, ...known, status: 'received' })
    return null
  }
  const fingerprint = createHash('sha256').update(body).digest('base64url')
  const dedupeKey = `${provider}:refused:${event}:${fingerprint}`
  await storeEvent(db, { ...common, event, dedupeKey, status: 'refused', reasonCode: known.code })
  return known
}

async function isUsedForAnother(db: Db, body: Buffer): Promise<boolean> {
  const received = readKardEvent(textOf(body))
  if (received instanceof AppError) return false
  const stored = readKardEvent((await findEventByKey(db, `kard:${kardDedupeKey(received)}`))?.body ?? '')
  // The body of an erased member's event is gone.
  return !(stored instanceof AppError) && !isDeepStrictEqual(stored, received)
}

/** PostgreSQL text has no NUL, and neither has valid JSON. */
const textOf = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '\u{fffd}')
