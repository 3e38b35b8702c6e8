import { expect, test } from 'vitest'
import {
  formatCents,
  formatDate,
  formatInstant,
  formatList,
  formatNumber,
  formatShortCents,
  pluralForm,
} from './format.ts'

test('account §9 Currency: dollars with two decimals', () => {
  expect([formatCents(4_250), formatCents(0), formatCents(-1_999)]).toEqual(['$42.50', '$0.00', '-$19.99'])
})

test('short cents: no decimals for whole dollars', () => {
  expect([formatShortCents(40_000), formatShortCents(3_750)]).toEqual(['$400', '$37.50'])
})

test('numbers: grouped, and rounded to the wanted decimals', () => {
  expect([formatNumber(1_240), formatNumber(2.345, 2), formatNumber(3, 2)]).toEqual(['1,240', '2.35', '3'])
})

test.each([
  [0, 'points'],
  [1, 'point'],
  [-1, 'point'],
  [2, 'points'],
])('plural of %i: %s', (count, word) => {
  expect(pluralForm(count, { one: 'point', other: 'points' })).toBe(word)
})

test('list: commas and an "and"', () => {
  expect(formatList(['Visa', 'Mastercard', 'Discover'])).toBe('Visa, Mastercard, and Discover')
})

test('calendar date: the same day in every time zone', () => {
  expect(formatDate('2026-03-02', 'long')).toBe('March 2, 2026')
  expect(formatDate('2026-03-02T23:30:00', 'shortWeekday')).toBe('Mon, Mar 2')
})

test('instant: the day and clock of the time zone, with an ordinary space', () => {
  const time = new Date('2026-03-15T00:30:00Z')
  expect(formatInstant(time, 'full', 'America/New_York')).toBe('Saturday, March 14, 2026')
  expect(formatInstant(time, 'time', 'America/New_York')).toBe('8:30 PM')
})
