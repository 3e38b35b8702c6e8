import type { EarnRate } from '../partner/settings/rewards.settings.ts'
import { type Rounding, rewardUnits } from '../rewards/earning.rules.ts'

/** A dine that earned, one that a higher tier would have opened, or a reward without a dine. */
export interface YearReward {
  /** It is YYYY-MM. */
  readonly month: string
  readonly restaurant: string | null
  readonly cuisine: string | null
  readonly card: string | null
  readonly spentCents: number
  readonly units: number
  /** It is null without a dine. */
  readonly base: YearBase | null
}

export interface YearBase {
  readonly units: number
  /** What would earn at any tier. */
  readonly earningCents: number
  readonly tier: number
  readonly rounding: Rounding
}

export interface Sums {
  readonly dines: number
  readonly spentCents: number
  readonly units: number
}

export interface NamedSums extends Sums {
  readonly name: string
}

const longestList = 5

/** Months are YYYY-MM. @returns all of them, oldest first, those without rewards too. */
export function sumsByMonth(
  rewards: readonly YearReward[],
  firstMonth: string,
  lastMonth: string,
): NamedSums[] {
  const sums = new Map(namedSums(rewards, ({ month }) => month).map(entry => [entry.name, entry]))
  return monthsBetween(firstMonth, lastMonth).map(name => sums.get(name) ?? { name, ...sumsOf([]) })
}

/** The five that earned most are taken. */
export function topSums(
  rewards: readonly YearReward[],
  nameOf: (reward: YearReward) => string | null,
): NamedSums[] {
  return namedSums(rewards, nameOf)
    .toSorted((a, b) => b.units - a.units || b.spentCents - a.spentCents || (a.name < b.name ? -1 : 1))
    .slice(0, longestList)
}

/** Forfeited dines are no part of it. */
export function sumsOf(rewards: readonly YearReward[]): Sums {
  const earned = rewards.filter(({ units }) => units !== 0)
  const dines = earned.filter(({ base }) => base !== null)
  return {
    dines: dines.length,
    spentCents: dines.reduce((sum, { spentCents }) => sum + spentCents, 0),
    units: earned.reduce((sum, { units }) => sum + units, 0),
  }
}

/** What dines of a lower tier would have earned more; bonuses would not have changed. */
export function missedUnits(
  rewards: readonly YearReward[],
  higher: { readonly tier: number; readonly rate: EarnRate },
): number {
  return rewards
    .flatMap(({ base }) => (base && base.tier < higher.tier ? [base] : []))
    .reduce(
      (sum, base) =>
        sum + Math.max(0, rewardUnits(base.earningCents, higher.rate, base.rounding) - base.units),
      0,
    )
}

export function monthsBetween(firstMonth: string, lastMonth: string): string[] {
  const [start, end] = [indexOfMonth(firstMonth), indexOfMonth(lastMonth)]
  return Array.from({ length: end - start + 1 }, (_, index) =>
    new Date(Date.UTC(1900, start + index, 1)).toISOString().slice(0, 7),
  )
}

function indexOfMonth(text: string): number {
  const [year = 0, month = 1] = text.split('-').map(Number)
  return (year - 1900) * 12 + month - 1
}

function namedSums(
  rewards: readonly YearReward[],
  nameOf: (reward: YearReward) => string | null,
): NamedSums[] {
  const groups = Map.groupBy(rewards, nameOf)
  groups.delete(null)
  return [...groups]
    .map(([name, group]) => ({ name: name!, ...sumsOf(group) }))
    .filter(({ units }) => units !== 0)
}
