import { afterEach, expect, test, vi } from 'vitest'
import { asUtc, daysBetween, isTimezone, localDateAt, localTimeAt } from './local-date.ts'

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

afterEach(() => {
  vi.restoreAllMocks()
})

test('dates and times do not depend on the text of a locale, which ICU changes', () => {
  const format = () => '11/25/2026, 7:05 PM'
  const formatter: { readonly format: unknown } = Intl.DateTimeFormat.prototype
  vi.spyOn(formatter, 'format', 'get').mockReturnValue(format)
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockImplementation(format)
  const instant = new Date('2026-11-26T00:05:09Z')
  // Zones that nothing else here has asked for.
  expect(localDateAt('America/Detroit', instant)).toBe('2026-11-25')
  expect(localTimeAt('America/Boise', instant)).toBe('2026-11-25T17:05:09')
})

test.each([
  ['2026-11-01T05:59:59Z', '2026-11-01T01:59:59'],
  ['2026-11-01T06:00:00Z', '2026-11-01T01:00:00'],
  ['2026-03-08T06:59:59.999Z', '2026-03-08T01:59:59'],
  ['2026-03-08T07:00:00Z', '2026-03-08T03:00:00'],
  ['2026-03-08T06:59:59Z', '2026-03-08T01:59:59'],
])('the time in New York at %s is %s, whatever was asked for before', (instant, time) => {
  expect(localTimeAt('America/New_York', new Date(instant))).toBe(time)
})

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T19:30', '2026-11-01T19:30:00.000Z'],
  ['2026-11-01T19:30:05', '2026-11-01T19:30:05.000Z'],
])("%s is parsed in the standard's form", (local, instant) => {
  const parsed = vi.spyOn(globalThis, 'Date')
  expect(asUtc(local).toISOString()).toBe(instant)
  expect(parsed.mock.calls).toEqual([[expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/)]])
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
