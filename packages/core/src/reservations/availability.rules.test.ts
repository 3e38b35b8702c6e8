import { describe, expect, test } from 'vitest'
import { localTimeAt } from '../shared/local-date.ts'
import {
  type BookablePlace,
  bonusFor,
  isBeforeYesterday,
  isBookableSize,
  isSeatingTime,
  nearestQuestion,
  stateOf,
  timesAround,
  unavailableReason,
} from './availability.rules.ts'

const timezone = 'America/New_York'
/** It is Tuesday, two in the afternoon in New York. */
const now = new Date('2026-03-10T18:00:00Z')
const evening = [{ opens: '17:00', closes: '23:00' }]
const place: BookablePlace = {
  timezone,
  hours: { Sun: evening, Mon: evening, Tue: evening, Wed: evening, Thu: evening, Fri: evening, Sat: evening },
  joinedOn: '2020-01-01',
  leftOn: null,
  terms: {
    slotMinutes: 30,
    seatingMinutes: 90,
    lastSeatingMinutes: 60,
    minPartySize: 2,
    maxPartySize: 8,
    maxDaysAhead: 30,
    leadMinutes: 60,
  },
}
const asked = (changes: object = {}) => ({ date: '2026-03-12', time: '19:00', partySize: 2, ...changes })

describe('what speaks against a question', () => {
  test.each([
    ['nothing', {}, null],
    ['a party as big as can be', { partySize: 8 }, null],
    ['a party too big', { partySize: 9 }, 'too_big'],
    ['a million', { partySize: 1_000_000 }, 'too_big'],
    ['a party smaller than the restaurant takes', { partySize: 1 }, 'too_small'],
    ['party of zero', { partySize: 0 }, 'too_small'],
    ['negative party', { partySize: -1 }, 'too_small'],
    ['the last day', { date: '2026-04-09' }, null],
    ['the day after the last', { date: '2026-04-10' }, 'too_far'],
    ['a day in a thousand years', { date: '9999-12-31' }, 'too_far'],
    ['earlier today', { date: '2026-03-10', time: '13:00' }, 'too_close'],
    ['within the hour', { date: '2026-03-10', time: '14:59' }, 'too_close'],
    ['in an hour', { date: '2026-03-10', time: '15:00' }, null],
    ['yesterday', { date: '2026-03-09' }, 'too_close'],
    ['too big comes before too far', { partySize: 9, date: '2026-12-01' }, 'too_big'],
    ['too small comes before too close', { partySize: 0, date: '2026-03-09' }, 'too_small'],
  ])('%s', (_case, changes, reason) => {
    expect(unavailableReason(place, asked(changes), now)).toBe(reason)
  })

  test('yesterday is still a day, by the restaurant’s calendar; the day before is none', () => {
    expect(isBeforeYesterday(timezone, '2026-03-09', now)).toBe(false)
    expect(isBeforeYesterday(timezone, '2026-03-08', now)).toBe(true)
    // Half past midnight in London is still the tenth in New York.
    expect(isBeforeYesterday(timezone, '2026-03-09', new Date('2026-03-11T00:30:00Z'))).toBe(false)
  })

  test('a size can be booked or not', () => {
    expect([0, 1, 2, 8, 9].map(size => isBookableSize(place.terms, size))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
  })
})

describe('times around the asked one', () => {
  const around = (changes: object = {}, at: Partial<BookablePlace> = {}) =>
    timesAround({ ...place, ...at }, asked(changes), now).map(time =>
      localTimeAt(timezone, time).slice(5, 16),
    )

  test('nearest first, the earlier of two as near', () => {
    expect(around().slice(0, 5)).toEqual([
      '03-12T19:00',
      '03-12T18:30',
      '03-12T19:30',
      '03-12T18:00',
      '03-12T20:00',
    ])
  })

  test('another meal is too far away', () => {
    expect(around({ time: '12:00' })).toEqual([])
    expect(around({ time: '14:30' })).toEqual(['03-12T17:00'])
  })

  test('none before the restaurant has had its notice', () => {
    expect(around({ date: '2026-03-10', time: '15:30' })).not.toContain('03-10T14:30')
    const late = { ...place.terms, leadMinutes: 300 }
    expect(around({ date: '2026-03-10', time: '19:00' }, { terms: late })[0]).toBe('03-10T19:00')
    expect(around({ date: '2026-03-10', time: '19:00' }, { terms: late })).not.toContain('03-10T18:30')
  })

  test('past midnight belongs to the evening', () => {
    const bar = { hours: { Thu: [{ opens: '20:00', closes: '02:00' }] } }
    expect(around({ time: '23:30' }, bar)).toContain('03-13T00:30')
    expect(around({ date: '2026-03-13', time: '00:30' }, bar)[0]).toBe('03-13T00:30')
  })

  test('sittings of two days that overlap: each time once', () => {
    const hours = { Sat: [{ opens: '22:00', closes: '03:00' }], Sun: [{ opens: '00:00', closes: '02:00' }] }
    const found = around({ date: '2026-03-15', time: '00:00' }, { hours })
    expect(found).toContain('03-15T00:00')
    expect(new Set(found).size).toBe(found.length)
  })

  test('none before it joins the program, none from the day it leaves', () => {
    expect(around({}, { joinedOn: '2026-03-13' })).toEqual([])
    expect(around({}, { leftOn: '2026-03-12' })).toEqual([])
    expect(around({}, { leftOn: '2026-03-13' })).not.toEqual([])
  })
})

describe('a requested time', () => {
  const at = (text: string, changes: Partial<BookablePlace> = {}) =>
    isSeatingTime({ ...place, ...changes }, new Date(text), now)

  test.each([
    ['on the grid', '2026-03-12T23:00:00Z', true],
    ['off the grid', '2026-03-12T23:10:00Z', false],
    ['when it is closed', '2026-03-12T15:00:00Z', false],
    ['after the last seating', '2026-03-13T02:30:00Z', false],
    ['in the past', '2026-03-09T23:00:00Z', false],
    ['within the notice', '2026-03-10T18:30:00Z', false],
    ['past the last day', '2026-05-12T23:00:00Z', false],
  ])('%s', (_case, time, expected) => {
    expect(at(time)).toBe(expected)
  })

  test('past midnight, of the evening before', () => {
    const hours = { Thu: [{ opens: '20:00', closes: '02:00' }] }
    expect(at('2026-03-13T04:30:00Z', { hours })).toBe(true)
    expect(at('2026-03-12T04:30:00Z', { hours })).toBe(false)
  })
})

describe('the bonus', () => {
  const start = new Date('2026-03-11T00:00:00Z')
  test.each([
    ['six hours ahead', '2026-03-10T18:00:00Z', 50, 50],
    ['a second less', '2026-03-10T18:00:01Z', 50, null],
    ['where the restaurant gives none', '2026-03-01T00:00:00Z', null, null],
    ['of nothing', '2026-03-01T00:00:00Z', 0, null],
  ])('%s', (_case, at, amount, expected) => {
    expect(bonusFor({ amount, leadHours: 6 }, start, new Date(at))).toBe(expected)
  })

  test('what the free times come to', () => {
    expect(stateOf([], 50)).toBe('none')
    expect(stateOf([{ bonus: null }], 50)).toBe('no_bonus')
    expect(stateOf([{ bonus: null }, { bonus: 50 }], 50)).toBe('available')
    expect(stateOf([{ bonus: null }], null)).toBe('available')
  })
})

describe('the nearest question against which nothing speaks', () => {
  test.each([
    ['is the one that was asked', {}, {}],
    ['has as many guests as can be', { partySize: 1_000_000 }, { partySize: 8 }],
    ['has as few as can be', { partySize: -1 }, { partySize: 2 }],
    ['is on the last day', { date: '9999-12-31' }, { date: '2026-04-09' }],
    ['is today, where yesterday was asked for', { date: '2026-03-09' }, { date: '2026-03-10' }],
    [
      'is tomorrow, where it is too late today',
      { date: '2026-03-10', time: '14:59' },
      { date: '2026-03-11' },
    ],
    ['is all of these', { date: '9999-12-31', partySize: 99 }, { date: '2026-04-09', partySize: 8 }],
  ])('%s', (_case, changes, nearest) => {
    expect(nearestQuestion(place, asked(changes), now)).toEqual(asked({ ...changes, ...nearest }))
  })

  test('is as many days ahead as the restaurant wants to know, and none where it wants to know too early', () => {
    const within = (leadMinutes: number, maxDaysAhead = 30) =>
      nearestQuestion(
        { timezone, terms: { ...place.terms, leadMinutes, maxDaysAhead } },
        asked({ date: '2026-03-11' }),
        now,
      )?.date
    expect(within(3 * 24 * 60)).toBe('2026-03-13')
    expect(within(3 * 24 * 60, 2)).toBeUndefined()
  })
})
