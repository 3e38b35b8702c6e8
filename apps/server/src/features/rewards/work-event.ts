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
import {
  type DineWithMovements,
  decideStoredDines,
  dinesWithMovements,
  redistributeRefunds,
} from './dine-book.ts'
import { addChargeToDines, type EventContext, timezoneOf } from './dine-facts.ts'
import { dineOfTransaction, dinesAt, lockMemberOfCard } from './dines.repository.ts'
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
export interface EventMovement {
  readonly event: CardEvent
  readonly movement: Movement
}

/**
 * Works one event off: finds its card and restaurant, the dine it belongs to, the refunds that waited for that dine;
 * decides anew and posts the difference. `services.db` is a transaction: all of it happens, or none.
 */
export async function processEvent(services: RewardServices, event: CardEvent): Promise<void> {
  const { db } = services
  const context = await resolveEventContext(services, event)
  if (typeof context === 'string') return refuse(services, event, context)
  if (isFutureDated(context)) return parkFutureDated(db, event, context)
  const reported = movementOf(event, context)
  const stored = await selectMovement(db, context.card.partnerId, reported)
  const [first] = stored
  if (first && first.memberId !== context.card.memberId)
    return refuse(services, event, 'transaction_of_another_card')
  const note = noteOnRepetition(reported, stored)
  if (first && note) return markDuplicate(db, event, reported, context, { stored: first, note })

  // A correction stays with the card and restaurant that the movement was first reported for.
  const movement = first
    ? {
        ...reported,
        linkedCardId: first.linkedCardId,
        cardToken: first.cardToken,
        merchantId: first.merchantId,
      }
    : reported
  const before = await dinesTouchedBy(db, movement, context)
  const waiting = await parkedRefunds(db, context)
  const told = [...waiting, { event, movement }]
  const isRefund = movement.kind === 'refund'
  const charged = isRefund
    ? { dines: before.dines, merged: [] }
    : addChargeToDines(before.dines, movement, context)
  const refunds = [
    ...charged.merged.flatMap(dine => dine.refunds),
    ...newestVersions(isRefund ? told : waiting),
  ]
  const after = redistributeRefunds(charged.dines, refunds)
  const saved = await saveDines(db, {
    context,
    decided: decideStoredDines(after.dines),
    merged: charged.merged,
    parked: after.parked,
    storedAmounts: before.amounts,
    told,
  })
  if (!saved) await refuse(services, event, 'transaction_of_another_card')
}

/** A dine dated further ahead is a mistake that a person should see. */
const futureLimitMs = 48 * 3_600_000

function isFutureDated({ place, transaction, now }: EventContext): boolean {
  const timezone = timezoneOf(place, transaction)
  const occurredAt = instantOf(timezone ?? 'UTC', readDineTime(timezone, transaction.datetime))
  return occurredAt.getTime() > now.getTime() + futureLimitMs
}

function parkFutureDated(db: Db, event: CardEvent, { card, place, now }: EventContext): Promise<void> {
  return updateEvent(db, event.id, {
    status: 'parked',
    reasonCode: 'event_in_future',
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: place?.id ?? null,
    processedAt: now,
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
function newestVersions(told: readonly EventMovement[]): Movement[] {
  const newest = new Map<string, Movement>()
  for (const { movement } of told) {
    const other = newest.get(movement.sourceKey)
    if (!other || isNewerVersion(movement, other)) newest.set(movement.sourceKey, movement)
  }
  return [...newest.values()]
}

/** Who and where an event is about, or why nobody can be told of it. */
async function resolveEventContext(
  { db, clock, partners }: RewardServices,
  event: CardEvent,
): Promise<EventContext | string> {
  const transaction = readFidelTransaction(event.body)
  if (transaction instanceof AppError) return transaction.code
  const cardId = transaction.card?.metadata?.id
  const card = cardId ? await lockMemberOfCard(db, cardId) : undefined
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

function movementOf(event: CardEvent, context: EventContext): Movement {
  const { transaction, place, card } = context
  const identity = {
    kind: movementKind(event.event, transaction.amount),
    transactionId: transaction.id,
  }
  return {
    ...identity,
    ...details(event, transaction, context),
    sourceKey: movementKey(identity),
    merchantId: place?.id ?? null,
    linkedCardId: card.id,
  }
}

function details(event: CardEvent, transaction: FidelTransaction, { card, place }: EventContext) {
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
  { card }: EventContext,
): Promise<{ dines: DineWithMovements[]; amounts: StoredAmount[] }> {
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
  return { dines: dinesWithMovements(stored, others), amounts }
}

async function parkedRefunds(db: Db, context: EventContext): Promise<EventMovement[]> {
  const events = await waitingRefunds(db, context.card)
  return events.flatMap(event => {
    const transaction = readFidelTransaction(event.body)
    if (transaction instanceof AppError || !event.sourceKey || !event.linkedCardId) return []
    const movement: Movement = {
      ...details(event, transaction, context),
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
  { card, now }: EventContext,
  { stored, note }: { stored: StoredAmount; note: string },
): Promise<void> {
  await updateEvent(db, event.id, {
    status: 'processed',
    reasonCode: note,
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey: stored.sourceKey,
    dineId: stored.dineId,
    processedAt: now,
  })
  if (note === 'duplicate' && isNewerVersion(movement, stored))
    await confirmAmount(db, card.partnerId, stored.sourceKey, movement.reportedAt)
}

function refuse({ db, clock }: RewardServices, event: CardEvent, reasonCode: string): Promise<void> {
  return updateEvent(db, event.id, { status: 'refused', reasonCode, processedAt: clock.now() })
}
