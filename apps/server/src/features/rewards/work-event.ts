import { readDineTime } from '@dineward/core/rewards/dine-time.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import { type Movement, movementKey, movementKind } from '@dineward/core/rewards/movements.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.ts'
import { amountsOfDines, findAmount, type StoredAmount } from './dine-amounts.repository.ts'
import { decideAll, type OpenDine, openDines, withRefunds } from './dine-book.ts'
import { type Sighting, timezoneOf, withCharge } from './dine-facts.ts'
import { dineOfTransaction, dinesAt, holdCard } from './dines.repository.ts'
import { type CardEvent, countOccurrences, parkedEvents, updateEvent } from './inbox.repository.ts'
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
  const movement = await movementOf(db, event, sighting)
  const known = await findAmount(db, sighting.card.partnerId, movement.sourceKey)
  if (known && known.linkedCardId !== sighting.card.id)
    return refuse(services, event, 'transaction_of_another_card')
  if (known) return toldBefore(db, event, movement, sighting, known.dineId)

  const before = await dinesTouchedBy(db, movement, sighting)
  const waiting = await parkedRefunds(db, sighting)
  const told = [...waiting, { event, movement }]
  const isRefund = movement.kind === 'refund'
  const charged = isRefund
    ? { dines: before.dines, emptied: [] }
    : withCharge(before.dines, movement, sighting)
  const refunds = [
    ...charged.emptied.flatMap(dine => dine.refunds),
    ...movementsOf(isRefund ? told : waiting),
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

const movementsOf = (told: readonly ToldMovement[]): Movement[] => told.map(({ movement }) => movement)

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

async function movementOf(db: Db, event: CardEvent, sighting: Sighting): Promise<Movement> {
  const { transaction, place } = sighting
  const identity = {
    kind: movementKind(event.event, transaction.amount),
    transactionId: transaction.id,
    amountCents: Math.abs(transaction.amount),
  }
  return {
    ...identity,
    ...details(transaction, sighting),
    sourceKey: movementKey(identity, await countOccurrences(db, event)),
    merchantId: place?.id ?? null,
  }
}

function details(transaction: FidelTransaction, { card, place }: Sighting) {
  return {
    originalTransactionId: transaction.originalTransactionId ?? null,
    authCode: transaction.authCode || null,
    occurredAt: readDineTime(timezoneOf(place, transaction), transaction.datetime),
    linkedCardId: card.id,
  }
}

/** The dines an event may change: the member's at the restaurant, or where its transaction was charged. */
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
  return { dines: openDines(stored, amounts), amounts }
}

async function parkedRefunds(db: Db, sighting: Sighting): Promise<ToldMovement[]> {
  const events = await parkedEvents(db, sighting.card.partnerId, sighting.card.id)
  return events.flatMap(event => {
    const transaction = readFidelTransaction(event.body)
    if (transaction instanceof AppError || !event.sourceKey) return []
    const movement: Movement = {
      ...details(transaction, sighting),
      kind: 'refund',
      transactionId: transaction.id,
      amountCents: Math.abs(transaction.amount),
      sourceKey: event.sourceKey,
      merchantId: event.merchantId,
    }
    return [{ event, movement }]
  })
}

async function toldBefore(
  db: Db,
  event: CardEvent,
  movement: Movement,
  { card, now }: Sighting,
  dineId: string,
): Promise<void> {
  await updateEvent(db, event.id, {
    status: 'worked',
    reasonCode: 'told_before',
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey: movement.sourceKey,
    dineId,
    workedAt: now,
  })
}

function refuse({ db, clock }: RewardServices, event: CardEvent, reasonCode: string): Promise<void> {
  return updateEvent(db, event.id, { status: 'refused', reasonCode, workedAt: clock.now() })
}
