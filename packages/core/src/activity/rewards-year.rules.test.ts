import { describe, expect, test } from 'vitest'
import {
  missedUnits,
  monthsBetween,
  sumsByMonth,
  sumsOf,
  topSums,
  type YearReward,
} from './rewards-year.rules.ts'

const dine = (fields: Partial<YearReward> = {}): YearReward => ({
  month: '2026-03',
  restaurant: 'Casa Lumen',
  cuisine: 'Spanish',
  card: '4242',
  spentCents: 4_250,
  units: 21,
  base: { units: 21, earningCents: 4_250, tier: 0, rounding: 'down' },
  ...fields,
})
const bonus = dine({ restaurant: null, cuisine: null, card: null, spentCents: 0, units: 250, base: null })
const locked = dine({ units: 0, base: { units: 0, earningCents: 10_000, tier: 0, rounding: 'down' } })

describe('a year of rewards', () => {
  test('months across the turn of the year, oldest first, both ends included', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsBetween('2025-02', '2026-02')).toHaveLength(13)
  })
  test('by month -> rewards without a dine count, but are no dine', () => {
    const months = sumsByMonth([dine(), dine(), bonus, dine({ month: '2026-01' })], '2026-01', '2026-03')
    expect(months).toEqual([
      { name: '2026-01', dines: 1, spentCents: 4_250, units: 21 },
      { name: '2026-02', dines: 0, spentCents: 0, units: 0 },
      { name: '2026-03', dines: 2, spentCents: 8_500, units: 292 },
    ])
  })
  test('lists hold the five that earned most, and nothing that earned nothing', () => {
    const dines = ['A', 'B', 'C', 'D', 'E', 'F'].map((restaurant, index) =>
      dine({ restaurant, units: 10 + index }),
    )
    expect(topSums([...dines, bonus, locked], reward => reward.restaurant).map(({ name }) => name)).toEqual([
      'F',
      'E',
      'D',
      'C',
      'B',
    ])
  })
  test('a dine that only the tier kept from earning is in no sum', () => {
    expect(sumsOf([locked])).toEqual({ dines: 0, spentCents: 0, units: 0 })
  })
  test.each([
    [2, [dine()], 106],
    [2, [dine(), locked], 406],
    [2, [dine({ base: { units: 127, earningCents: 4_250, tier: 2, rounding: 'down' } })], 0],
    [2, [bonus], 0],
  ])('tier %d would have earned more on %j: %d', (tier, rewards, units) => {
    expect(missedUnits(rewards, { tier, rate: { numerator: 3, denominator: 100 } })).toBe(units)
  })
})
