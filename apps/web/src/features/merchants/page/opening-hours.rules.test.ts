import { type Weekday, weekdays } from '@dineward/core/shared/local-date.ts'
import { describe, expect, it } from 'vitest'
import {
  clockTime,
  hasHours,
  type LocalMoment,
  localMomentAt,
  openingStateAt,
} from './opening-hours.rules.ts'

const evening = { opens: '17:00', closes: '22:00' }
const lunch = { opens: '11:30', closes: '14:30' }
const late = { opens: '18:00', closes: '02:00' }
const at = (weekday: Weekday, time: string): LocalMoment => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { date: '2026-03-02', weekday, minutes: hour * 60 + minute }
}

describe('opening state', () => {
  it.each([
    ['open', { Mon: [evening] }, at('Mon', '18:00'), { kind: 'open', until: '22:00' }],
    ['the minute it opens', { Mon: [evening] }, at('Mon', '17:00'), { kind: 'open', until: '22:00' }],
    [
      'the minute it closes',
      { Mon: [evening], Tue: [lunch] },
      at('Mon', '22:00'),
      { kind: 'opens', at: '11:30', day: 'Tue' },
    ],
    ['later today', { Mon: [evening] }, at('Mon', '09:00'), { kind: 'opens', at: '17:00', day: null }],
    [
      'between lunch and dinner',
      { Mon: [lunch, evening] },
      at('Mon', '15:00'),
      { kind: 'opens', at: '17:00', day: null },
    ],
    [
      'past midnight, into the next day',
      { Sat: [late] },
      at('Sun', '01:30'),
      { kind: 'open', until: '02:00' },
    ],
    [
      'before midnight of a late night',
      { Sat: [late] },
      at('Sat', '23:30'),
      { kind: 'open', until: '02:00' },
    ],
    [
      'once a week, today is over',
      { Mon: [lunch] },
      at('Mon', '16:00'),
      { kind: 'opens', at: '11:30', day: 'Mon' },
    ],
    [
      'around the clock',
      { Mon: [{ opens: '00:00', closes: '00:00' }] },
      at('Mon', '12:00'),
      { kind: 'open', until: '00:00' },
    ],
    [
      'through the night, from one sitting into the next',
      { Mon: [{ opens: '18:00', closes: '00:00' }], Tue: [{ opens: '00:00', closes: '04:00' }] },
      at('Mon', '23:00'),
      { kind: 'open', until: '04:00' },
    ],
    [
      'for longer than a day',
      { Sat: [{ opens: '08:00', closes: '00:00' }], Sun: [{ opens: '00:00', closes: '00:00' }] },
      at('Sat', '09:00'),
      { kind: 'open', until: null },
    ],
    [
      'never closed',
      Object.fromEntries(weekdays.map(day => [day, [{ opens: '00:00', closes: '00:00' }]])),
      at('Sat', '00:00'),
      { kind: 'open', until: null },
    ],
    [
      'over the end of the week',
      { Sun: [lunch] },
      at('Fri', '23:59'),
      { kind: 'opens', at: '11:30', day: 'Sun' },
    ],
    [
      'split at midnight, before it',
      { Fri: [{ opens: '17:00', closes: '23:59' }], Sat: [{ opens: '00:00', closes: '02:00' }] },
      at('Fri', '23:30'),
      { kind: 'open', until: '02:00' },
    ],
    [
      'split at midnight, at its last minute',
      { Fri: [{ opens: '17:00', closes: '23:59' }], Sat: [{ opens: '00:00', closes: '02:00' }] },
      at('Fri', '23:59'),
      { kind: 'open', until: '02:00' },
    ],
    [
      'never closed, written to the last minute of each day',
      Object.fromEntries(weekdays.map(day => [day, [{ opens: '00:00', closes: '23:59' }]])),
      at('Sat', '12:00'),
      { kind: 'open', until: null },
    ],
    ['never open', {}, at('Mon', '12:00'), { kind: 'closed' }],
  ] as const)('%s', (_case, hours, now, sign) => {
    expect(openingStateAt(hours as never, now)).toEqual(sign)
  })
})

it.each([
  ['nothing at all', {}, false],
  ['days without a time', { Mon: [], Tue: [] }, false],
  ['one evening', { Mon: [], Tue: [evening] }, true],
])('hours known: %s', (_case, hours, known) => expect(hasHours(hours)).toBe(known))

describe('restaurant time zone', () => {
  it('Monday in UTC: Sunday evening at the restaurant', () => {
    expect(localMomentAt('America/Los_Angeles', new Date('2026-03-02T05:15:00Z'))).toEqual({
      date: '2026-03-01',
      weekday: 'Sun',
      minutes: 21 * 60 + 15,
    })
  })
})

it.each([
  ['17:30', '5:30 PM'],
  ['00:00', '12 AM'],
  ['12:00', '12 PM'],
  ['09:05', '9:05 AM'],
])('time %s: %s', (time, text) => expect(clockTime(time)).toBe(text))
