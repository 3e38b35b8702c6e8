import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTimeAt, weekdays } from '../shared/local-date.ts'
import { restaurantTime } from './restaurant-time.rules.ts'
import { type OpeningHours, seatingTimes } from './seating-times.rules.ts'

const newYork = 'America/New_York'
const terms = { slotMinutes: 30, lastSeatingMinutes: 60 }
const open = (opens: string, closes: string) => [{ opens, closes }]

/** Local times, with the date where it is another one. */
function times(hours: OpeningHours, date: string, changes: Partial<typeof terms> = {}, timezone = newYork) {
  return seatingTimes({ timezone, hours }, { ...terms, ...changes }, date).map(time =>
    localTimeAt(timezone, time).slice(0, 16).replace(`${date}T`, ''),
  )
}

describe('when parties sit down', () => {
  test('from opening to an hour before closing, on the grid', () => {
    expect(times({ Tue: open('17:00', '20:00') }, '2026-03-10')).toEqual([
      '17:00',
      '17:30',
      '18:00',
      '18:30',
      '19:00',
    ])
  })

  test.each([
    ['opening off the grid waits for it', open('17:10', '19:00'), {}, ['17:30', '18:00']],
    ['a quarter-hour grid', open('17:10', '18:45'), { slotMinutes: 15 }, ['17:15', '17:30', '17:45']],
    ['no last hour', open('17:00', '18:00'), { lastSeatingMinutes: 0 }, ['17:00', '17:30', '18:00']],
    ['shorter than the last hour', open('17:00', '17:30'), {}, []],
    ['two sittings', [...open('11:00', '12:30'), ...open('17:00', '18:00')], {}, ['11:00', '11:30', '17:00']],
    [
      'two that touch',
      [...open('11:00', '13:00'), ...open('12:00', '14:00')],
      {},
      ['11:00', '11:30', '12:00', '12:30', '13:00'],
    ],
    ['closed', [], {}, []],
  ])('%s', (_case, tuesday, changes, expected) => {
    expect(times({ Tue: tuesday }, '2026-03-10', changes)).toEqual(expected)
  })

  test('a day without an entry stays closed', () => {
    expect(times({ Mon: open('17:00', '20:00') }, '2026-03-10')).toEqual([])
  })

  test('what closes after midnight belongs to the evening it began on', () => {
    const hours = { Tue: open('22:00', '02:00') }
    expect(times(hours, '2026-03-10', { slotMinutes: 60 })).toEqual([
      '22:00',
      '23:00',
      '2026-03-11T00:00',
      '2026-03-11T01:00',
    ])
    expect(times(hours, '2026-03-11')).toEqual([])
  })

  test.each([
    ['split at midnight', { Tue: open('21:00', '23:59'), Wed: open('00:00', '02:00') }],
    ['split at midnight, as 24:00', { Tue: open('21:00', '00:00'), Wed: open('00:00', '02:00') }],
    ['in one', { Tue: open('21:00', '02:00') }],
  ])('hours %s -> every time until an hour before they end', (_case, hours) => {
    const both = [...times(hours, '2026-03-10'), ...times(hours, '2026-03-11').map(time => time.slice(-5))]
    expect(both.map(time => time.slice(-5))).toEqual([
      '21:00',
      '21:30',
      '22:00',
      '22:30',
      '23:00',
      '23:30',
      '00:00',
      '00:30',
      '01:00',
    ])
  })

  test('open all day and all night, no last hour -> each day has its own times', () => {
    const hours = Object.fromEntries(weekdays.map(day => [day, open('00:00', '00:00')]))
    const found = times(hours, '2026-03-10', { lastSeatingMinutes: 0 })
    expect([found.length, found[0], found.at(-1)]).toEqual([48, '00:00', '23:30'])
  })

  test('closing at midnight is the end of the day', () => {
    expect(times({ Tue: open('21:00', '00:00') }, '2026-03-10', { slotMinutes: 60 })).toEqual([
      '21:00',
      '22:00',
      '23:00',
    ])
  })
})

describe('the nights the clocks change', () => {
  const nightOwl: OpeningHours = { Sat: open('22:00', '05:00'), Sun: open('00:00', '05:00') }
  const instants = (date: string) =>
    seatingTimes({ timezone: newYork, hours: nightOwl }, { ...terms, slotMinutes: 60 }, date).map(time =>
      restaurantTime(newYork, time),
    )

  test('an hour that is skipped is never offered', () => {
    expect(instants('2026-03-08')).toEqual([
      '2026-03-08T00:00:00-05:00',
      '2026-03-08T01:00:00-05:00',
      '2026-03-08T03:00:00-04:00',
      '2026-03-08T04:00:00-04:00',
    ])
    expect(instants('2026-03-07').filter(time => time.includes('T02:'))).toEqual([])
  })

  test('an hour that comes twice is offered once', () => {
    expect(instants('2026-11-01')).toEqual([
      '2026-11-01T00:00:00-04:00',
      '2026-11-01T01:00:00-05:00',
      '2026-11-01T02:00:00-05:00',
      '2026-11-01T03:00:00-05:00',
      '2026-11-01T04:00:00-05:00',
    ])
  })

  test('whatever the hours and the day: whole quarters, in order, each once, and the clock shows them', () => {
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map(
        minute =>
          `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      )
    const sittings = fc.array(fc.record({ opens: time, closes: time }), { maxLength: 3 })
    const zones = fc.constantFrom(
      newYork,
      'America/Los_Angeles',
      'America/Phoenix',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    )
    const dates = fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-10-31',
      '2026-11-01',
      '2026-04-04',
      '2026-04-05',
      '2026-10-03',
      '2026-10-04',
    )
    const slots = fc.constantFrom(15, 30, 60)
    fc.assert(
      fc.property(sittings, zones, dates, slots, (hours, timezone, date, slotMinutes) => {
        const week = { Sun: hours, Sat: hours }
        const found = seatingTimes({ timezone, hours: week }, { slotMinutes, lastSeatingMinutes: 45 }, date)
        expect(found).toEqual([...new Set(found.map(Number))].toSorted((a, b) => a - b).map(n => new Date(n)))
        for (const start of found) {
          expect(start.getTime() % 900_000).toBe(0)
          expect(Number(localTimeAt(timezone, start).slice(14, 16)) % slotMinutes).toBe(0)
        }
      }),
    )
  })
})
