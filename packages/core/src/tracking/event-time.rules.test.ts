import { expect, test } from 'vitest'
import { happenedAt } from './event-time.rules.ts'

const received = new Date('2026-03-10T12:00:00Z')

test.each([
  ['a moment ago', '2026-03-10T11:59:58Z', '2026-03-10T11:59:58.000Z'],
  ['a day ago', '2026-03-09T12:00:00Z', '2026-03-09T12:00:00.000Z'],
  ['five minutes ahead', '2026-03-10T12:05:00Z', '2026-03-10T12:05:00.000Z'],
  ['more than a day ago', '2026-03-09T11:59:59Z', '2026-03-10T12:00:00.000Z'],
  ['in another year', '2031-01-01T00:00:00Z', '2026-03-10T12:00:00.000Z'],
  ['before there were browsers', '0001-01-01T00:00:00Z', '2026-03-10T12:00:00.000Z'],
])('an event of %s', (_case, claimed, believed) => {
  expect(happenedAt(claimed, received).toISOString()).toBe(believed)
})
