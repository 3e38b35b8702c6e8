import { expect, test } from 'vitest'
import { decimalOfCents, parseCents } from '../shared/money.ts'
import { daysOfMonth, merchantFeeCents, monthAfter, percentOfBasisPoints } from './reports.rules.ts'

test('month: its first day and that of the next one', () => {
  expect(daysOfMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-01' })
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  for (const text of ['2026-13', '2026-00', '2026-1', '26-01', '2026-11-01', ''])
    expect(daysOfMonth(text)).toBeNull()
})

test('month after and before another one: across the turn of the year', () => {
  expect([monthAfter('2026-11'), monthAfter('2026-12'), monthAfter('2026-01', -1)]).toEqual([
    '2026-12',
    '2027-01',
    '2025-12',
  ])
})

test.each([
  [4_250, 1_000, 425],
  [4_259, 1_000, 425],
  [999, 1, 0],
  [100_000_000_00, 1_250, 1_250_000_000],
])('merchant fee: of %i cents at %i basis points -> %i cents', (netCents, basisPoints, fee) => {
  expect(merchantFeeCents(netCents * basisPoints)).toBe(fee)
})

test('basis points are shown as percent', () => {
  expect([0, 5, 1_000, 1_250].map(percentOfBasisPoints)).toEqual(['0%', '0.05%', '10%', '12.5%'])
})

test.each([0, 5, 99, 100, 4_250, -4_250, -1])('decimal text of %i cents is read back', cents => {
  expect(parseCents(decimalOfCents(cents))).toBe(cents)
})
