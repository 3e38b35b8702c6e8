import { describe, expect, test } from 'vitest'
import { usualTable, zoneNear } from './usual-table.rules.ts'

const newYork = 'America/New_York'

describe('the usual table', () => {
  test.each([
    ['after midnight', '2026-03-10T05:00:00Z', '2026-03-10', '19:00', true],
    ['at noon', '2026-03-10T16:00:00Z', '2026-03-10', '19:00', true],
    ['at half past six', '2026-03-10T22:30:00Z', '2026-03-10', '19:00', true],
    ['a minute later', '2026-03-10T22:31:00Z', '2026-03-10', '19:30', true],
    ['at ten past seven', '2026-03-10T23:10:00Z', '2026-03-10', '20:00', true],
    ['at nine', '2026-03-11T01:00:00Z', '2026-03-10', '21:30', true],
    ['past nine', '2026-03-11T01:01:00Z', '2026-03-11', '19:00', false],
    ['before midnight', '2026-03-11T03:50:00Z', '2026-03-11', '19:00', false],
  ])('%s', (_case, now, date, time, isTonight) => {
    expect(usualTable(newYork, new Date(now))).toEqual({ date, time, isTonight })
  })

  test('it is the day of the place', () => {
    expect(usualTable('Pacific/Honolulu', new Date('2026-03-11T03:50:00Z')).date).toBe('2026-03-10')
  })
})

test.each([
  ['New York', 40.74, -73.98, newYork],
  ['Chicago', 41.88, -87.63, 'America/Chicago'],
  ['Denver', 39.74, -104.99, 'America/Denver'],
  ['Phoenix', 33.45, -112.07, 'America/Denver'],
  ['San Francisco', 37.77, -122.42, 'America/Los_Angeles'],
  ['Anchorage', 61.2, -149.9, 'America/Anchorage'],
  ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu'],
])('zone near %s', (_city, latitude, longitude, zone) => {
  expect(zoneNear({ latitude, longitude })).toBe(zone)
})
