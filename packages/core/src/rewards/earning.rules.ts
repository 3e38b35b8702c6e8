import type { EarnRate } from '../partner/settings/rewards.settings.ts'

/** Each dine is rounded by itself (decision 007): down, or to the nearest whole unit, halves up. */
export type Rounding = 'down' | 'nearest'

/** @returns `floor(netCents × numerator ÷ denominator)`, exact for every safe integer; 0 for nothing or less. */
export function rewardUnits(netCents: number, rate: EarnRate, rounding: Rounding): number {
  if (netCents <= 0) return 0
  const earned = BigInt(netCents) * BigInt(rate.numerator)
  const denominator = BigInt(rate.denominator)
  if (rounding === 'down') return Number(earned / denominator)
  return Number((2n * earned + denominator) / (2n * denominator))
}
