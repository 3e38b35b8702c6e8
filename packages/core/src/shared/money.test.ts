import { expect, test } from 'vitest'
import { parseCents, parseTypedCents, parseTypedCount } from './money.ts'

test.each([
  ['42.50', 4_250],
  ['42,50', 4_250],
  ['42,5', 4_250],
  ['42', 4_200],
  ['$42.50', 4_250],
  ['$ 42,50', 4_250],
  ['1,234.56', 123_456],
  ['$1,234', 123_400],
  ['1.234,56', 123_456],
  ['1 234,56', 123_456],
  ['1\u00a0234.56', 123_456],
  ['1,234,567.89', 123_456_789],
  ['-12,50', -1_250],
  ['\u221212.50', -1_250],
  ['-$5', -500],
  // May be twelve hundred or twelve.
  ['1.234', null],
  ['42 50', null],
  ['42,505', 4_250_500],
  ['42,5050', null],
  ['1,23,456', null],
  ['12,34.56', null],
  ['1,234.5678', null],
  ['42.', null],
  ['', null],
  ['$', null],
  ['about 40', null],
])('%j typed as an amount -> %s cents', (text, cents) => {
  expect(parseTypedCents(text)).toBe(cents)
})

test.each([
  ['500', 500],
  ['-1,500', -1_500],
  ['1 500', 1_500],
  ['12,50', null],
  ['12.50', null],
  ['1,5', null],
  ['', null],
])('%j typed as a number of points -> %s', (text, count) => {
  expect(parseTypedCount(text)).toBe(count)
})

test('files and the API write the decimal point only', () => {
  expect(parseCents('42,50')).toBeNull()
})
