import { describe, expect, test } from 'vitest'
import { type BookedTable, proposedVisits } from './proposed-visits.rules.ts'

const table = (startsAt: string, changes: Partial<BookedTable> = {}): BookedTable => ({
  merchantId: 'osteria',
  merchantName: 'Osteria',
  startsAt: `${startsAt}T19:00:00-04:00`,
  status: 'booked',
  bonus: null,
  ...changes,
})
const terms = { minDays: 10, maxDays: 90 }
const proposed = (tables: readonly BookedTable[], claims: { merchantId: string; dinedOn: string }[] = []) =>
  proposedVisits(tables, claims, '2026-04-01', terms).map(({ dinedOn }) => dinedOn)

describe('visits that may be missing', () => {
  test('within the days that can be reported, the newest first, three at most', () => {
    const days = ['2025-12-31', '2026-01-01', '2026-02-01', '2026-03-22', '2026-03-23', '2026-03-01']
    expect(proposed(days.map(day => table(day)))).toEqual(['2026-03-22', '2026-03-01', '2026-02-01'])
    expect(proposed([table('2025-12-31'), table('2026-01-01')])).toEqual(['2026-01-01'])
  })

  test.each([
    ['canceled', { status: 'canceled' }],
    ['paid, since its bonus was earned', { bonus: { amount: 50, status: 'earned' } }],
  ] satisfies [string, Partial<BookedTable>][])('not one that was %s', (_case, changes) => {
    expect(proposed([table('2026-03-01', changes)])).toEqual([])
  })

  test('one without its bonus; of two tables of an evening one; none that was reported', () => {
    const missed = table('2026-03-01', { bonus: { amount: 50, status: 'missed' } })
    expect(proposed([missed, table('2026-03-01')])).toEqual(['2026-03-01'])
    expect(proposed([missed], [{ merchantId: 'osteria', dinedOn: '2026-03-01' }])).toEqual([])
    expect(proposed([missed], [{ merchantId: 'other', dinedOn: '2026-03-01' }])).toEqual(['2026-03-01'])
  })
})
