import { type LocalDate, type LocalTime, weekdayOf } from '../../shared/local-date.ts'
import { dateOf, instantOf } from '../dine-time.rules.ts'
import type { DineDecision, DineFacts, DineTerms, DineToDecide, MonthlyRoom } from '../dine-to-decide.ts'
import { rewardUnits } from '../earning.rules.ts'
import type { ReasonCode } from '../reason-codes.ts'

/* Version 1. It has decided dines: it does not change any more. */

export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  return decideUnless(obstacleOf(dine), dine, room)
}

/** Only a clearing awards; an authorization alone is pending, with an estimate. */
export function decideUnless(
  obstacle: ReasonCode | null,
  dine: DineToDecide,
  room: MonthlyRoom,
): DineDecision {
  const { amounts, facts } = dine
  const { authorizedCents, clearedCents, refundedCents } = amounts
  const paid = clearedCents ?? authorizedCents ?? 0
  const net = Math.max(0, paid - refundedCents)
  const reason = obstacle ?? amountObstacle(dine, paid, net) ?? fullMonth(room)
  if (reason) return { status: 'Forfeit', rewardUnits: 0, reasonCode: reason, earningCents: 0 }
  const earningCents = Math.min(net, room.cents ?? net)
  const units = rewardUnits(earningCents, facts.rate, facts.rounding)
  if (clearedCents === null)
    return { status: 'Pending', rewardUnits: units, reasonCode: 'tip_pending', earningCents }
  if (units === 0)
    return { status: 'Forfeit', rewardUnits: 0, reasonCode: 'below_minimum_reward', earningCents }
  const partly = refundedCents > 0 ? 'partly_refunded' : null
  const reasonCode = earningCents < net ? 'monthly_spend_reached' : partly
  return { status: dine.earnedAs, rewardUnits: units, reasonCode, earningCents }
}

/** Of restaurant, card and day. */
export function obstacleOf({ dinedAt: time, facts }: DineToDecide): ReasonCode | null {
  const { terms } = facts
  const date = dateOf(time)
  if (facts.currency !== 'USD') return 'currency_not_supported'
  if (!terms) return 'not_participating'
  if (date < terms.joinedOn) return 'merchant_not_yet_joined'
  if (terms.leftOn !== null && date >= terms.leftOn) return 'merchant_left'
  return cardObstacle(time, facts) ?? (earnsOn(terms, date) ? null : 'excluded_day')
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
