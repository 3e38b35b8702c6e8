import { requiredTierOf } from '../../merchants/unlock-access.rules.ts'
import { type LocalDate, type LocalTime, weekdayOf } from '../../shared/local-date.ts'
import { dateOf, instantOf } from '../dines/dine-time.rules.ts'
import type {
  DineAmounts,
  DineDecision,
  DineFacts,
  DineTerms,
  DineToDecide,
  MonthlyRoom,
} from '../dines/dine-to-decide.ts'
import { rewardUnits } from '../earning.rules.ts'
import type { ReasonCode } from '../reason-codes.ts'

/* This is version 1 of the rules of dines. Once a program has run with it, a change is a version of its own. */

/** Only a clearing awards; an authorization alone is pending, with an estimate. */
export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  const { facts } = dine
  const subtotal = facts.order?.subtotalCents ?? null
  const amounts = withoutExtras(dine.amounts, subtotal)
  const { authorizedCents, clearedCents, refundedCents } = amounts
  const paid = clearedCents ?? authorizedCents ?? 0
  const net = Math.max(0, paid - refundedCents)
  const reason = obstacleOf(dine) ?? amountObstacle({ ...dine, amounts }, paid, net) ?? fullMonth(room)
  if (reason) return { status: 'Forfeit', rewardUnits: 0, reasonCode: reason, earningCents: 0 }
  const earningCents = Math.min(net, room.cents ?? net)
  const units = rewardUnits(earningCents, facts.rate, facts.rounding)
  if (clearedCents === null)
    return { status: 'Pending', rewardUnits: units, reasonCode: 'tip_pending', earningCents }
  if (units === 0)
    return { status: 'Forfeit', rewardUnits: 0, reasonCode: 'below_minimum_reward', earningCents }
  const isLess = clearedCents !== dine.amounts.clearedCents
  const reasonCode = reasonForLess({ isLimited: earningCents < net, refundedCents, isLess })
  return { status: dine.earnedAs, rewardUnits: units, reasonCode, earningCents }
}

/** An order online earns without tax, tip and fees; refunds take from the food first. */
function withoutExtras(
  { authorizedCents, clearedCents, refundedCents }: DineAmounts,
  subtotal: number | null,
): DineAmounts {
  const atMost = (cents: number | null) =>
    cents === null || subtotal === null ? cents : Math.min(cents, subtotal)
  return { authorizedCents: atMost(authorizedCents), clearedCents: atMost(clearedCents), refundedCents }
}

function reasonForLess(why: {
  isLimited: boolean
  refundedCents: number
  isLess: boolean
}): ReasonCode | null {
  if (why.isLimited) return 'monthly_spend_reached'
  if (why.refundedCents > 0) return 'partly_refunded'
  return why.isLess ? 'online_order' : null
}

/** An obstacle comes from the restaurant, card, day, tier or order. */
function obstacleOf({ dinedAt: time, facts }: DineToDecide): ReasonCode | null {
  const { terms, tier, order } = facts
  const date = dateOf(time)
  if (facts.currency !== facts.billCurrency) return 'currency_not_supported'
  if (!terms) return 'not_participating'
  if (date < terms.joinedOn) return 'merchant_not_yet_joined'
  if (terms.leftOn !== null && date >= terms.leftOn) return 'merchant_left'
  const ofCard = cardObstacle(time, facts)
  if (ofCard) return ofCard
  if (!earnsOn(terms, date)) return 'excluded_day'
  if (tier < (requiredTierOf(terms.campaignCodes) ?? 0)) return 'acclaimed_locked'
  return order?.kind === 'delivery' ? 'third_party_delivery' : null
}

/** Networks report whole seconds, so what happened here within that second counts as before it. */
function cardObstacle(time: LocalTime, facts: DineFacts): ReasonCode | null {
  const dined = instantOf(facts.timezone ?? 'UTC', time).getTime()
  const secondOf = (moment: string) => Math.floor(Date.parse(moment) / 1_000) * 1_000
  const after = (moment: string | null) => moment !== null && dined > secondOf(moment)
  if (after(facts.accountClosedAt)) return 'account_closed'
  if (after(facts.cardRemovedAt)) return 'card_removed'
  return dined < secondOf(facts.cardLinkedAt) ? 'card_not_linked_at_dine' : null
}

const earnsOn = ({ benefitDays }: DineTerms, date: LocalDate): boolean =>
  benefitDays.includes(weekdayOf(date))

function amountObstacle(
  { amounts, expired }: DineToDecide,
  paidCents: number,
  netCents: number,
): ReasonCode | null {
  if (paidCents === 0) return 'amount_zero'
  if (netCents === 0) return 'refunded_in_full'
  return amounts.clearedCents === null && expired ? 'authorization_expired' : null
}

function fullMonth(room: MonthlyRoom): ReasonCode | null {
  if (room.visits === 0) return 'monthly_visits_reached'
  return room.cents === 0 ? 'monthly_spend_reached' : null
}
