import type { CalendarItem } from '@dineward/core/console-programs/calendar.contract.ts'
import { expect, test } from 'vitest'
import { eventsOf, lastDayOf, monthAfter, pageOf } from './calendar-events.ts'

const item = (changes: Partial<CalendarItem>): CalendarItem => ({
  program: 'skyward',
  type: 'entry',
  id: 'pages/spring',
  version: 1,
  name: 'Spring',
  isRemoval: false,
  from: null,
  until: null,
  conflicts: [],
  ...changes,
})
/** New York in March, before its clocks change. */
const dayOf = (at: string) => new Date(Date.parse(at) - 5 * 3_600_000).toISOString().slice(0, 10)
const events = (...items: Partial<CalendarItem>[]) =>
  eventsOf(items.map(item), '2026-03', dayOf).map(({ day, what, item: { name } }) => [day, what, name])

test('an entry -> on the reader’s days, also where that is another month', () => {
  const found = events({ from: '2026-03-01T03:00:00Z', until: '2026-03-08T03:00:00Z' })
  expect(found).toEqual([['2026-03-07', 'Is not shown any more', 'Spring']])
})

test('a bonus and an offer -> on their dates, before what has a time', () => {
  const found = events(
    { from: '2026-03-03T12:00:00Z' },
    { type: 'bonus', id: 'SPRING3', version: null, name: 'SPRING3', from: '2026-03-03', until: '2026-04-02' },
    { type: 'offer', name: 'Twice', from: '2026-02-01', until: '2026-03-03' },
    { isRemoval: true, id: 'pages/gone', name: 'Gone', from: '2026-03-04T12:00:00Z' },
  )
  expect(found).toEqual([
    ['2026-03-03', 'First day', 'SPRING3'],
    ['2026-03-03', 'Last day', 'Twice'],
    ['2026-03-03', 'Is shown', 'Spring'],
    ['2026-03-04', 'Is removed', 'Gone'],
  ])
})

test('months: the last day, the next, the one before', () => {
  expect([lastDayOf('2028-02'), monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual([
    '2028-02-29',
    '2027-01',
    '2025-12',
  ])
})

test.each([
  ['entry', '/programs/skyward/content/pages/spring'],
  ['offer', '/programs/skyward/offers/pages/spring'],
  ['bonus', '/programs/skyward/bonuses'],
] as const)('page of an item: %s', (type, page) => {
  expect(pageOf(item({ type }))).toBe(page)
})
