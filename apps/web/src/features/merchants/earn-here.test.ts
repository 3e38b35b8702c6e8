import { describe, expect, it } from 'vitest'
import { earnsToday } from './earn-here.ts'
import type { LocalMoment } from './restaurant-hours.ts'

const tuesday: LocalMoment = { date: '2026-03-03', weekday: 'Tue', minutes: 19 * 60 }
const restaurant = (overrides: object) => ({
  benefitAvailability: { campaignCodes: [], weekdays: ['Mon', 'Tue'] as ('Mon' | 'Tue')[] },
  joinedOn: '2020-01-01',
  leftOn: null,
  ...overrides,
})

describe('whether a dinner counts today', () => {
  it('counts on a day that earns', () => {
    expect(earnsToday(restaurant({}), tuesday)).toEqual({ kind: 'today' })
  })

  it('counts on the first day in the programme', () => {
    expect(earnsToday(restaurant({ joinedOn: '2026-03-03' }), tuesday)).toEqual({ kind: 'today' })
  })

  it('names the days it counts on otherwise, in the order of the week', () => {
    const benefitAvailability = { campaignCodes: [], weekdays: ['Sat', 'Sun'] }
    expect(earnsToday(restaurant({ benefitAvailability }), tuesday)).toEqual({
      kind: 'otherDays',
      days: ['Sun', 'Sat'],
    })
  })

  it('counts from a day to come', () => {
    expect(earnsToday(restaurant({ joinedOn: '2026-03-04' }), tuesday)).toEqual({
      kind: 'from',
      date: '2026-03-04',
    })
  })

  it('does not count any more where the restaurant left, whatever its days', () => {
    expect(earnsToday(restaurant({ leftOn: '2026-03-01' }), tuesday)).toEqual({
      kind: 'left',
      since: '2026-03-01',
    })
  })
})
