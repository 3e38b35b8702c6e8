import { instantOf, readDineTime } from '@dineward/core/rewards/dine-time.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import {
  isNewerVersion,
  isSameMovement,
  type Movement,
  movementKey,
  movementKind,
} from '@dineward/core/rewards/movements.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.ts'
import {
  amountsOfDines,
  confirmAmount,
  type StoredAmount,
  selectMovement,
} from './dine-amounts.repository.ts'
import { decideAll, type OpenDine, openDines, withRefunds } from './dine-book.ts'
import { type Sighting, timezoneOf, withCharge } from './dine-facts.ts'
import { dineOfTransaction, dinesAt, holdCard } from './dines.repository.ts'
import { type CardEvent, updateEvent, waitingRefunds } from './inbox.repository.ts'
import { readFidelTransaction } from './receive-event.ts'
import { saveDines } from './save-dines.ts'

/** What the inbox and the jobs of this feature need. */
export interface RewardServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
  /** Told of events that could not be worked on. */
  readonly log?: Pick<FastifyBaseLogger, 'error'>
}

/** An event with the movement it tells of. */
export interface ToldMovement {
  readonly event: CardEvent
  readonly movement: Movement
}

/**
 * Works one event off: finds its card and restaurant, the dine it belongs to, the refunds that waited for that dine;
 * decides anew and posts the difference. `services.db` is a transaction: all of it happens, or none.
 */
export async function workEvent(services: RewardServices, event: CardEvent): Promise<void> {
  const { db } = services
  const sighting = await sight(services, event)
  if (typeof sighting === 'string') return refuse(services, event, sighting)
  if (isFutureDated(sighting)) return parkFutureDated(db, event, sighting)
  const reported = movementOf(event, sighting)
  const stored = await selectMovement(db, sighting.card.partnerId, reported)
  const [first] = stored
  if (first && first.memberId !== sighting.card.memberId)
    return refuse(services, event, 'transaction_of_another_card')
  const note = noteOnRepetition(reported, stored)
  if (first && note) return markDuplicate(db, event, reported, sighting, { stored: first, note })

  // A correction stays with the card and restaurant that the movement was first reported for.
  const movement = first
    ? {
        ...reported,
        linkedCardId: first.linkedCardId,
        cardToken: first.cardToken,
        merchantId: first.merchantId,
      }
    : reported
  const before = await dinesTouchedBy(db, movement, sighting)
  const waiting = await parkedRefunds(db, sighting)
  const told = [...waiting, { event, movement }]
  const isRefund = movement.kind === 'refund'
  const charged = isRefund
    ? { dines: before.dines, emptied: [] }
    : withCharge(before.dines, movement, sighting)
  const refunds = [
    ...charged.emptied.flatMap(dine => dine.refunds),
    ...newestVersions(isRefund ? told : waiting),
  ]
  const after = withRefunds(charged.dines, refunds)
  const saved = await saveDines(db, {
    sighting,
    decided: decideAll(after.dines),
    emptied: charged.emptied,
    parked: after.parked,
    storedAmounts: before.amounts,
    told,
  })
  if (!saved) await refuse(services, event, 'transaction_of_another_card')
}

/** A dine dated further ahead is a mistake that a person should see. */
const futureLimitMs = 48 * 3_600_000

function isFutureDated({ place, transaction, now }: Sighting): boolean {
  const timezone = timezoneOf(place, transaction)
  const occurredAt = instantOf(timezone ?? 'UTC', readDineTime(timezone, transaction.datetime))
  return occurredAt.getTime() > now.getTime() + futureLimitMs
}

function parkFutureDated(db: Db, event: CardEvent, { card, place, now }: Sighting): Promise<void> {
  return updateEvent(db, event.id, {
    status: 'parked',
    reasonCode: 'event_in_future',
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: place?.id ?? null,
    workedAt: now,
  })
}

/** Why a report changes nothing: it repeats an amount, or is older than the one that counts. Null when it does. */
function noteOnRepetition(
  reported: Movement,
  stored: readonly StoredAmount[],
): 'duplicate' | 'superseded' | null {
  if (stored.some(({ amountCents }) => amountCents === reported.amountCents)) return 'duplicate'
  return stored.some(version => isNewerVersion(version, reported)) ? 'superseded' : null
}

/** Of the events that report one movement, the version that counts. */
function newestVersions(told: readonly ToldMovement[]): Movement[] {
  const newest = new Map<string, Movement>()
  for (const { movement } of told) {
    const other = newest.get(movement.sourceKey)
    if (!other || isNewerVersion(movement, other)) newest.set(movement.sourceKey, movement)
  }
  return [...newest.values()]
}

/** Who and where an event is about, or why nobody can be told of it. */
async function sight({ db, clock, partners }: RewardServices, event: CardEvent): Promise<Sighting | string> {
  const transaction = readFidelTransaction(event.body)
  if (transaction instanceof AppError) return transaction.code
  const cardId = transaction.card?.metadata?.id
  const card = cardId ? await holdCard(db, cardId) : undefined
  if (!card) return 'card_unknown'
  const partner = partners.bySlug(card.partnerId)
  if (!partner) throw new Error(`card ${card.id} is of "${card.partnerId}", which is no partner here`)
  const place = await findMerchantForEvent(
    { db, partner },
    {
      merchantId: transaction.location?.metadata?.id,
      mid: transaction.identifiers?.MID,
      localDate: transaction.datetime.slice(0, 10),
    },
  )
  return { partner, card, place, transaction, now: clock.now() }
}

function movementOf(event: CardEvent, sighting: Sighting): Movement {
  const { transaction, place, card } = sighting
  const identity = {
    kind: movementKind(event.event, transaction.amount),
    transactionId: transaction.id,
  }
  return {
    ...identity,
    ...details(event, transaction, sighting),
    sourceKey: movementKey(identity),
    merchantId: place?.id ?? null,
    linkedCardId: card.id,
  }
}

function details(event: CardEvent, transaction: FidelTransaction, { card, place }: Sighting) {
  return {
    amountCents: Math.abs(transaction.amount),
    originalTransactionId: transaction.originalTransactionId ?? null,
    authCode: transaction.authCode || null,
    occurredAt: readDineTime(timezoneOf(place, transaction), transaction.datetime),
    cardToken: card.cardToken,
    reportedAt: reportedAt(event, transaction),
    cardEventId: event.id,
  }
}

/** What says how new a report is, by provider (decision 015): a file's rows are as new as the file. */
function reportedAt({ provider, receivedAt }: CardEvent, { updated }: FidelTransaction): Date | null {
  const time = /^20\d\d-\d\d-\d\dT/.test(updated ?? '') ? Date.parse(updated!) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time)
  return provider === 'import' ? receivedAt : null
}

/**
 * The dines an event may change: the member's at the restaurant, or where its transaction was charged. Without the
 * versions of the movement that this event replaces.
 */
async function dinesTouchedBy(
  db: Db,
  movement: Movement,
  { card }: Sighting,
): Promise<{ dines: OpenDine[]; amounts: StoredAmount[] }> {
  const { transactionId, originalTransactionId } = movement
  const transactions = originalTransactionId ? [transactionId, originalTransactionId] : [transactionId]
  const charged = await dineOfTransaction(db, card, transactions)
  const stored = await dinesAt(db, card, charged ? charged.merchantId : movement.merchantId)
  const amounts = await amountsOfDines(
    db,
    card.partnerId,
    stored.map(({ id }) => id),
  )
  const others = amounts.filter(amount => !isSameMovement(amount, movement))
  return { dines: openDines(stored, others), amounts }
}

async function parkedRefunds(db: Db, sighting: Sighting): Promise<ToldMovement[]> {
  const events = await waitingRefunds(db, sighting.card)
  return events.flatMap(event => {
    const transaction = readFidelTransaction(event.body)
    if (transaction instanceof AppError || !event.sourceKey || !event.linkedCardId) return []
    const movement: Movement = {
      ...details(event, transaction, sighting),
      kind: 'refund',
      transactionId: transaction.id,
      sourceKey: event.sourceKey,
      merchantId: event.merchantId,
      linkedCardId: event.linkedCardId,
    }
    return [{ event, movement }]
  })
}

async function markDuplicate(
  db: Db,
  event: CardEvent,
  movement: Movement,
  { card, now }: Sighting,
  { stored, note }: { stored: StoredAmount; note: string },
): Promise<void> {
  await updateEvent(db, event.id, {
    status: 'worked',
    reasonCode: note,
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey: stored.sourceKey,
    dineId: stored.dineId,
    workedAt: now,
  })
  if (note === 'duplicate' && isNewerVersion(movement, stored))
    await confirmAmount(db, card.partnerId, stored.sourceKey, movement.reportedAt)
}

function refuse({ db, clock }: RewardServices, event: CardEvent, reasonCode: string): Promise<void> {
  return updateEvent(db, event.id, { status: 'refused', reasonCode, workedAt: clock.now() })
}
