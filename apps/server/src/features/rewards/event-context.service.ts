import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import { type Movement, movementKey, movementKind } from '@dineward/core/rewards/movements.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type EventContext, localTimeOf } from './dine-facts.rules.ts'
import type { CardEvent } from './inbox.repository.ts'
import { readFidelTransaction } from './receive-event.service.ts'
import { lockMemberOfCard, selectWaitingRefunds } from './rewards.read.ts'

export interface RewardServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
  readonly log?: Pick<FastifyBaseLogger, 'error'>
}

export interface EventMovement {
  readonly event: CardEvent
  readonly movement: Movement
}

/** Find card, member and restaurant of an event, and lock the member. @returns a reason code where it cannot. */
export async function resolveEventContext(
  { db, clock, partners }: RewardServices,
  event: Pick<CardEvent, 'provider' | 'body'>,
): Promise<EventContext | string> {
  const transaction = readFidelTransaction(event.body)
  if (transaction instanceof AppError) return transaction.code
  if (isClaimed({ transactionId: transaction.id }) !== (event.provider === 'claim'))
    return 'transaction_id_reserved'
  const cardId = transaction.card?.metadata?.id
  const card = cardId ? await lockMemberOfCard(db, cardId) : undefined
  if (!card) return 'card_unknown'
  if (card.erasedAt) return 'member_erased'
  const partner = partners.bySlug(card.partnerId)
  if (!partner) throw new Error(`card ${card.id} belongs to partner "${card.partnerId}", which is not loaded`)
  const place = await findMerchantForEvent(
    { db, partner },
    {
      merchantId: transaction.location?.metadata?.id,
      mid: transaction.identifiers?.MID,
      localDate: transaction.datetime.slice(0, 10),
    },
  )
  return { partner, card, place, transaction, now: clock.now(), origin: partners.siteOf(partner) }
}

export function movementOf(event: CardEvent, context: EventContext): Movement {
  const { transaction, place, card } = context
  const identity = { kind: movementKind(event.event, transaction.amount), transactionId: transaction.id }
  return {
    ...identity,
    ...versionOf(event, transaction, context),
    sourceKey: movementKey(identity),
    merchantId: place?.id ?? null,
    linkedCardId: card.id,
  }
}

export async function waitingRefundsOf(db: Db, context: EventContext): Promise<EventMovement[]> {
  const events = await selectWaitingRefunds(db, context.card)
  return events.flatMap(event => {
    const transaction = readFidelTransaction(event.body)
    if (transaction instanceof AppError || !event.sourceKey || !event.linkedCardId) return []
    const movement: Movement = {
      ...versionOf(event, transaction, context),
      kind: 'refund',
      transactionId: transaction.id,
      sourceKey: event.sourceKey,
      merchantId: event.merchantId,
      linkedCardId: event.linkedCardId,
    }
    return [{ event, movement }]
  })
}

function versionOf(event: CardEvent, transaction: FidelTransaction, { card, place }: EventContext) {
  return {
    amountCents: Math.abs(transaction.amount),
    originalTransactionId: transaction.originalTransactionId ?? null,
    authCode: transaction.authCode || null,
    occurredAt: localTimeOf({ place, transaction }),
    cardToken: card.cardToken,
    reportedAt: reportedAt(event, transaction),
    cardEventId: event.id,
  }
}

/** By provider (decision 015): a file's rows are as new as its import. */
function reportedAt({ provider, receivedAt }: CardEvent, { updated }: FidelTransaction): Date | null {
  const time = /^20\d\d-\d\d-\d\dT/.test(updated ?? '') ? Date.parse(updated!) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time)
  return provider === 'import' ? receivedAt : null
}
