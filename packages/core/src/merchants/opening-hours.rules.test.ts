import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../shared/local-date.ts'
import {
  closingAfter,
  daysThatOverlap,
  joinedHours,
  readOpeningHours,
  sittingsAround,
} from './opening-hours.rules.ts'

const long = { opens: '11:00', closes: '23:30' }
const evening = [{ opens: '17:00', closes: '22:00' }]

test.each([
  ['', {}],
  ['Mon 17:00-22:00', { Mon: evening }],
  ['Mon-Wed 17:00-22:00', { Mon: evening, Tue: evening, Wed: evening }],
  ['Sat-Mon 17:00-22:00 | ', { Sat: evening, Sun: evening, Mon: evening }],
  ['Mon, Thu-Fri 17:00-22:00', { Mon: evening, Thu: evening, Fri: evening }],
  ['Sun 17:00-22:00 11:00-15:00', { Sun: [{ opens: '11:00', closes: '15:00' }, ...evening] }],
  ['Sun 17:00-22:00|Sun 11:00-15:00', { Sun: [{ opens: '11:00', closes: '15:00' }, ...evening] }],
  ['Mon 17:00-24:00', { Mon: [{ opens: '17:00', closes: '00:00' }] }],
  ['Mon 00:00-24:00', { Mon: [{ opens: '00:00', closes: '00:00' }] }],
  ['Fri 18:00-02:00', { Fri: [{ opens: '18:00', closes: '02:00' }] }],
  ['Fri 11:00-22:00|Fri Sat 11:00-23:30', { Fri: [long], Sat: [long] }],
  ['Fri 11:00-14:00 14:00-23:30', { Fri: [long] }],
  ['Fri 17:00-23:59|Sat 00:00-02:00', { Fri: [{ opens: '17:00', closes: '02:00' }] }],
])('%j', (text, hours) => {
  expect(readOpeningHours(text)).toEqual(hours)
})

test.each([
  'Mon',
  '17:00-22:00',
  'Monday 17:00-22:00',
  'Mon-Tue-Wed 17:00-22:00',
  'Mon 17-22',
  'Mon 24:00-02:00',
  'Mon 25:00-26:00',
  'Mon 17:00-22:00 Tue',
  'Mon-17:00-22:00',
  `Mon${' 10:00-11:00'.repeat(7)}`,
])('%j is none', text => {
  expect(readOpeningHours(text)).toBeNull()
})

test.each([
  ['Mon-Fri 11:00-22:00|Fri Sat 11:00-23:30', ['Fri']],
  ['Sat 22:00-03:00|Sun 00:00-02:00', ['Sat']],
  ['Fri 17:00-24:00|Sat 00:00-02:00', []],
  ['Mon-Sun 00:00-24:00', []],
  ['Mon 11:00-14:00 14:00-22:00', []],
  ['Mon 17-22', []],
])('%j overlaps on %j', (text, days) => {
  expect(daysThatOverlap(text)).toEqual(days)
})

describe('sittings that touch or overlap are one', () => {
  /** Hours are written day by day: "Fri 17:00-02:00". */
  const joined = (text: string) =>
    Object.entries(joinedHours(written(text)))
      .map(
        ([day, sittings]) => `${day} ${sittings?.map(({ opens, closes }) => `${opens}-${closes}`).join(' ')}`,
      )
      .join('|')
  /** This is how staff or an older import stored it. */
  const written = (text: string) => {
    const hours: Record<string, { opens: string; closes: string }[]> = {}
    for (const [day = '', ...sittings] of text.split('|').map(part => part.split(' ')))
      hours[day] = sittings.map(sitting => ({ opens: sitting.slice(0, 5), closes: sitting.slice(6) }))
    return hours
  }
  const allWeek = (sitting: string) => weekdays.map(day => `${day} ${sitting}`).join('|')

  test.each([
    ['Fri 17:00-23:59|Sat 00:00-02:00', 'Fri 17:00-02:00'],
    ['Fri 17:00-00:00|Sat 00:00-02:00', 'Fri 17:00-02:00'],
    ['Sat 17:00-00:00|Sun 00:00-02:00 11:00-15:00', 'Sun 11:00-15:00|Sat 17:00-02:00'],
    ['Sat 22:00-03:00|Sun 00:00-02:00', 'Sat 22:00-03:00'],
    ['Fri 17:00-00:00|Sat 00:00-15:00', 'Fri 17:00-00:00|Sat 00:00-15:00'],
    ['Fri 22:00-10:00', 'Fri 22:00-10:00'],
    ['Fri 22:00-10:00|Sat 09:00-15:00', 'Fri 22:00-00:00|Sat 00:00-15:00'],
    ['Thu 00:00-00:00|Fri 00:00-02:00', 'Thu 00:00-00:00|Fri 00:00-02:00'],
    ['Wed 22:00-04:00|Thu 04:00-00:00|Fri 00:00-02:00', 'Wed 22:00-00:00|Thu 00:00-00:00|Fri 00:00-02:00'],
    ['Fri 11:00-22:00 11:00-23:30', 'Fri 11:00-23:30'],
    [allWeek('00:00-00:00'), allWeek('00:00-00:00')],
    [allWeek('00:00-23:59'), allWeek('00:00-00:00')],
    [allWeek('06:00-06:00'), allWeek('00:00-00:00')],
    [allWeek('11:00-04:00'), allWeek('11:00-04:00')],
    ['Mon 11:00-14:00 17:00-22:00', 'Mon 11:00-14:00 17:00-22:00'],
  ])('%s -> %s', (text, expected) => {
    expect(joined(text)).toBe(expected)
  })

  test('whatever is written: open at the same minutes as before, and joining again changes nothing', () => {
    const minute = fc.constantFrom(0, 0, 60, 120, 360, 361, 540, 1_020, 1_200, 1_320, 1_439)
    const clock = minute.map(at =>
      [at / 60, at % 60].map(n => String(Math.floor(n)).padStart(2, '0')).join(':'),
    )
    const day = fc.array(fc.record({ opens: clock, closes: clock }), { maxLength: 2 })
    const week = fc.record(Object.fromEntries(weekdays.map(name => [name, day])))
    const openAt = (hours: ReturnType<typeof joinedHours>) =>
      weekdays.map(name =>
        [30, 90, 300, 360, 480, 900, 1_050, 1_380, 1_439].map(
          at => closingAfter(sittingsAround(hours, name), at) > at,
        ),
      )
    fc.assert(
      fc.property(week, hours => {
        const once = joinedHours(hours)
        expect(openAt(once)).toEqual(openAt(hours))
        expect(joinedHours(once)).toEqual(once)
      }),
    )
  })
})
