import { describe, expect, test } from 'vitest'
import { partsOf, type ReportQuery, readReport } from './report.rules.ts'
import { measures } from './report-measures.ts'

const today = '2026-03-10'
const read = (query: ReportQuery) => readReport({ measures: 'dines', ...query }, today)
const periodOf = (query: ReportQuery) => {
  const { from, to } = read(query).report!
  return `${from} ${to}`
}

test.each([
  [{}, '2026-02-09 2026-03-10'],
  [{ period: 'yesterday' }, '2026-03-09 2026-03-09'],
  [{ period: 'last_7_days' }, '2026-03-04 2026-03-10'],
  // 10 March 2026 is a Tuesday.
  [{ period: 'last_week' }, '2026-03-02 2026-03-08'],
  [{ period: 'this_month' }, '2026-03-01 2026-03-10'],
  [{ period: 'last_month' }, '2026-02-01 2026-02-28'],
  [{ period: 'last_3_months' }, '2025-12-01 2026-02-28'],
  [{ period: 'last_12_months' }, '2025-03-01 2026-02-28'],
  [{ period: 'this_year' }, '2026-01-01 2026-03-10'],
  [{ period: 'last_year' }, '2025-01-01 2025-12-31'],
  [{ from: '2026-01-05', to: '2026-01-05' }, '2026-01-05 2026-01-05'],
])('a period of %o, on a day in March -> %s', (query, expected) => {
  expect(periodOf(query)).toBe(expected)
})

describe('refused, in words', () => {
  test.each<[string, ReportQuery, string, RegExp]>([
    ['no measure', { measures: '' }, 'measures', /Choose what to measure/],
    ['a measure that is gone', { measures: 'dines,steps' }, 'measures', /“steps” is no longer there/],
    ['a name that every object has', { measures: 'constructor' }, 'measures', /no longer there/],
    ['four measures', { measures: 'dines,spend,joined,claims' }, 'measures', /at most 3/],
    ['an unknown dimension', { by: 'moon' }, 'by', /“moon”/],
    ['three dimensions', { by: 'month,city,cuisine' }, 'by', /at most 2/],
    ['two times', { by: 'month,day' }, 'by', /only one of month, week and day/],
    [
      'new members by restaurant',
      { measures: 'joined', by: 'restaurant' },
      'by',
      /“New members” cannot be divided/,
    ],
    ['dines by status', { by: 'status' }, 'by', /“Dines” cannot be divided by “Status”/],
    ['new members of a cuisine', { measures: 'joined', cuisine: 'Thai' }, 'cuisine', /cannot be narrowed/],
    ['an unknown period', { period: 'always' }, 'period', /Choose one of the periods/],
    ['a first day alone', { from: '2026-01-01' }, 'period', /a first and a last day/],
    ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }, 'period', /a first and a last day/],
    ['an end before its start', { from: '2026-03-02', to: '2026-03-01' }, 'period', /on or after/],
    ['ten years by day', { by: 'day', from: '2016-01-01', to: '2025-12-31' }, 'period', /at most a year/],
    [
      'ten years by week',
      { by: 'week', from: '2016-01-01', to: '2025-12-31' },
      'period',
      /at most three years/,
    ],
    ['a century', { from: '1926-01-01', to: '2025-12-31' }, 'period', /at most ten years/],
  ])('%s', (_, query, field, message) => {
    expect(read(query).problems).toContainEqual({ field, message: expect.stringMatching(message) })
  })
})

test('a right query -> its names, its filters and its program', () => {
  expect(
    read({ measures: 'spend,dines', by: 'month,cuisine', city: 'Austin, TX', partner: 'harbor' }).report,
  ).toEqual({
    measures: ['spend', 'dines'],
    by: ['month', 'cuisine'],
    filters: { city: 'Austin, TX' },
    partner: 'harbor',
    from: '2026-02-09',
    to: today,
  })
})

test('parts: months and days of the period, weeks from the Monday before', () => {
  const days = { from: '2025-12-31', to: '2026-01-06' }
  expect(partsOf(days, 'month')).toEqual(['2025-12', '2026-01'])
  expect(partsOf(days, 'week')).toEqual(['2025-12-29', '2026-01-05'])
  expect(partsOf(days, 'day')).toHaveLength(7)
})

test('each measure says what it counts in whole sentences', () => {
  for (const { says } of Object.values(measures)) expect(says).toMatch(/^[A-Z].*\.$/)
})
