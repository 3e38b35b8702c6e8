import { expect, test } from 'vitest'
import { claimCents, dateAfter, dateProblem, wasLinkedOn } from './claims.rules.ts'

const terms = { minDays: 10, maxDays: 90 }

test.each([
  ['2026-03-10', 'tooEarly'],
  ['2026-03-09', 'tooEarly'],
  ['2026-03-01', 'tooEarly'],
  ['2026-02-28', null],
  ['2025-12-10', null],
  ['2025-12-09', 'tooLate'],
  ['2026-03-11', 'future'],
  ['2026-03-17', 'future'],
  ['2026-02-30', 'date'],
  ['28.02.2026', 'date'],
  ['', 'date'],
])('a dine on %s, reported on 2026-03-10: %s', (dinedOn, problem) => {
  expect(dateProblem(dinedOn, '2026-03-10', terms)).toBe(problem)
})

test.each([
  [42.5, 4_250],
  ['42.50', 4_250],
  [' 42 ', 4_200],
  [10_000, 1_000_000],
  [10_000.01, null],
  [0, null],
  ['-5', null],
  [42.505, null],
  ['42,50', null],
  [Number.NaN, null],
])('amount %s -> %s cents', (amount, cents) => {
  expect(claimCents(amount)).toBe(cents)
})

test.each([
  ['2026-02-20', true],
  ['2026-02-21', true],
  ['2026-02-25', true],
  ['2026-02-26', false],
  ['2026-02-19', false],
])('a card linked from February 20 to 25, on %s: %s', (date, linked) => {
  const link = { cardToken: 'card', linkedOn: '2026-02-20', removedOn: '2026-02-25' }
  expect(wasLinkedOn(link, date)).toBe(linked)
})

test('a date after the end of a month', () => {
  expect(dateAfter('2026-02-25', 5)).toBe('2026-03-02')
})
