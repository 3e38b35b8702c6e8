import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rewardUnits } from './earning.rules.ts'

const onePerTwoDollars = { numerator: 1, denominator: 200 }
const threePerDollar = { numerator: 3, denominator: 100 }

describe('what a net amount earns (edge case 8)', () => {
  test.each([
    ['$42.50 at 3 per $1', 4_250, threePerDollar, 127],
    ['$42.50 at 1 per $2', 4_250, onePerTwoDollars, 21],
    ['$32.50, what $10.00 of refund left', 3_250, threePerDollar, 97],
    ['nothing, after a full refund', 0, threePerDollar, 0],
    ['less than nothing', -4_250, threePerDollar, 0],
    ['$0.99 at 1 per $2', 99, onePerTwoDollars, 0],
    ['$1.99 at 1 per $2', 199, onePerTwoDollars, 0],
    ['$2.00 at 1 per $2', 200, onePerTwoDollars, 1],
    ['$0.33 at 3 per $1', 33, threePerDollar, 0],
    ['$0.34 at 3 per $1', 34, threePerDollar, 1],
    ['an amount whose product is past 2^53', 9_007_199_254_740_991, threePerDollar, 270_215_977_642_229],
  ])('%s', (_, netCents, rate, units) => {
    expect(rewardUnits(netCents, rate, 'down')).toBe(units)
  })

  test('33 parts of $0.50 in one dine earn as $16.50, and as 33 dines each by itself', () => {
    expect(rewardUnits(33 * 50, threePerDollar, 'down')).toBe(49)
    expect(rewardUnits(33 * 50, onePerTwoDollars, 'down')).toBe(8)
    expect(33 * rewardUnits(50, threePerDollar, 'down')).toBe(33)
    expect(33 * rewardUnits(50, onePerTwoDollars, 'down')).toBe(0)
  })

  test.each([
    [99, 0],
    [100, 1],
    [199, 1],
    [299, 1],
    [300, 2],
  ])('rounded to the nearest unit, halves up: %i cents at 1 per $2', (netCents, units) => {
    expect(rewardUnits(netCents, onePerTwoDollars, 'nearest')).toBe(units)
  })
})

const cents = fc.integer({ min: 0, max: 1_000_000_000 })
const rate = fc.record({
  numerator: fc.integer({ min: 0, max: 10_000 }),
  denominator: fc.integer({ min: 1, max: 10_000 }),
})
const rounding = fc.constantFrom('down' as const, 'nearest' as const)

describe('properties of earning', () => {
  test('never below zero, never less for more', () => {
    fc.assert(
      fc.property(cents, cents, rate, rounding, (a, b, r, mode) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(rewardUnits(less, r, mode)).toBeGreaterThanOrEqual(0)
        expect(rewardUnits(more, r, mode)).toBeGreaterThanOrEqual(rewardUnits(less, r, mode))
      }),
    )
  })

  test('rounding down gives the largest whole reward that the amount covers', () => {
    fc.assert(
      fc.property(cents, rate, (net, r) => {
        const units = BigInt(rewardUnits(net, r, 'down'))
        const [paid, due] = [units * BigInt(r.denominator), BigInt(net) * BigInt(r.numerator)]
        expect(paid <= due && due < paid + BigInt(r.denominator)).toBe(true)
      }),
    )
  })
})
