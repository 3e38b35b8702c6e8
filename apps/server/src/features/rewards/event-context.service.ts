import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { dateOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { type Movement, movementKey } from '@dineward/core/rewards/movements.rules.ts'
import { networkOf } from '@dineward/core/rewards/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reported-transaction.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { isInstant } from '@dineward/core/shared/local-date.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type EventContext, localTimeOf } from './dine-facts.rules.ts'
import { selectEarlyVoids } from './early-voids.read.ts'
import { readReportedTransaction, type StoredEvent } from './event-bodies.rules.ts'
import type { CardEvent } from './inbox.repository.ts'
import type { ReportedMovement } from './refunds.rules.ts'
import { lockMemberOfCard, selectWaitingRefunds } from './rewards.read.ts'

export interface RewardServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
  readonly log?: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

export interface EventMovement {
  readonly event: CardEvent
  readonly movement: ReportedMovement
}

/** Find card, member and restaurant of an event, and lock the member. @returns a reason code where it cannot. */
export async function resolveEventContext(
  { db, clock, partners }: RewardServices,
  event: StoredEvent,
): Promise<EventContext | string> {
  const transaction = readReportedTransaction(event)
  if (transaction instanceof AppError) return transaction.code
  if (namesReservedId(event, transaction)) return 'transaction_id_reserved'
  const { cardId, merchantId, mid, datetime } = transaction
  const card = cardId ? await lockMemberOfCard(db, cardId, event.partnerId ?? null) : undefined
  if (!card) return 'card_unknown'
  if (card.erasedAt) return 'member_erased'
  const partner = partners.bySlug(card.partnerId)
  if (!partner) throw new Error(`card ${card.id} belongs to partner "${card.partnerId}", which is not loaded`)
  const place = await findMerchantForEvent(
    { db, partner },
    { merchantId, mid, ...(isInstant(datetime) ? { instant: datetime } : { localDate: dateOf(datetime) }) },
  )
  return { partner, card, place, transaction, now: clock.now(), origin: partners.siteOf(partner) }
}

export function movementOf(event: CardEvent, context: EventContext): ReportedMovement {
  const { transaction, place, card } = context
  const { kind, transactionId } = transaction
  const identity = { kind, transactionId }
  return {
    ...identity,
    ...versionOf(event, transaction, context),
    sourceKey: movementKey(identity),
    merchantId: place?.id ?? null,
    linkedCardId: card.id,
  }
}

export async function waitingRefundsOf(db: Db, context: EventContext): Promise<EventMovement[]> {
  return storedMovements(await selectWaitingRefunds(db, context.card), 'refund', context)
}

/** Voids that came before this authorization. */
export async function earlyVoidsOf(
  db: Db,
  { kind, transactionId }: Movement,
  context: EventContext,
): Promise<EventMovement[]> {
  if (kind !== 'authorization') return []
  const { partnerId, memberId } = context.card
  return storedMovements(await selectEarlyVoids(db, { partnerId, memberId, transactionId }), 'void', context)
}

function storedMovements(
  events: readonly CardEvent[],
  kind: Movement['kind'],
  context: EventContext,
): EventMovement[] {
  return events.flatMap(event => {
    const transaction = readReportedTransaction(event)
    if (transaction instanceof AppError || !event.sourceKey || !event.linkedCardId) return []
    const movement: ReportedMovement = {
      ...versionOf(event, transaction, context),
      kind,
      transactionId: transaction.transactionId,
      sourceKey: event.sourceKey,
      merchantId: event.merchantId,
      linkedCardId: event.linkedCardId,
    }
    return [{ event, movement }]
  })
}

/** Ids of another network's form, or of claims, would name their dines. */
function namesReservedId(
  { provider }: StoredEvent,
  { transactionId, originalTransactionId }: ReportedTransaction,
): boolean {
  if (isClaimed({ transactionId }) !== (provider === 'claim')) return true
  const isOfKard = (id: string) => networkOf({ transactionId: id }) === 'kard'
  return [transactionId, originalTransactionId ?? transactionId].some(
    id => isOfKard(id) !== (provider === 'kard'),
  )
}

function versionOf(event: CardEvent, transaction: ReportedTransaction, { card, place }: EventContext) {
  return {
    amountCents: transaction.amountCents,
    currency: transaction.currency,
    originalTransactionId: transaction.originalTransactionId,
    authCode: transaction.authCode,
    occurredAt: localTimeOf({ place, transaction }),
    cardToken: card.cardToken,
    // By provider (decision 015): a file's rows are as new as its import.
    reportedAt: transaction.updatedAt ?? (event.provider === 'import' ? event.receivedAt : null),
    cardEventId: event.id,
  }
}
