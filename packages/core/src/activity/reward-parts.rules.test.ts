import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dineStatuses } from './dine-statuses.ts'
import { sumParts, yearBefore } from './reward-parts.rules.ts'

const now = new Date('2026-03-10T18:00:00Z')

test('parts of any book add up to all that was not forfeited', () => {
  const sum = fc.record({
    status: fc.constantFrom(...dineStatuses),
    units: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    dines: fc.nat(1_000),
    changedAt: fc.constant(now),
  })
  fc.assert(
    fc.property(fc.array(sum), sums => {
      const counted = sums.filter(({ status }) => status !== 'Forfeit')
      const total = (of: readonly { units: number; dines: number }[]) =>
        of.reduce((all, { units, dines }) => [all[0]! + units, all[1]! + dines], [0, 0])
      expect(total(sumParts(sums, now))).toEqual(total(counted))
    }),
  )
})

test.each([
  ['processing: three days after the visit', 'Pending', '2026-03-09T18:00:00Z', [date('12'), null, null]],
  ['processing for longer: no date', 'Pending', '2026-03-07T18:00:00Z', [null, null, null]],
  ['on its way: two weeks later', 'Awarded', '2026-03-01T18:00:00Z', [null, date('15'), null]],
  ['on its way for longer: no date', 'Deferred', '2026-02-01T18:00:00Z', [null, null, null]],
  ['paid: when', 'Paid', '2026-03-02T18:00:00Z', [null, null, date('02')]],
] as const)('%s', (_case, status, changedAt, expected) => {
  const parts = sumParts([{ status, units: 1, dines: 1, changedAt: new Date(changedAt) }], now)
  expect(parts.map(({ at }) => at)).toEqual(expected)
})

test.each([
  ['2026-03-10T18:00:00Z', '2025-03-10'],
  ['2028-02-29T18:00:00Z', '2027-03-01'],
])('the last 12 months of %s begin on %s', (time, since) => {
  expect(yearBefore(new Date(time))).toBe(since)
})

function date(day: string): Date {
  return new Date(`2026-03-${day}T18:00:00Z`)
}
