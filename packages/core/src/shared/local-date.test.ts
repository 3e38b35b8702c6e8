import { expect, test } from 'vitest'
import { daysBetween, isTimezone, localDateAt } from './local-date.ts'

test.each([
  ['America/New_York', '2026-03-10T03:59:59Z', '2026-03-09'],
  ['America/New_York', '2026-03-10T04:00:00Z', '2026-03-10'],
  ['America/Los_Angeles', '2026-03-10T04:00:00Z', '2026-03-09'],
  ['America/New_York', '2026-01-01T04:59:59Z', '2025-12-31'],
  // The nights the clocks change.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
])('the date in %s at %s is %s', (timezone, instant, date) => {
  expect(localDateAt(timezone, new Date(instant))).toBe(date)
})

test.each([
  ['2026-03-10', '2026-03-10', 0],
  ['2026-03-07', '2026-03-09', 2],
  ['2026-03-10', '2026-03-09', -1],
  ['2024-02-28', '2024-03-01', 2],
  ['2025-12-31', '2026-01-01', 1],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})

test('a time zone is one that calendars know', () => {
  expect(isTimezone('America/Chicago')).toBe(true)
  expect(isTimezone('America/Gotham')).toBe(false)
  expect(isTimezone('-05:00')).toBe(false)
  expect(isTimezone('')).toBe(false)
})
