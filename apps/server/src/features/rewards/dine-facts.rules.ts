import { tierAt } from '@dineward/core/members/vip.rules.ts'
import { exclusiveCampaigns } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, type TierLevel } from '@dineward/core/partner/partner-questions.ts'
import type { DineFacts } from '@dineward/core/rewards/dine.rules.ts'
import { instantOf, type LocalTime, readDineTime } from '@dineward/core/rewards/dine-time.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reported-transaction.ts'
import { isTimezone } from '@dineward/core/shared/local-date.ts'
import type { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { EventCard } from './rewards.read.ts'

type MerchantForEvent = NonNullable<Awaited<ReturnType<typeof findMerchantForEvent>>>

export interface EventContext {
  readonly partner: Partner
  readonly card: EventCard
  /** Null where the restaurant is unknown, or takes no part in the partner's program. */
  readonly place: MerchantForEvent | null
  readonly transaction: ReportedTransaction
  readonly now: Date
  readonly origin: string
}

/** What a decision needs of the member, whatever caused it. */
export interface DecisionContext {
  readonly partner: Partner
  readonly card: Pick<EventCard, 'partnerId' | 'memberId' | 'joinedAt' | 'enrollmentSource'>
  readonly now: Date
  /** Of links in mails. */
  readonly origin: string
}

export function factsOf(context: EventContext): DineFacts {
  const { partner, card, place, transaction } = context
  const tier = tierAt(card.tiers, instantOfEvent(context).getTime()) ?? card.tierLevel
  return {
    currency: transaction.currency,
    tier,
    rate: earnRateOf(partner, tier as TierLevel),
    rounding: partner.settings.rewards.rounding,
    timezone: timezoneOf(context),
    terms: place ? termsOf(partner, place) : null,
    ...cardLinkAt(context),
    accountClosedAt: card.closedAt?.toISOString() ?? null,
  }
}

/** Of several links, the one in force at the dine. */
function cardLinkAt(context: EventContext) {
  const { card } = context
  const dined = instantOfEvent(context).getTime()
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

type PlaceAndTransaction = Pick<EventContext, 'place' | 'transaction'>

/** The restaurant's, else the one the event names; null where neither is known. */
function timezoneOf({ place, transaction }: PlaceAndTransaction): string | null {
  const named = transaction.timezone
  return place?.timezone ?? (named && isTimezone(named) ? named : null)
}

export function localTimeOf(event: PlaceAndTransaction): LocalTime {
  return readDineTime(timezoneOf(event), event.transaction.datetime)
}

export function instantOfEvent(event: PlaceAndTransaction): Date {
  return instantOf(timezoneOf(event) ?? 'UTC', localTimeOf(event))
}
