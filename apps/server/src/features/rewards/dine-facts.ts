import { randomUUID } from 'node:crypto'
import { isTimezone } from '@dineward/core/merchants/local-date.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, type TierLevel } from '@dineward/core/partner/partner-questions.ts'
import { type DineFacts, dineRuleVersion } from '@dineward/core/rewards/dine.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { hasEarned, type OpenDine } from './dine-book.ts'
import type { EventCard } from './dines.repository.ts'

type MerchantForEvent = NonNullable<Awaited<ReturnType<typeof findMerchantForEvent>>>

/** What one event is about, found out from its ids. */
export interface Sighting {
  readonly partner: Partner
  readonly card: EventCard
  /** Null where the restaurant is unknown, or takes no part in the partner's programme. */
  readonly place: MerchantForEvent | null
  readonly transaction: FidelTransaction
  readonly now: Date
}

export function factsOf({ partner, card, place, transaction }: Sighting): DineFacts {
  return {
    currency: transaction.currency.toUpperCase(),
    tier: card.tierLevel,
    rate: earnRateOf(partner, card.tierLevel as TierLevel),
    rounding: partner.settings.rewards.rounding,
    timezone: timezoneOf(place, transaction),
    terms: place ? termsOf(place) : null,
    cardLinkedAt: card.linkedAt.toISOString(),
    cardRemovedAt: card.removedAt?.toISOString() ?? null,
    accountClosedAt: card.closedAt?.toISOString() ?? null,
  }
}

/**
 * A dine that takes one more charge. Until it has earned it is judged by what is true now; tier, rate and currency stay
 * those of the first sight, so that a tier reached in between does not change what the dine promised.
 */
export function withCharge(dine: OpenDine, charge: Movement, sighting: Sighting): OpenDine {
  const charges = [...dine.charges, charge]
  if (hasEarned(dine.stored) || (sighting.place?.id ?? null) !== dine.merchantId) return { ...dine, charges }
  const { tier, rate, rounding, currency } = dine.facts
  return { ...dine, charges, facts: { ...factsOf(sighting), tier, rate, rounding, currency } }
}

/** A dine that begins with this charge. Nothing of it is kept yet. */
export function newDine(charge: Movement, sighting: Sighting): OpenDine {
  const { card, place, transaction, now } = sighting
  const facts = factsOf(sighting)
  const dineId = randomUUID()
  const amounts = { authorisedCents: null, clearedCents: null, refundedCents: 0 }
  return {
    dineId,
    linkedCardId: card.id,
    merchantId: charge.merchantId,
    charges: [charge],
    refunds: [],
    facts,
    stored: {
      id: dineId,
      partnerId: card.partnerId,
      memberId: card.memberId,
      linkedCardId: card.id,
      cardLastFour: card.lastFour,
      merchantId: charge.merchantId,
      merchantName: place?.name || transaction.brand?.name || 'Restaurant',
      sourceTransactionId: charge.transactionId,
      authCode: charge.authCode,
      dinedAt: charge.occurredAt,
      ...amounts,
      rewardUnits: 0,
      status: 'Pending',
      reasonCode: null,
      decision: { ruleVersion: dineRuleVersion, facts, amounts, earningCents: 0 },
      paidAt: null,
      createdAt: now,
      updatedAt: now,
    },
  }
}

export function timezoneOf(place: MerchantForEvent | null, transaction: FidelTransaction): string | null {
  const told = transaction.location?.timezone
  return place?.timezone ?? (told && isTimezone(told) ? told : null)
}

function termsOf({ participation }: MerchantForEvent): NonNullable<DineFacts['terms']> {
  const { joinedOn, leftOn, benefitDays, maxSpendPerMonthCents, maxVisitsPerMonth } = participation
  return { joinedOn, leftOn, benefitDays, maxSpendPerMonthCents, maxVisitsPerMonth }
}
