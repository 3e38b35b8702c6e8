import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekdays } from '../shared/local-date.ts'
import { timesAround } from './availability.rules.ts'
import {
  dayNumber,
  freeStarts,
  SeatingSchedule,
  type TakenQuarter,
  TimesAround,
} from './free-tables.rules.ts'
import { smallestFreeTable } from './tables.rules.ts'

const quarterMs = 15 * 60_000
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '40'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const sitting = fc.record({ opens: clock, closes: clock })
const hours = fc
  .array(fc.array(sitting, { maxLength: 2 }), { minLength: 7, maxLength: 7 })
  .map(sittings => Object.fromEntries(weekdays.map((day, at) => [day, sittings[at]!])))
const terms = fc.record({
  slotMinutes: fc.constantFrom(15, 30, 60),
  seatingMinutes: fc.constantFrom(15, 90, 120),
  lastSeatingMinutes: fc.constantFrom(0, 60),
  minPartySize: fc.integer({ min: 1, max: 2 }),
  maxPartySize: fc.integer({ min: 2, max: 6 }),
  maxDaysAhead: fc.integer({ min: 0, max: 5 }),
  leadMinutes: fc.constantFrom(0, 30, 600),
})
const tables = fc
  .array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
  .map(seats => seats.map((each, at) => ({ tableNo: at + 1, seats: each })))
const booked = fc.array(
  fc.record({
    tableNo: fc.integer({ min: 1, max: 3 }),
    /** Quarters of an hour from the asked midnight. */
    from: fc.integer({ min: 40, max: 100 }),
    length: fc.integer({ min: 1, max: 8 }),
    by: fc.constantFrom('booking', 'another hold', 'own hold', 'expired hold'),
  }),
  { maxLength: 6 },
)
const arbitrary = fc.record({
  timezone: fc.constantFrom('America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'),
  hours,
  terms,
  tables,
  booked,
  // Clocks change on March 8, 2026.
  date: fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09'),
  time: clock,
  partySize: fc.constantFrom(0, 1, 2, 2, 3, 5, 6),
  joinedOn: fc.constantFrom('2020-01-01', '2026-03-08'),
  leftOn: fc.constantFrom(null, null, null, '2026-03-08', '2026-03-09'),
  now: fc.constantFrom('2026-03-06T12:00:00Z', '2026-03-08T02:10:00Z', '2026-03-09T01:50:00Z'),
})

const untilOf = (now: number) => ({
  booking: Number.POSITIVE_INFINITY,
  'another hold': now + 1,
  'own hold': now + 1,
  'expired hold': now,
})
const holderOf = { booking: null, 'another hold': 'other', 'own hold': 'me', 'expired hold': 'other' }

test('free starts: they are the times around the asked one at which a table is free', () => {
  let found = 0
  fc.assert(
    fc.property(arbitrary, one => {
      const now = new Date(one.now)
      const midnight = Math.floor(Date.parse(`${one.date}T05:00:00Z`) / quarterMs)
      const quarters = one.booked.flatMap(({ tableNo, from, length, by }) =>
        Array.from({ length }, (_, at) => ({ tableNo, by, quarter: midnight + from + at })),
      )
      const taken = new Map<number, TakenQuarter[]>()
      for (const { tableNo, by, quarter } of quarters)
        taken.set(quarter, [
          ...(taken.get(quarter) ?? []),
          { tableNo, until: untilOf(now.getTime())[by], heldBy: holderOf[by] },
        ])

      const actual = freeStarts(
        { schedule: new SeatingSchedule(one.timezone, one.hours, one.terms), tables: one.tables, taken },
        {
          joinedOn: dayNumber(one.joinedOn),
          leftOn: one.leftOn === null ? Number.POSITIVE_INFINITY : dayNumber(one.leftOn),
        },
        {
          partySize: one.partySize,
          times: new TimesAround(one),
          now: now.getTime(),
          todays: new Map(),
          maxPartySize: 5,
          maxDaysAhead: 4,
          holder: 'me',
        },
        3,
      )

      const { maxPartySize, maxDaysAhead, minPartySize, seatingMinutes } = one.terms
      const narrowed = {
        ...one.terms,
        maxPartySize: Math.min(5, maxPartySize),
        maxDaysAhead: Math.min(4, maxDaysAhead),
      }
      const slots = quarters
        .filter(({ by }) => by === 'booking' || by === 'another hold')
        .map(({ tableNo, quarter }) => ({ tableNo, slotAt: new Date(quarter * quarterMs) }))
      const isSize = one.partySize >= minPartySize && one.partySize <= narrowed.maxPartySize
      const expected = timesAround({ ...one, terms: narrowed }, one, now)
        .filter(startsAt => {
          const endsAt = new Date(startsAt.getTime() + seatingMinutes * 60_000)
          return isSize && smallestFreeTable(one.tables, slots, { ...one, startsAt, endsAt }) !== null
        })
        .slice(0, 3)
      expect(actual.map(start => new Date(start))).toEqual(expected)
      found += actual.length
    }),
    { numRuns: 2_000 },
  )
  expect(found).toBeGreaterThan(200)
})
