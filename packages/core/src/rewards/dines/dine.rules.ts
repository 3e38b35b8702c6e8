import { dinedAt, type Movement } from '../movements/movements.rules.ts'
import { decideDine as decideDineV1 } from '../versions/dine-v1.rules.ts'
import type {
  DineAmounts,
  DineDecision,
  DineInMonth,
  DineTerms,
  DineToDecide,
  MonthlyRoom,
} from './dine-to-decide.ts'

export type DineRule = (dine: DineToDecide, room: MonthlyRoom) => DineDecision

/**
 * The key is the version. A change of what a dine earns is a new version in a module of its own; those before it stay
 * as they are, and decide every later event of the dines that they decided first.
 */
export const dineRules = new Map<number, DineRule>([[1, decideDineV1]])

/** The version that decides new dines. */
export const newestDineRule = (): number => Math.max(...dineRules.keys())

/** How long an authorization waits for its clearing, and how long its terms hold for it. */
export const promiseDays = 30

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

/** It is never below zero. */
export function netCents({ authorizedCents, clearedCents, refundedCents }: DineAmounts): number {
  return Math.max(0, (clearedCents ?? authorizedCents ?? 0) - refundedCents)
}

/** A dine is decided by the version that decided it first. @throws for a version that this product does not know. */
export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  const decide = dineRules.get(dine.ruleVersion)
  if (!decide) throw new Error(`there are no rules of dines of version ${dine.ruleVersion}`)
  return decide(dine, room)
}

/** Monthly limits go to dines by time, ties by transaction, not by report. @returns decisions in the order given. */
export function decideDines(dines: readonly DineInMonth[]): DineDecision[] {
  const decisions = new Map<DineInMonth, DineDecision>()
  const used = new Map<string, { cents: number; visits: number }>()
  for (const dine of dines.toSorted(pendingLastThenByTime)) {
    const month = dine.dinedAt.slice(0, 7)
    const soFar = used.get(month) ?? { cents: 0, visits: 0 }
    const decision = afterReview(decideDine(dine, roomLeft(dine.facts.terms, soFar)), dine.review ?? null)
    decisions.set(dine, decision)
    if (decision.status === 'Forfeit' || decision.status === 'Pending') continue
    used.set(month, { cents: soFar.cents + decision.earningCents, visits: soFar.visits + 1 })
  }
  return dines.map(dine => decisions.get(dine)!)
}

/** What would be posted waits as an estimate: no limit, bonus or tier counts it. */
function afterReview(decision: DineDecision, review: 'waits' | 'refused' | null): DineDecision {
  if (review === null || decision.status === 'Forfeit' || decision.status === 'Pending') return decision
  return review === 'waits'
    ? { ...decision, status: 'Pending', reasonCode: 'under_review' }
    : { status: 'Forfeit', rewardUnits: 0, reasonCode: 'review_refused', earningCents: 0 }
}

export function dineOf(
  charges: readonly Pick<Movement, 'kind' | 'amountCents' | 'occurredAt' | 'transactionId'>[],
  refunds: readonly Pick<Movement, 'kind' | 'amountCents'>[],
) {
  const cleared = charges.filter(({ kind }) => kind === 'clearing').map(({ occurredAt }) => occurredAt)
  return {
    dinedAt: dinedAt({ charges }),
    clearedAt: cleared.toSorted()[0] ?? null,
    amounts: amountsOf([...charges, ...refunds]),
  }
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
