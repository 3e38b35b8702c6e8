import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTimeAt, weekdayOf } from '../../shared/local-date.ts'
import { instantOf, readDineTime } from './dine-time.rules.ts'

const newYork = 'America/New_York'

describe('the time of a dine (edge case 11)', () => {
  test.each([
    ['winter', '2026-01-15T19:30:00', '2026-01-16T00:30:00.000Z'],
    ['summer', '2026-07-15T19:30:00', '2026-07-15T23:30:00.000Z'],
    ['the night the clocks go forward, before', '2026-03-08T01:59:59', '2026-03-08T06:59:59.000Z'],
    ['the night the clocks go forward, after', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
    ['an hour that is skipped', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
    ['an hour that comes twice, the later pass', '2026-11-01T01:30:00', '2026-11-01T06:30:00.000Z'],
  ])('as an instant: %s', (_, local, instant) => {
    expect(instantOf(newYork, local).toISOString()).toBe(instant)
  })

  test('is what the clock on the wall showed at its instant', () => {
    const zones = fc.constantFrom(
      newYork,
      'America/Los_Angeles',
      'America/Phoenix',
      'Pacific/Honolulu',
      'UTC',
    )
    const seconds = fc.integer({ min: 1_577_836_800, max: 1_893_456_000 })
    fc.assert(
      fc.property(zones, seconds, (zone, second) => {
        const local = localTimeAt(zone, new Date(second * 1_000))
        expect(localTimeAt(zone, instantOf(zone, local))).toBe(local)
      }),
    )
  })

  test.each([
    ['2026-03-09T19:30:00', '2026-03-09T19:30:00'],
    ['2026-03-09T19:30', '2026-03-09T19:30:00'],
    ['2026-03-09T19:30:00.250', '2026-03-09T19:30:00'],
    ['2026-03-09T23:30:00Z', '2026-03-09T19:30:00'],
    ['2026-03-09T16:30:00-07:00', '2026-03-09T19:30:00'],
  ])('%s is read as %s at a restaurant in New York', (text, local) => {
    expect(readDineTime(newYork, text)).toBe(local)
  })

  test.each([
    ['2026-03-08', 'Sun'],
    ['2026-03-09', 'Mon'],
    ['2024-02-29', 'Thu'],
  ])('%s is a %s', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday)
  })
})
