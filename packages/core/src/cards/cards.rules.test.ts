import { expect, test } from 'vitest'
import { cardHint, lastDayOfMonth } from './cards.rules.ts'

test.each([
  ['203008', '2030-08-31'],
  ['2028-02', '2028-02-29'],
  ['203013', null],
  ['2030', null],
  ['', null],
])('last day of the month %s -> %s', (month, day) => {
  expect(lastDayOfMonth(month)).toBe(day)
})

test.each([
  ['unknown', null, undefined],
  ['in 61 days', '2026-05-10', undefined],
  ['in 58 days', '2026-05-07', 'expires_soon'],
  ['yesterday, and still yesterday somewhere', '2026-03-09', 'expires_soon'],
  ['two days ago', '2026-03-08', 'expired'],
] as const)('card that expires %s -> %s', (_case, expiresOn, hint) => {
  const now = new Date('2026-03-10T11:00:00Z')
  const dines = { linkedAt: new Date('2025-03-10T12:00:00Z'), hasRecentDine: true }
  expect(cardHint({ ...dines, expiresOn }, now)).toBe(hint)
})

test.each([
  ['a dine', '2025-01-01', true, undefined],
  ['no dine', '2026-01-09', false, 'no_recent_dine'],
  ['no dine, but it is linked for 59 days', '2026-01-10', false, undefined],
] as const)('card with %s in 60 days -> %s', (_case, linkedOn, hasRecentDine, hint) => {
  const card = { expiresOn: '2030-08-31', linkedAt: new Date(`${linkedOn}T00:00:00Z`), hasRecentDine }
  expect(cardHint(card, new Date('2026-03-10T00:00:00Z'))).toBe(hint)
})
