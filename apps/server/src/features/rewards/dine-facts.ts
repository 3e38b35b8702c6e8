import { randomUUID } from 'node:crypto'
import { exclusiveCampaigns } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, type TierLevel } from '@dineward/core/partner/partner-questions.ts'
import { type DineFacts, dineRuleVersion, promiseDays } from '@dineward/core/rewards/dine.rules.ts'
import { instantOf, readDineTime } from '@dineward/core/rewards/dine-time.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import { addCharge, type Movement } from '@dineward/core/rewards/movements.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { isTimezone } from '@dineward/core/shared/local-date.ts'
import type { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { type DineWithMovements, dinesWithMovements, hasEarned } from './dine-book.ts'
import type { EventCard, StoredDine } from './dines.repository.ts'

type MerchantForEvent = NonNullable<Awaited<ReturnType<typeof findMerchantForEvent>>>

/** What one event is about, found out from its ids. */
export interface EventContext {
  readonly partner: Partner
  readonly card: EventCard
  /** Null where the restaurant is unknown, or takes no part in the partner's program. */
  readonly place: MerchantForEvent | null
  readonly transaction: FidelTransaction
  readonly now: Date
}

export function factsOf(context: EventContext): DineFacts {
  const { partner, card, place, transaction } = context
  return {
    currency: transaction.currency.toUpperCase(),
    tier: card.tierLevel,
    rate: earnRateOf(partner, card.tierLevel as TierLevel),
    rounding: partner.settings.rewards.rounding,
    timezone: timezoneOf(place, transaction),
    terms: place ? termsOf(partner, place) : null,
    ...cardLinkAt(context),
    accountClosedAt: card.closedAt?.toISOString() ?? null,
  }
}

/** What the member's dines become with one more charge, and those that it shows to be part of others. */
export function addChargeToDines(
  dines: readonly DineWithMovements[],
  charge: Movement,
  context: EventContext,
): { dines: DineWithMovements[]; merged: DineWithMovements[] } {
  const regrouped = addCharge(dines, charge)
  return {
    merged: regrouped.merged,
    dines: regrouped.dines.map(({ dine, splitFrom, charges }) => {
      if (!dine) return { ...newDine(charges[0]!, context, splitFrom), charges }
      return charges.includes(charge) ? { ...withCurrentFacts(dine, context), charges } : { ...dine, charges }
    }),
  }
}

/**
 * What an authorization promised holds for its clearing. Without a promise, and until it has earned, a dine is judged
 * by what is true now; tier, rate and currency stay the first ones, which are the nearest to the dine's date.
 */
function withCurrentFacts(dine: DineWithMovements, context: EventContext): DineWithMovements {
  const { stored, merchantId } = dine
  if (hasEarned(stored) || (context.place?.id ?? null) !== merchantId) return dine
  const promisedUntil = stored.createdAt.getTime() + days(promiseDays)
  if (stored.authorizedCents !== null && context.now.getTime() <= promisedUntil) return dine
  const { tier, rate, rounding, currency } = dine.facts
  return { ...dine, facts: { ...factsOf(context), tier, rate, rounding, currency } }
}

/** When this number was linked: of a number linked more than once, the link that was in force at the dine. */
function cardLinkAt({ card, place, transaction }: EventContext) {
  const timezone = timezoneOf(place, transaction)
  const dined = instantOf(timezone ?? 'UTC', readDineTime(timezone, transaction.datetime)).getTime()
  const secondOf = (time: Date) => Math.floor(time.getTime() / 1_000) * 1_000
  const links = card.links.map(({ linkedAt, removedAt }) => ({
    linkedAt: new Date(linkedAt),
    removedAt: removedAt === null ? null : new Date(removedAt),
  }))
  const inForce = links.find(
    ({ linkedAt, removedAt }) =>
      secondOf(linkedAt) <= dined && (removedAt === null || dined <= secondOf(removedAt)),
  )
  const { linkedAt, removedAt } = inForce ?? card
  return { cardLinkedAt: linkedAt.toISOString(), cardRemovedAt: removedAt?.toISOString() ?? null }
}

/** A dine that begins with this charge, or that another one held until now. Nothing of it is kept yet. */
function newDine(
  charge: Movement,
  context: EventContext,
  splitFrom: DineWithMovements | null,
): DineWithMovements {
  const { card, place, transaction, now } = context
  const facts = splitFrom?.facts ?? factsOf(context)
  const merchantId = splitFrom ? splitFrom.merchantId : charge.merchantId
  const amounts = { authorizedCents: null, clearedCents: null, refundedCents: 0 }
  const stored: StoredDine = {
    id: randomUUID(),
    partnerId: card.partnerId,
    memberId: card.memberId,
    linkedCardId: card.id,
    cardLastFour: card.lastFour,
    merchantId,
    merchantName: splitFrom?.stored.merchantName ?? (place?.name || transaction.brand?.name || 'Restaurant'),
    sourceTransactionId: charge.transactionId,
    authCode: charge.authCode,
    dinedAt: charge.occurredAt,
    ...amounts,
    rewardUnits: 0,
    status: 'Pending',
    reasonCode: null,
    decision: {
      ruleVersion: splitFrom?.stored.decision.ruleVersion ?? dineRuleVersion,
      facts,
      amounts,
      earningCents: 0,
    },
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const [opened] = dinesWithMovements([{ ...stored, cardToken: card.cardToken }], [])
  return opened!
}

export function timezoneOf(place: MerchantForEvent | null, transaction: FidelTransaction): string | null {
  const told = transaction.location?.timezone
  return place?.timezone ?? (told && isTimezone(told) ? told : null)
}

function termsOf(partner: Partner, { participation }: MerchantForEvent): NonNullable<DineFacts['terms']> {
  const { joinedOn, leftOn, benefitDays, maxSpendPerMonthCents, maxVisitsPerMonth } = participation
  return {
    joinedOn,
    leftOn,
    benefitDays,
    maxSpendPerMonthCents,
    maxVisitsPerMonth,
    campaignCodes: exclusiveCampaigns(partner, participation.campaignCodes),
  }
}
