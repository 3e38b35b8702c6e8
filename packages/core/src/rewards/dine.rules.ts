import { requiredTierOf } from '../merchants/unlock-access.rules.ts'
import type { EarnRate } from '../partner/partner-settings.ts'
import type { LocalDate, weekdays } from '../shared/local-date.ts'
import { dateOf, instantOf, type LocalTime, weekdayOf } from './dine-time.rules.ts'
import { type Rounding, rewardUnits } from './earning.rules.ts'
import { dinedAt, type Movement } from './movements.rules.ts'
import type { ReasonCode } from './reason-codes.ts'

/** A rule that changes what a dine earns gets the next number. 2: Acclaimed restaurants require a tier. */
export const dineRuleVersion = 2

/** How long an authorization waits for its clearing, and how long its terms hold for it. */
export const promiseDays = 30

/** Stored with the decision. Instants are ISO texts. */
export interface DineFacts {
  readonly currency: string
  /** The member's tier at the dine, and its rate when that was first known. */
  readonly tier: number
  readonly rate: EarnRate
  readonly rounding: Rounding
  readonly timezone: string | null
  /** The partner's terms with the restaurant; null where it takes no part. */
  readonly terms: DineTerms | null
  readonly cardLinkedAt: string
  readonly cardRemovedAt: string | null
  readonly accountClosedAt: string | null
}

/** `joinedOn` is the first day that earns, `leftOn` the first that does not, in the restaurant's local dates. */
export interface DineTerms {
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
  readonly benefitDays: readonly string[]
  readonly maxSpendPerMonthCents: number | null
  readonly maxVisitsPerMonth: number | null
  /** Campaigns that require a tier. Absent in facts of rule version 1. */
  readonly campaignCodes?: readonly string[]
}

export interface DineAmounts {
  /** Null before the first one. */
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
}

export interface DineToDecide {
  readonly ruleVersion: number
  readonly dinedAt: LocalTime
  readonly amounts: DineAmounts
  readonly facts: DineFacts
  /** No clearing came in time, or its authorization was voided. */
  readonly expired: boolean
  /** The status of a dine that has earned: posted, waiting for the partner, or confirmed by it. */
  readonly earnedAs: 'Awarded' | 'Deferred' | 'Paid'
}

/** One of a member's dines at a restaurant, which share its monthly limits. */
export interface DineInMonth extends DineToDecide {
  readonly transactionId: string
}

/** What the monthly limits leave; null is unlimited. */
export interface MonthlyRoom {
  readonly cents: number | null
  readonly visits: number | null
}

export interface DineDecision {
  readonly status: 'Pending' | 'Awarded' | 'Deferred' | 'Paid' | 'Forfeit'
  /** An estimate while pending. */
  readonly rewardUnits: number
  readonly reasonCode: ReasonCode | null
  /** The part of the net amount that earned. */
  readonly earningCents: number
}

/** Clearings and refunds of all parts add up; of several authorizations the largest counts. */
export function amountsOf(movements: readonly Pick<Movement, 'kind' | 'amountCents'>[]): DineAmounts {
  const of = (kind: Movement['kind']) =>
    movements.filter(movement => movement.kind === kind).map(({ amountCents }) => amountCents)
  const [authorized, cleared] = [of('authorization'), of('clearing')]
  return {
    authorizedCents: authorized.length > 0 ? Math.max(...authorized) : null,
    clearedCents: cleared.length > 0 ? sum(cleared) : null,
    refundedCents: sum(of('refund')),
  }
}

/** Never below zero. */
export function netCents({ authorizedCents, clearedCents, refundedCents }: DineAmounts): number {
  return Math.max(0, (clearedCents ?? authorizedCents ?? 0) - refundedCents)
}

/** Only a clearing awards; an authorization alone is pending, with an estimate. */
export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  const { amounts, facts } = dine
  const net = netCents(amounts)
  const obstacle = obstacleOf(dine) ?? amountObstacle(amounts, net, dine.expired) ?? fullMonth(room)
  if (obstacle) return { status: 'Forfeit', rewardUnits: 0, reasonCode: obstacle, earningCents: 0 }

  const earningCents = Math.min(net, room.cents ?? net)
  const units = rewardUnits(earningCents, facts.rate, facts.rounding)
  if (amounts.clearedCents === null)
    return { status: 'Pending', rewardUnits: units, reasonCode: 'tip_pending', earningCents }
  if (units === 0)
    return { status: 'Forfeit', rewardUnits: 0, reasonCode: 'below_minimum_reward', earningCents }
  return {
    status: dine.earnedAs,
    rewardUnits: units,
    reasonCode: shortfall(amounts, net, earningCents),
    earningCents,
  }
}

/** Monthly limits go to dines by time, ties by transaction, not by report. @returns decisions in the order given. */
export function decideDines(dines: readonly DineInMonth[]): DineDecision[] {
  const decisions = new Map<DineInMonth, DineDecision>()
  const used = new Map<string, { cents: number; visits: number }>()
  for (const dine of dines.toSorted(pendingLastThenByTime)) {
    const month = dine.dinedAt.slice(0, 7)
    const soFar = used.get(month) ?? { cents: 0, visits: 0 }
    const decision = decideDine(dine, roomLeft(dine.facts.terms, soFar))
    decisions.set(dine, decision)
    if (decision.status === 'Forfeit' || decision.status === 'Pending') continue
    used.set(month, { cents: soFar.cents + decision.earningCents, visits: soFar.visits + 1 })
  }
  return dines.map(dine => decisions.get(dine)!)
}

export function dineOf(
  charges: readonly Pick<Movement, 'kind' | 'amountCents' | 'occurredAt' | 'transactionId'>[],
  refunds: readonly Pick<Movement, 'kind' | 'amountCents'>[],
) {
  return { dinedAt: dinedAt({ charges }), amounts: amountsOf([...charges, ...refunds]) }
}

function obstacleOf({ dinedAt: time, facts, ruleVersion }: DineToDecide): ReasonCode | null {
  const { terms } = facts
  const date = dateOf(time)
  if (facts.currency !== 'USD') return 'currency_not_supported'
  if (!terms) return 'not_participating'
  if (date < terms.joinedOn) return 'merchant_not_yet_joined'
  if (terms.leftOn !== null && date >= terms.leftOn) return 'merchant_left'
  const obstacle = cardObstacle(time, facts)
  if (obstacle) return obstacle
  if (!earnsOn(terms, date)) return 'excluded_day'
  return ruleVersion < 2 || coversTier(terms, facts.tier) ? null : 'acclaimed_locked'
}

/** Networks report whole seconds, so what happened here within that second counts as before it. */
function cardObstacle(time: LocalTime, facts: DineFacts): ReasonCode | null {
  const dined = instantOf(facts.timezone ?? 'UTC', time).getTime()
  const after = (moment: string | null) =>
    moment !== null && dined > Math.floor(Date.parse(moment) / 1_000) * 1_000
  if (after(facts.accountClosedAt)) return 'account_closed'
  if (after(facts.cardRemovedAt)) return 'card_removed'
  return dined < Math.floor(Date.parse(facts.cardLinkedAt) / 1_000) * 1_000 ? 'card_not_linked_at_dine' : null
}

function earnsOn({ benefitDays }: DineTerms, date: LocalDate): boolean {
  const weekday: (typeof weekdays)[number] = weekdayOf(date)
  return benefitDays.includes(weekday)
}

function coversTier({ campaignCodes = [] }: DineTerms, tier: number): boolean {
  return tier >= (requiredTierOf(campaignCodes) ?? 0)
}

function amountObstacle(amounts: DineAmounts, net: number, expired: boolean): ReasonCode | null {
  if ((amounts.clearedCents ?? amounts.authorizedCents ?? 0) === 0) return 'amount_zero'
  if (net === 0) return 'refunded_in_full'
  return amounts.clearedCents === null && expired ? 'authorization_expired' : null
}

function fullMonth(room: MonthlyRoom): ReasonCode | null {
  if (room.visits === 0) return 'monthly_visits_reached'
  return room.cents === 0 ? 'monthly_spend_reached' : null
}

function shortfall(amounts: DineAmounts, net: number, earningCents: number): ReasonCode | null {
  if (earningCents < net) return 'monthly_spend_reached'
  return amounts.refundedCents > 0 ? 'partly_refunded' : null
}

export function roomLeft(
  terms: Pick<DineTerms, 'maxSpendPerMonthCents' | 'maxVisitsPerMonth'> | null,
  used: { readonly cents: number; readonly visits: number },
): MonthlyRoom {
  const left = (limit: number | null | undefined, so: number) =>
    limit == null ? null : Math.max(0, limit - so)
  return {
    cents: left(terms?.maxSpendPerMonthCents, used.cents),
    visits: left(terms?.maxVisitsPerMonth, used.visits),
  }
}

/** A pending dine must not use up limits: it may never be cleared. */
function pendingLastThenByTime(a: DineInMonth, b: DineInMonth): number {
  const pending = Number(a.amounts.clearedCents === null) - Number(b.amounts.clearedCents === null)
  return pending || compare(a.dinedAt, b.dinedAt) || compare(a.transactionId, b.transactionId)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
