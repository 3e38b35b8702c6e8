import { expect, test } from 'vitest'
import { endOfYear, tierAt } from './vip.rules.ts'

test.each([
  ['America/New_York', 2026, '2027-01-01T05:00:00.000Z'],
  ['UTC', 2026, '2027-01-01T00:00:00.000Z'],
  ['Pacific/Honolulu', 2025, '2026-01-01T10:00:00.000Z'],
])('end of the year in %s', (timeZone, year, end) => {
  expect(endOfYear(timeZone, year).toISOString()).toBe(end)
})

test.each([
  [999, 0],
  [1_000, 0],
  [1_001, 2],
  [5_000, 2],
  [5_001, 3],
  [9_000, 3],
  [9_001, 2],
])(
  'tier at %d of members who opted in at 1,000 and were a VIP after 5,000 until 9,000 -> %d',
  (instant, tier) => {
    const changes = [
      { tierBefore: 0, tierLevel: 2, validFrom: 1_000, vipUntil: null },
      { tierBefore: 2, tierLevel: 3, validFrom: 5_000, vipUntil: 9_000 },
      { tierBefore: 3, tierLevel: 3, validFrom: 500, vipUntil: 500 },
    ]
    expect(tierAt(changes, instant)).toBe(tier)
  },
)

test('tier without any change -> unknown', () => {
  expect(tierAt([], 1)).toBeNull()
})
