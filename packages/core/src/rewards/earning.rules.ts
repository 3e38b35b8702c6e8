import type { EarnRate } from '../partner/partner-settings.ts'

/**
 * How a fraction of a reward is treated: dropped, or rounded to the nearest whole unit (halves up). Each dine by itself,
 * so that what a dine earned never depends on another one.
 */
export type Rounding = 'down' | 'nearest'

/**
 * What a net amount earns, in whole units of the partner (points, miles; cents for dollars and credits):
 * `floor(netCents × numerator ÷ denominator)`. Exact for every safe integer; 0 for nothing or less than nothing.
 */
export function rewardUnits(netCents: number, rate: EarnRate, rounding: Rounding): number {
  if (netCents <= 0) return 0
  const earned = BigInt(netCents) * BigInt(rate.numerator)
  const denominator = BigInt(rate.denominator)
  if (rounding === 'down') return Number(earned / denominator)
  return Number((2n * earned + denominator) / (2n * denominator))
}

/**
 * What has to be posted so that a dine stands at what its net amount earns now. Rewards are always a function of the
 * whole: parts, tips and refunds post the difference to what stands, never a reward of their own.
 */
export function rewardDifference(units: number, standingUnits: number): number {
  return units - standingUnits
}
