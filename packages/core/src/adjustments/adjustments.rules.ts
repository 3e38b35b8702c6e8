import { rewardsAreCents, type WithSettings } from '../partner/partner-questions.ts'
import { parseCents } from '../shared/money.ts'

export const adjustmentStates = ['waiting', 'posted', 'rejected', 'withdrawn', 'reversed'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

/** It is in points or miles, or in cents: $50. Above it, also in parts, another person approves. */
export const adjustmentLimit = 5_000
/** In which the parts of one author for one member count together. */
export const adjustmentLimitHours = 24

/** Whether an author may give or take that much alone, after `recentUnits` (all of them positive). */
export const isWithinLimit = (units: number, recentUnits: number): boolean =>
  Math.abs(units) + recentUnits <= adjustmentLimit

const largest = 100_000_000

/** It reads "12.50" or "-5" dollars, or whole points or miles. Null is other text, zero, and what no one earns. */
export function parseAdjustmentUnits(partner: WithSettings<'currencyType'>, text: string): number | null {
  const units = rewardsAreCents(partner) ? parseCents(text) : /^-?\d{1,9}$/.test(text) ? Number(text) : null
  return units === null || units === 0 || Math.abs(units) > largest ? null : units
}
