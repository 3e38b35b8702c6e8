import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bookableDays,
  daysAfter,
  largestParty,
  offeredTimes,
  readTable,
  tableOf,
  writeTable,
} from './table-choice.ts'

const today = '2026-11-20'
const read = (address: string, hours = {}) =>
  readTable(new URLSearchParams(address), { now: `${today}T13:05:00`, hours })

describe('table choice in an address', () => {
  test('no parameters: today at seven for two, not requested', () => {
    expect(read('utm_source=mail')).toEqual({
      choice: { date: today, time: '19:00', partySize: 2 },
      isAsked: false,
      slotId: null,
    })
  })

  test.each([
    ['at seven', '17:00', '22:00', '19:00'],
    ['from eight into the night', '20:00', '03:00', '20:00'],
    ['until three in the afternoon', '08:00', '15:00', '14:30'],
  ])('no time, and open %s: the nearest to seven when it is open', (_, opens, closes, time) => {
    expect(read('', { Fri: [{ opens, closes }] }).choice.time).toBe(time)
  })

  test.each([
    ['2026-11-20T18:30:00', '2026-11-20 19:00'],
    ['2026-11-20T18:31:00', '2026-11-20 19:30'],
    ['2026-11-20T21:59:00', '2026-11-20 22:30'],
    ['2026-11-20T22:00:00', '2026-11-21 19:00'],
  ])('no parameters at %s: %s, half an hour from now at the earliest', (now, expected) => {
    const { date, time } = readTable(new URLSearchParams(), { now, hours: {} }).choice
    expect(`${date} ${time}`).toBe(expected)
  })

  test('all values: parsed', () => {
    expect(read('date=2026-12-24&time=18:30&partySize=4&slot=20261224T2330Z')).toEqual({
      choice: { date: '2026-12-24', time: '18:30', partySize: 4 },
      isAsked: true,
      slotId: '20261224T2330Z',
    })
  })

  test.each([
    ['no day of any month', 'date=2026-02-30&time=19:00&partySize=2'],
    ['no day at all', 'date=tomorrow&time=19:00&partySize=2'],
    ['no time of any clock', 'date=2026-12-24&time=24:00&partySize=2'],
    ['no number of people', 'date=2026-12-24&time=19:00&partySize=2.5'],
    ['only a part', 'date=2026-12-24'],
    ['a day that is over', 'date=2026-11-18&time=19:00&partySize=2'],
  ])('%s: ignored with the slot', (_, address) => {
    expect(read(`${address}&slot=20261224T2330Z`)).toMatchObject({ isAsked: false, slotId: null })
  })

  test('party size out of range: unchanged, so that the page can explain', () => {
    expect(read('date=2026-12-24&time=19:00&partySize=0').choice.partySize).toBe(0)
    expect(read('date=2026-12-24&time=19:00&partySize=120').choice.partySize).toBe(120)
  })

  test('slot id too long: ignored', () => {
    expect(read(`date=2026-12-24&time=19:00&partySize=2&slot=${'x'.repeat(101)}`).slotId).toBeNull()
  })

  test('any choice: round-trips beside other parameters', () => {
    const choices = fc.record({
      date: fc
        .date({ min: new Date('2026-11-19'), max: new Date('2999-12-31'), noInvalidDate: true })
        .map(day => day.toISOString().slice(0, 10)),
      time: fc
        .nat({ max: 24 * 60 - 1 })
        .map(m => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`),
      partySize: fc.integer({ min: -9999, max: 9999 }),
    })
    const slots = fc.option(fc.string({ minLength: 1, maxLength: 100 }))
    fc.assert(
      fc.property(choices, slots, fc.string(), (choice, slotId, other) => {
        const before = new URLSearchParams({ other, date: 'x', slot: 'y' })
        const address = writeTable(before, choice, slotId).toString()
        expect(read(address)).toEqual({ choice, isAsked: true, slotId })
        expect(new URLSearchParams(address).get('other')).toBe(other)
      }),
    )
  })
})

describe('table choice in a form', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }

  test('all values: parsed', () => {
    expect(tableOf(form({ date: '2026-12-24', time: '18:30', partySize: '19' }), today)).toEqual({
      date: '2026-12-24',
      time: '18:30',
      partySize: 19,
    })
  })

  test.each(['', '2026-11-18', '0020-11-20'])('invalid day "%s": null', date => {
    expect(tableOf(form({ date, time: '18:30', partySize: '2' }), today)).toBeNull()
  })
})

describe('bookable days', () => {
  test('default: from yesterday to a year ahead', () => {
    expect(bookableDays(today, 365)).toEqual({ min: '2026-11-19', max: '2027-11-20' })
  })

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-08', 1, '2026-03-09'],
  ])('%s plus %i days: %s', (date, days, expected) => {
    expect(daysAfter(date, days)).toBe(expected)
  })
})

describe('times offered', () => {
  test('opening hours: half hours from the first opening to the last closing of the week', () => {
    const hours = { Fri: [{ opens: '17:00', closes: '20:00' }], Sat: [{ opens: '16:15', closes: '19:00' }] }
    expect(offeredTimes(hours, '19:00')).toEqual([
      '16:30',
      '17:00',
      '17:30',
      '18:00',
      '18:30',
      '19:00',
      '19:30',
    ])
  })

  test('closes after midnight: into the night, at the end', () => {
    const times = offeredTimes({ Fri: [{ opens: '22:00', closes: '02:00' }] }, '22:00')
    expect(times).toEqual(['22:00', '22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30'])
  })

  test('open until four: a time after midnight that was asked for stays in its place', () => {
    const times = offeredTimes({ Fri: [{ opens: '11:00', closes: '04:00' }] }, '02:15')
    expect([times[0], times.length]).toEqual(['11:00', 35])
    expect(times.slice(-5)).toEqual(['02:00', '02:15', '02:30', '03:00', '03:30'])
  })

  test('open around the clock: each half hour once', () => {
    const times = offeredTimes({ Fri: [{ opens: '00:00', closes: '00:00' }] }, '19:00')
    expect([times.length, times[0], times.at(-1)]).toEqual([48, '00:00', '23:30'])
  })

  test('closed at the requested time: it is offered beside those when it is open', () => {
    const times = offeredTimes({ Fri: [{ opens: '08:00', closes: '09:00' }] }, '12:45')
    expect(times).toEqual(['08:00', '08:30', '12:45'])
  })

  test('hours unknown: all day', () => {
    const times = offeredTimes({}, '19:00')
    expect([times.length, times[0], times.at(-1)]).toEqual([48, '00:00', '23:30'])
  })
})

test.each([
  [10, 18, 10],
  [20, 18, 18],
  [null, 18, 18],
])('restaurant takes %s, program %s: parties up to %s', (maximumPartySize, maxPartySize, largest) => {
  expect(largestParty({ maximumPartySize }, { maxPartySize })).toBe(largest)
})
