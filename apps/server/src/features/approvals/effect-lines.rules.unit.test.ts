import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { expect, test } from 'vitest'
import { linesOf } from './effect-lines.rules.ts'

const partner = partnerForTest('lines', {})

test('a new definition -> what it says, with units in words; what it leaves out is no line', () => {
  const definition = {
    reward: { kind: 'fixed', units: 1_250 },
    minimumSpendCents: 2_000,
    budgetUnits: null,
    repeats: false,
    dines: 3,
    days: ['Mon', 'Tue'],
    merchantIds: [],
  }
  expect(
    linesOf(partner, null, definition).map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['Reward', null, 'fixed, 1,250 miles'],
    ['Minimum spend', null, '$20.00'],
    ['Budget', null, 'No limit'],
    ['Dines', null, '3'],
    ['Days', null, 'Mon, Tue'],
  ])
})

test('a changed one -> the fields that differ, also those that are gone', () => {
  const before = { budgetUnits: 5_000, feeBasisPoints: 250, repeats: true, to: '2026-12-31' }
  expect(linesOf(partner, before, { budgetUnits: null, feeBasisPoints: 100, repeats: false })).toEqual([
    { label: 'Budget', before: '5,000 miles', after: 'No limit' },
    { label: 'Fee', before: '2.5 %', after: '1 %' },
    { label: 'Repeats', before: 'Yes', after: 'No' },
    { label: 'To', before: '2026-12-31', after: null },
  ])
})
