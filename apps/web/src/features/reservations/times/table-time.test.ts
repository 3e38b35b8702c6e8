import { describe, expect, test } from 'vitest'
import {
  clockAt,
  clockText,
  dateText,
  dayText,
  minutesLeftText,
  shortDayText,
  weekdayText,
  wholeMinutesText,
} from './table-time.ts'

describe('moment in the restaurant’s time', () => {
  test.each([
    ['2026-11-20T19:00:00-05:00', '7:00 PM', 'Friday, November 20'],
    ['2026-11-21T00:15:00-05:00', '12:15 AM', 'Saturday, November 21'],
    ['2026-07-01T12:30:00+14:00', '12:30 PM', 'Wednesday, July 1'],
  ])('%s', (moment, clock, day) => {
    expect([clockAt(moment), dayText(moment, Date.UTC(2026, 10, 20))]).toEqual([clock, day])
  })

  test.each([
    ['2027-11-19T19:00:00-05:00', 'Friday, November 19, 2027'],
    ['2027-01-01', 'Friday, January 1, 2027'],
    ['2025-12-31', 'Wednesday, December 31, 2025'],
    ['2026-12-31', 'Thursday, December 31'],
  ])('year differs from now: %s', (day, text) => {
    expect(dayText(day, Date.UTC(2026, 10, 20))).toBe(text)
  })

  test('short date', () => {
    expect([shortDayText('2026-11-21'), clockText('09:05')]).toEqual(['Sat, Nov 21', '9:05 AM'])
  })

  test('date with year, and weekday', () => {
    expect([dateText('2027-11-20'), weekdayText('2027-11-20')]).toEqual(['November 20, 2027', 'Saturday'])
  })
})

test.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [61_000, '1:01'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%i ms left: %s', (ms, text) => {
  expect(minutesLeftText(ms)).toBe(text)
})

test.each([
  [300_400, '5'],
  [300_000, '5'],
  [299_100, '5'],
  [61_000, '1'],
  [5_000, '1'],
])('%i ms left, read aloud: %s minutes', (ms, text) => {
  expect(wholeMinutesText(ms)).toBe(text)
})
