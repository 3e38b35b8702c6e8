import { tierAt } from '@dineward/core/members/vip.rules.ts'
import { exclusiveCampaigns } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { instantOf, readDineTime } from '@dineward/core/rewards/dine-time.rules.ts'
import type { DineFacts } from '@dineward/core/rewards/dine-to-decide.ts'
import { rateAt } from '@dineward/core/rewards/rate-versions.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reported-transaction.ts'
import { isTimezone, type LocalTime } from '@dineward/core/shared/local-date.ts'
import type { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { EventCard, MemberInTime } from './rewards.read.ts'

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
  readonly card: Pick<EventCard, 'partnerId' | 'memberId'> & MemberInTime
  readonly now: Date
  /** Of links in mails. */
  readonly origin: string
}

/** As they were at the event's time. */
export function factsOf(context: EventContext): DineFacts {
  const { partner, card, place, transaction } = context
  const instant = instantOfEvent(context).getTime()
  return {
    currency: transaction.currency,
    ...memberFactsAt(context, instant, card.tierLevel),
    timezone: timezoneOf(context),
    terms: place ? termsForDecision(partner, place) : null,
    ...cardFactsAt(card, instant),
    ...(transaction.order ? { order: transaction.order } : {}),
  }
}

/** `tierNow` counts where no change of the tier is known. */
export function memberFactsAt({ partner, card }: DecisionContext, instant: number, tierNow: number) {
  const tier = tierAt(card.tiers, instant) ?? tierNow
  const closure = card.closures.find(
    ({ closedAt, reopenedAt }) => closedAt < instant && instant < wholeSecond(reopenedAt),
  )
  const closedAt = closure ? new Date(closure.closedAt) : card.closedAt
  return {
    tier,
    ...rateAt(card.rates, partner.settings.rewards, { instant, tier }),
    accountClosedAt: closedAt?.toISOString() ?? null,
  }
}

/** Of several links, the one in force. */
export function cardFactsAt(card: EventCard, instant: number) {
  const links = card.links.map(({ linkedAt, removedAt }) => ({
    linkedAt: new Date(linkedAt),
    removedAt: removedAt === null ? null : new Date(removedAt),
  }))
  const inForce = links.find(
    ({ linkedAt, removedAt }) =>
      wholeSecond(linkedAt.getTime()) <= instant &&
      (removedAt === null || instant <= wholeSecond(removedAt.getTime())),
  )
  const { linkedAt, removedAt } = inForce ?? card
  return { cardLinkedAt: linkedAt.toISOString(), cardRemovedAt: removedAt?.toISOString() ?? null }
}

/** Networks report whole seconds. */
const wholeSecond = (time: number): number => Math.floor(time / 1_000) * 1_000

export function termsForDecision(
  partner: Partner,
  { participation }: MerchantForEvent,
): NonNullable<DineFacts['terms']> {
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
