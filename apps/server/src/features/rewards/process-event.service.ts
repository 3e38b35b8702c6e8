import { dateOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { isNewerVersion, isSameMovement, type Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { confirmAmount, otherNetwork } from './dine-amounts.repository.ts'
import {
  addChargeToDines,
  type DineWithMovements,
  decideStoredDines,
  dinesWithMovements,
} from './dine-decisions.rules.ts'
import { type EventContext, instantOfEvent, localTimeOf } from './dine-facts.rules.ts'
import {
  type EventMovement,
  earlyVoidsOf,
  movementOf,
  type RewardServices,
  resolveEventContext,
  waitingRefundsOf,
} from './event-context.service.ts'
import { type CardEvent, earlyVoid, updateEvent } from './inbox.repository.ts'
import { movementOfOtherNetwork, namingCountedCharge, requeueRefundsOf } from './other-network.service.ts'
import { redecideDines, saveDecided } from './redecide.service.ts'
import { type ReportedMovement, redistributeRefunds } from './refunds.rules.ts'
import {
  amountsOfDines,
  amountsOfTransactions,
  dinesAt,
  type StoredAmount,
  type TransactionAmount,
} from './rewards.read.ts'
import { withTermsOfDay } from './terms-of-day.service.ts'

/** An event dated further ahead is parked: it is a mistake that a person should see. */
const futureLimitMs = 48 * 3_600_000

/** `services.db` is a transaction: all of it happens, or nothing. */
export async function processEvent(services: RewardServices, event: CardEvent): Promise<void> {
  const { db } = services
  const context = await resolveEventContext(services, event)
  if (typeof context === 'string') return refuseEvent(services, event, context)
  if (instantOfEvent(context).getTime() > context.now.getTime() + futureLimitMs)
    return parkEvent(db, event, context, 'event_in_future')
  if (dateOf(localTimeOf(context)) < context.partner.settings.startsOn)
    return parkEvent(db, event, context, 'event_before_program')

  const { partnerId } = context.card
  const own = movementOf(event, context)
  const ofOwn = await amountsOfTransactions(db, partnerId, transactionsOf(own))
  const reported = await namingCountedCharge(db, partnerId, own, ofOwn)
  const known =
    reported === own ? ofOwn : await amountsOfTransactions(db, partnerId, transactionsOf(reported))
  const stored = known.filter(amount => isSameMovement(amount, reported))
  const [first] = stored
  if (first && first.memberId !== context.card.memberId)
    return refuseEvent(services, event, 'transaction_of_another_card')
  if (reported.kind === 'void' && !isAuthorized(known, reported, context))
    return keepVoid(db, event, reported, context)
  const repetition = repetitionOf(reported, stored)
  if (first && repetition) return markDuplicate(db, event, reported, context, { stored: first, repetition })

  const saved = await decideAgain(
    services,
    context,
    { event, movement: correctionOf(reported, first) },
    known,
  )
  if (!saved) await refuseEvent(services, event, 'transaction_of_another_card')
}

function refuseEvent({ db, clock }: RewardServices, event: CardEvent, reasonCode: string): Promise<void> {
  // As those are that came before the member was erased.
  const changes = reasonCode === 'member_erased' ? { body: '{}' } : {}
  return updateEvent(db, event.id, { ...changes, status: 'refused', reasonCode, processedAt: clock.now() })
}

function parkEvent(
  db: Db,
  event: CardEvent,
  { card, place, now }: EventContext,
  reasonCode: string,
): Promise<void> {
  return updateEvent(db, event.id, {
    status: 'parked',
    reasonCode,
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: place?.id ?? null,
    processedAt: now,
  })
}

/** Its own, and that which it takes back or replaces. */
function transactionsOf({ transactionId, originalTransactionId }: Movement): string[] {
  return originalTransactionId ? [transactionId, originalTransactionId] : [transactionId]
}

function isAuthorized(
  known: readonly TransactionAmount[],
  { transactionId }: Movement,
  { card }: EventContext,
): boolean {
  return known.some(
    amount =>
      amount.kind === 'authorization' &&
      amount.transactionId === transactionId &&
      amount.memberId === card.memberId,
  )
}

/** A payment that was only declined is no dine. The authorization, if it comes late, is decided with its void. */
function keepVoid(db: Db, event: CardEvent, movement: Movement, { card, now }: EventContext): Promise<void> {
  return updateEvent(db, event.id, {
    status: 'processed',
    reasonCode: earlyVoid,
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey: movement.sourceKey,
    processedAt: now,
  })
}

/** Why a report changes nothing: it repeats the amount, or is older than the version that counts. */
function repetitionOf(
  reported: Movement,
  stored: readonly StoredAmount[],
): 'duplicate' | 'superseded' | null {
  if (stored.some(({ amountCents }) => amountCents === reported.amountCents)) return 'duplicate'
  return stored.some(version => isNewerVersion(version, reported)) ? 'superseded' : null
}

async function markDuplicate(
  db: Db,
  event: CardEvent,
  movement: Movement,
  { card, now }: EventContext,
  { stored, repetition }: { stored: StoredAmount; repetition: string },
): Promise<void> {
  await updateEvent(db, event.id, {
    status: 'processed',
    reasonCode: repetition,
    partnerId: card.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey: stored.sourceKey,
    dineId: stored.dineId,
    processedAt: now,
  })
  if (repetition === 'duplicate' && isNewerVersion(movement, stored))
    await confirmAmount(db, card.partnerId, stored.sourceKey, movement.reportedAt)
}

/** A correction keeps the card and restaurant of the movement's first report. */
function correctionOf(reported: ReportedMovement, first: StoredAmount | undefined): ReportedMovement {
  if (!first) return reported
  const { linkedCardId, cardToken, merchantId } = first
  return { ...reported, linkedCardId, cardToken, merchantId }
}

/** False, with nothing written, when a new dine's transaction names one of another member. */
async function decideAgain(
  services: RewardServices,
  context: EventContext,
  current: EventMovement,
  known: readonly TransactionAmount[],
): Promise<boolean> {
  const { db } = services
  const { movement } = current
  const before = await dinesTouchedBy(db, movement, context, known)
  const other = before.amounts.some(amount => isSameMovement(amount, movement))
    ? undefined
    : await movementOfOtherNetwork(db, context.card.partnerId, movement, before.amounts)
  if (other) {
    const repeated = { stored: other, repetition: otherNetwork }
    await markDuplicate(db, current.event, movement, context, repeated)
    await requeueRefundsOf(db, movement, context)
    if (other.kind === 'refund') await countFirstReport(services, context, { dines: before.dines, other })
    return true
  }
  const [waiting, voids] = await Promise.all([
    waitingRefundsOf(db, context),
    earlyVoidsOf(db, movement, context),
  ])
  const events = [...waiting, ...voids, current]
  const isRefund = movement.kind === 'refund'
  const charged = isRefund
    ? { dines: before.dines, merged: [], replaced: [] }
    : addChargeToDines(before.dines, { charge: movement, voids: newestVersions(voids) }, context)
  const ofTheirDays = await Promise.all(charged.dines.map(dine => withTermsOfDay(db, dine, context)))
  const { dines, parked } = redistributeRefunds(ofTheirDays, {
    merged: charged.merged,
    waiting: newestVersions(isRefund ? [...waiting, current] : waiting),
  })
  return saveDecided(services, {
    context,
    decided: decideStoredDines(dines),
    merged: charged.merged,
    replaced: charged.replaced,
    parked,
    storedAmounts: before.amounts,
    events,
  })
}

/** When a refund was first reported decides whether it takes a VIP year: this one may have waited since before. */
async function countFirstReport(
  services: RewardServices,
  { card }: EventContext,
  { dines, other }: { readonly dines: readonly DineWithMovements[]; readonly other: StoredAmount },
): Promise<void> {
  const refunded = dines.find(({ dineId }) => dineId === other.dineId)
  if (!refunded) return
  const { partnerId, memberId } = card
  await redecideDines(services, { partnerId, memberId, merchantId: refunded.stored.merchantId }, dine =>
    dine.dineId === other.dineId ? { ...dine, hasEarlierReport: true } : dine,
  )
}

/** The member's at the restaurant, or where its transaction was charged, without versions that this event replaces. */
async function dinesTouchedBy(
  db: Db,
  movement: Movement,
  { card }: EventContext,
  known: readonly TransactionAmount[],
): Promise<{ dines: DineWithMovements[]; amounts: StoredAmount[] }> {
  const charged = known.find(({ kind, memberId }) => kind !== 'refund' && memberId === card.memberId)
  const stored = await dinesAt(db, card, charged ? charged.dineMerchantId : movement.merchantId)
  const dineIds = stored.map(({ id }) => id)
  const amounts = await amountsOfDines(db, card.partnerId, dineIds)
  const others = amounts.filter(amount => !isSameMovement(amount, movement))
  return { dines: dinesWithMovements(stored, others), amounts }
}

/** Of the events that report one movement, the version that counts. */
function newestVersions(events: readonly EventMovement[]): ReportedMovement[] {
  const newest = new Map<string, ReportedMovement>()
  for (const { movement } of events) {
    const other = newest.get(movement.sourceKey)
    if (!other || isNewerVersion(movement, other)) newest.set(movement.sourceKey, movement)
  }
  return [...newest.values()]
}
