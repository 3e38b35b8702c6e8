import { randomUUID } from 'node:crypto'
import { exclusiveCampaigns } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, type TierLevel } from '@dineward/core/partner/partner-questions.ts'
import { type DineFacts, dineRuleVersion } from '@dineward/core/rewards/dine.rules.ts'
import type { FidelTransaction } from '@dineward/core/rewards/fidel.contract.ts'
import { addCharge, type Movement } from '@dineward/core/rewards/movements.rules.ts'
import { isTimezone } from '@dineward/core/shared/local-date.ts'
import type { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { hasEarned, type OpenDine, openDines } from './dine-book.ts'
import type { EventCard, StoredDine } from './dines.repository.ts'

type MerchantForEvent = NonNullable<Awaited<ReturnType<typeof findMerchantForEvent>>>

/** What one event is about, found out from its ids. */
export interface Sighting {
  readonly partner: Partner
  readonly card: EventCard
  /** Null where the restaurant is unknown, or takes no part in the partner's program. */
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
    terms: place ? termsOf(partner, place) : null,
    cardLinkedAt: card.linkedAt.toISOString(),
    cardRemovedAt: card.removedAt?.toISOString() ?? null,
    accountClosedAt: card.closedAt?.toISOString() ?? null,
  }
}

/** What the member's dines become with one more charge, and those that it shows to be part of others. */
export function withCharge(
  dines: readonly OpenDine[],
  charge: Movement,
  sighting: Sighting,
): { dines: OpenDine[]; emptied: OpenDine[] } {
  const regrouped = addCharge(dines, charge)
  return {
    emptied: regrouped.emptied,
    dines: regrouped.dines.map(({ dine, splitFrom, charges }) => {
      if (!dine) return { ...newDine(charges[0]!, sighting, splitFrom), charges }
      return charges.includes(charge) ? { ...seenAgain(dine, sighting), charges } : { ...dine, charges }
    }),
  }
}

/**
 * Until it has earned, a dine is judged by what is true now; tier, rate and currency stay those of the first sight, so
 * that a tier reached in between does not change what the dine promised.
 */
function seenAgain(dine: OpenDine, sighting: Sighting): OpenDine {
  if (hasEarned(dine.stored) || (sighting.place?.id ?? null) !== dine.merchantId) return dine
  const { tier, rate, rounding, currency } = dine.facts
  return { ...dine, facts: { ...factsOf(sighting), tier, rate, rounding, currency } }
}

/** A dine that begins with this charge, or that another one held until now. Nothing of it is kept yet. */
function newDine(charge: Movement, sighting: Sighting, splitFrom: OpenDine | null): OpenDine {
  const { card, place, transaction, now } = sighting
  const facts = splitFrom?.facts ?? factsOf(sighting)
  const merchantId = splitFrom ? splitFrom.merchantId : charge.merchantId
  const amounts = { authorisedCents: null, clearedCents: null, refundedCents: 0 }
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
    decision: { ruleVersion: dineRuleVersion, facts, amounts, earningCents: 0 },
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const [opened] = openDines([stored], [])
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
