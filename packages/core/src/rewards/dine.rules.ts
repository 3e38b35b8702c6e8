import { tierAskedBy } from '../merchants/unlock-access.rules.ts'
import type { EarnRate } from '../partner/partner-settings.ts'
import type { LocalDate, weekdays } from '../shared/local-date.ts'
import { dateOf, instantOf, type LocalTime, weekdayOf } from './dine-time.rules.ts'
import { type Rounding, rewardUnits } from './earning.rules.ts'
import { dinedAt, type Movement } from './movements.rules.ts'
import type { ReasonCode } from './reason-codes.ts'

/**
 * The version that decides new dines. A rule that changes what a dine earns gets the next number; a dine stays with the
 * version that decided it first. 2: Acclaimed restaurants ask for a tier.
 */
export const dineRuleVersion = 2

/** How long an authorization waits for its clearing, and how long its terms hold for it. */
export const promiseDays = 30

/** What is true of a dine besides its amounts. Kept with the decision, in these words; instants are ISO texts. */
export interface DineFacts {
  readonly currency: string
  /** The member's when the dine was first heard of, and the rate of that tier then. */
  readonly tier: number
  readonly rate: EarnRate
  readonly rounding: Rounding
  /** Of the restaurant; null where it is not known. */
  readonly timezone: string | null
  /** The partner's terms with the restaurant; null where it takes no part. */
  readonly terms: DineTerms | null
  readonly cardLinkedAt: string
  readonly cardRemovedAt: string | null
  readonly accountClosedAt: string | null
}

/** `joinedOn` is the first day that earns, `leftOn` the first that no longer does, both local to the restaurant. */
export interface DineTerms {
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
  readonly benefitDays: readonly string[]
  readonly maxSpendPerMonthCents: number | null
  readonly maxVisitsPerMonth: number | null
  /** Campaigns that ask for a tier in the partner's program. Facts of rule version 1 do not tell of them. */
  readonly campaignCodes?: readonly string[]
}

export interface DineAmounts {
  /** Null while there was none. */
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
}

export interface DineToDecide {
  readonly ruleVersion: number
  readonly dinedAt: LocalTime
  readonly amounts: DineAmounts
  readonly facts: DineFacts
  /** The authorization was given up: no clearing came in time. */
  readonly expired: boolean
  /** How a dine stands that has earned: posted, or held back or confirmed by the partner. */
  readonly earnedAs: 'Awarded' | 'Deferred' | 'Paid'
}

/** What the month has left at this restaurant, before this dine; null is without limit. */
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

/** An authorization repeated with another amount counts as its largest; clearings add up, and so do refunds. */
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

/** What was spent in the end: never below zero, however much was refunded. */
export function netCents({ authorizedCents, clearedCents, refundedCents }: DineAmounts): number {
  return Math.max(0, (clearedCents ?? authorizedCents ?? 0) - refundedCents)
}

/** Decides one dine. Only a clearing awards: an authorization alone is pending, with what it would earn. */
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

/**
 * Decides all dines of one member at one restaurant, so that the limits of a month go to its dines in the order they
 * took place, not in the order the network told of them. Answers in the order given.
 */
export function decideDines(dines: readonly DineToDecide[]): DineDecision[] {
  const decisions = new Map<DineToDecide, DineDecision>()
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

/** When a dine made of these charges took place, and what they and its refunds come to. */
export function dineOf(
  charges: readonly Pick<Movement, 'kind' | 'amountCents' | 'occurredAt'>[],
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

/** Networks tell the second of a dine, so what happened on our side within that second counts as before it. */
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
  return tier >= (tierAskedBy(campaignCodes) ?? 0)
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

/** What a month that has used this much has left under these terms. */
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

/** An authorization takes no room from a dine that was paid: it may never be cleared. */
function pendingLastThenByTime(a: DineToDecide, b: DineToDecide): number {
  const pending = Number(a.amounts.clearedCents === null) - Number(b.amounts.clearedCents === null)
  return pending || (a.dinedAt < b.dinedAt ? -1 : a.dinedAt > b.dinedAt ? 1 : 0)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
