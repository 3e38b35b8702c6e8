import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancelDeadline, inReadingOrder, isIdempotencyKey, overlaps } from './bookings.rules.ts'
import { openTableLink, openTableWidgetUrl } from './open-table.rules.ts'
import { dayAfter, restaurantTime, restaurantTimeInWords } from './restaurant-time.rules.ts'
import { slotIdOf, startOfSlot } from './slot-id.rules.ts'

const at = (time: string) => new Date(`2026-03-12T${time}:00Z`)

describe("a member's tables", () => {
  test.each([
    ['the same time', '19:00', true],
    ['a minute short of two hours after', '20:59', true],
    ['two hours after', '21:00', false],
    ['a minute short of two hours before', '17:01', true],
    ['two hours before', '17:00', false],
  ])('%s', (_case, other, expected) => {
    expect(overlaps(at('19:00'), at(other), 2)).toBe(expected)
  })

  test('can be given back until so long before', () => {
    expect(cancelDeadline(at('19:00'), 60)).toEqual(at('18:00'))
  })

  test('those to come, the soonest first; then those that were, the newest first', () => {
    const one = (starts: string, ends: string) => ({ startsAt: at(starts), endsAt: at(ends) })
    const [past, older, now, soon, later] = [
      one('12:00', '13:00'),
      one('10:00', '11:00'),
      one('13:30', '15:00'),
      one('19:00', '20:00'),
      one('21:00', '22:00'),
    ]
    expect(inReadingOrder([later, older, soon, past, now], at('14:00'))).toEqual([
      now,
      soon,
      later,
      past,
      older,
    ])
  })

  test.each([
    ['a UUID', '0b4e1f0a-3f0e-4a56-9a6e-0c1c7c0a8d11', true],
    ['a hundred letters', 'x'.repeat(100), true],
    ['a hundred and one', 'x'.repeat(101), false],
    ['nothing', '', false],
    ['two that were sent', 'one, two', false],
    ['a line end', 'one\n', false],
    ['another alphabet', 'ключ', false],
  ])('as a key: %s', (_case, key, expected) => {
    expect(isIdempotencyKey(key)).toBe(expected)
  })
})

describe("the restaurant's clock", () => {
  test.each([
    ['America/New_York', '2026-03-14T23:00:00Z', '2026-03-14T19:00:00-04:00'],
    ['America/Los_Angeles', '2026-01-15T03:30:00Z', '2026-01-14T19:30:00-08:00'],
    ['Asia/Kathmandu', '2026-01-15T00:00:00Z', '2026-01-15T05:45:00+05:45'],
    ['UTC', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00+00:00'],
  ])('in %s', (zone, instant, expected) => {
    expect(restaurantTime(zone, new Date(instant))).toBe(expected)
    expect(new Date(expected).toISOString()).toBe(new Date(instant).toISOString())
  })

  test('in words', () => {
    expect(restaurantTimeInWords('America/New_York', new Date('2026-03-14T23:00:00Z'))).toBe(
      'Saturday, March 14, 2026 at 7:00 PM',
    )
  })

  test('the day after', () => {
    expect([dayAfter('2026-02-28'), dayAfter('2026-01-01', -1), dayAfter('2026-03-08', 0)]).toEqual([
      '2026-03-01',
      '2025-12-31',
      '2026-03-08',
    ])
  })
})

describe("a slot's id", () => {
  test('says the instant, and is read back', () => {
    expect(slotIdOf(new Date('2026-03-14T23:00:00Z'))).toBe('20260314T2300Z')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250_000_000 }), minute => {
        const start = new Date(minute * 60_000)
        expect(startOfSlot(slotIdOf(start))).toEqual(start)
      }),
    )
  })

  test.each([
    '',
    'x',
    '20260230T1900Z',
    '20260314T2500Z',
    '20260314T1960Z',
    '2026-03-14T19:00Z',
    '__proto__',
    '20260314T2300Z\n',
  ])('%j is none', text => {
    expect(startOfSlot(text)).toBeNull()
  })

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.string(), text => startOfSlot(text) === null || slotIdOf(startOfSlot(text)!) === text),
    )
  })
})

describe('at OpenTable', () => {
  test('the link fills in day, time and party', () => {
    expect(openTableLink('123456', { date: '2026-03-14', time: '19:00', partySize: 2 })).toBe(
      'https://www.opentable.com/restref/client/?rid=123456&restref=123456&datetime=2026-03-14T19%3A00&covers=2&lang=en-US',
    )
  })

  test('widget: names the referring program and escapes the id', () => {
    const address = new URL(openTableWidgetUrl('1&x=2#', 'Skyward Dining'))
    expect([address.host, address.searchParams.get('rid'), address.searchParams.get('ot_source')]).toEqual([
      'www.opentable.com',
      '1&x=2#',
      'Skyward Dining',
    ])
  })
})
