import { expect, test } from 'vitest'
import { isWithinLimit, parseAdjustmentUnits } from './adjustments.rules.ts'

test.each([
  [5_000, 0, true],
  [-5_000, 0, true],
  [5_001, 0, false],
  [-5_001, 0, false],
  [1, 5_000, false],
  [2_500, 2_500, true],
])('adjustment of %i after %i -> alone: %s', (units, recent, alone) => {
  expect(isWithinLimit(units, recent)).toBe(alone)
})

test.each([
  ['Point', '500', 500],
  ['Mile', '-20', -20],
  ['Point', '0', null],
  ['Point', '1.5', null],
  ['Point', '5e3', null],
  ['Credit', '12.50', 1_250],
  ['Dollar', '-5', -500],
  ['Credit', '0.001', null],
  ['Credit', '-0', null],
  ['Credit', '99999999999', null],
] as const)('units of %s: "%s" -> %s', (currencyType, text, units) => {
  expect(parseAdjustmentUnits({ settings: { currencyType } }, text)).toBe(units)
})
