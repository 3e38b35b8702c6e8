import { tierAt } from '../../members/vip.rules.ts'
import { exclusiveCampaigns } from '../../merchants/unlock-access.rules.ts'
import type { Partner } from '../../partner/partner.ts'
import { isTimezone, type LocalTime } from '../../shared/local-date.ts'
import type { CardInTime, MemberInTime, PlaceOfDay, Report, Snapshot } from '../snapshot.ts'
import { rateAt } from '../tiers/rate-versions.rules.ts'
import { instantOf, readDineTime } from './dine-time.rules.ts'
import type { DineFacts } from './dine-to-decide.ts'

/** What a decision needs of the member, whatever caused it. */
export type DecisionContext = Pick<Snapshot, 'partner' | 'now'> & {
  readonly member: Omit<MemberInTime, 'emailOptIn'>
}

export type EventContext = DecisionContext & Pick<Report, 'card' | 'place' | 'transaction'>

/** Facts are as they were at the event's time. */
export function factsOf(context: EventContext): DineFacts {
  const { partner, member, card, place, transaction } = context
  const instant = instantOfEvent(context).getTime()
  return {
    currency: transaction.currency,
    billCurrency: partner.settings.billCurrency,
    ...memberFactsAt(context, instant, member.tierLevel),
    timezone: timezoneOf(context),
    terms: place ? termsForDecision(partner, place) : null,
    ...cardFactsAt(card, instant),
    ...(transaction.order ? { order: transaction.order } : {}),
  }
}

/** `tierNow` counts where no change of the tier is known. */
export function memberFactsAt({ partner, member }: DecisionContext, instant: number, tierNow: number) {
  const tier = tierAt(member.tiers.map(changeOf), instant) ?? tierNow
  const closure = member.closures.find(
    ({ closedAt, reopenedAt }) => closedAt < instant && instant < wholeSecond(reopenedAt),
  )
  const closedAt = closure ? new Date(closure.closedAt) : member.closedAt
  return {
    tier,
    ...rateAt(member.rates, partner.settings.rewards, { instant, tier }),
    accountClosedAt: closedAt?.toISOString() ?? null,
  }
}

function changeOf({ tierBefore, tierLevel, validFrom, vip }: MemberInTime['tiers'][number]) {
  const vipUntil = vip && Math.min(vip.validTo, vip.revokedAt ?? vip.validTo)
  return { tierBefore, tierLevel, validFrom, vipUntil }
}

/** Of several links, the one in force counts. */
export function cardFactsAt(card: CardInTime, instant: number) {
  const links = card.links.map(({ linkedAt, removedAt }) => ({
    linkedAt: new Date(linkedAt),
    removedAt: removedAt === null ? null : new Date(removedAt),
  }))
  const active = links.find(
    ({ linkedAt, removedAt }) =>
      wholeSecond(linkedAt.getTime()) <= instant &&
      (removedAt === null || instant <= wholeSecond(removedAt.getTime())),
  )
  const { linkedAt, removedAt } = active ?? card
  return { cardLinkedAt: linkedAt.toISOString(), cardRemovedAt: removedAt?.toISOString() ?? null }
}

/** Networks report whole seconds. */
const wholeSecond = (time: number): number => Math.floor(time / 1_000) * 1_000

export function termsForDecision(
  partner: Partner,
  { participation }: PlaceOfDay,
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
