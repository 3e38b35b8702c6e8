import { describe, expect, it } from 'vitest'
import { earnsToday } from './earns-today.rules.ts'

const tuesday = { date: '2026-03-03', weekday: 'Tue' } as const
const restaurant = (overrides: object) => ({
  benefitAvailability: { campaignCodes: [], weekdays: ['Mon', 'Tue'] as ('Mon' | 'Tue')[] },
  joinedOn: '2020-01-01',
  leftOn: null,
  ...overrides,
})

describe('restaurant earns today', () => {
  it('earning day: yes', () => {
    expect(earnsToday(restaurant({}), tuesday)).toEqual({ kind: 'today' })
  })

  it('first day in the program: yes', () => {
    expect(earnsToday(restaurant({ joinedOn: '2026-03-03' }), tuesday)).toEqual({ kind: 'today' })
  })

  it('other day: the earning days in week order', () => {
    const benefitAvailability = { campaignCodes: [], weekdays: ['Sat', 'Sun'] }
    expect(earnsToday(restaurant({ benefitAvailability }), tuesday)).toEqual({
      kind: 'otherDays',
      days: ['Sun', 'Sat'],
    })
  })

  it('earning days hidden from visitors: unknown', () => {
    const benefitAvailability = { campaignCodes: [] }
    expect(earnsToday(restaurant({ benefitAvailability }), tuesday)).toEqual({ kind: 'signedOut' })
  })

  it('starts later: the first day', () => {
    expect(earnsToday(restaurant({ joinedOn: '2026-03-04' }), tuesday)).toEqual({
      kind: 'from',
      date: '2026-03-04',
    })
  })

  it('left the program: no, on any day', () => {
    expect(earnsToday(restaurant({ leftOn: '2026-03-01' }), tuesday)).toEqual({
      kind: 'left',
      since: '2026-03-01',
    })
  })

  it('tier does not cover it: no, first of all reasons', () => {
    const yourMonth = { spendLeftCents: 0, visitsLeft: 0, cards: [] }
    expect(earnsToday(restaurant({ yourMonth, unlockTier: 3 }), tuesday)).toEqual({ kind: 'locked', tier: 3 })
  })

  it.each([
    ['not yet joined', { joinedOn: '2026-04-01' }, 'from'],
    ['left', { leftOn: '2026-03-01' }, 'left'],
  ])('%s: no tier required', (_case, terms, kind) => {
    expect(earnsToday(restaurant({ ...terms, unlockTier: 2 }), tuesday).kind).toBe(kind)
  })
})

describe('member earns today', () => {
  const card = { id: '1', cardType: 'Visa', lastFour: '4242' }
  const month = (overrides: object) =>
    restaurant({ yourMonth: { spendLeftCents: null, visitsLeft: null, cards: [card], ...overrides } })

  it.each([
    ['no limit', {}, { kind: 'today' }],
    ['a cent left', { spendLeftCents: 1 }, { kind: 'today' }],
    ['a visit left', { visitsLeft: 1 }, { kind: 'today' }],
    ['no visit left', { visitsLeft: 0 }, { kind: 'used', limit: 'visits', again: '2026-04-01' }],
    ['nothing left to spend', { spendLeftCents: 0 }, { kind: 'used', limit: 'spend', again: '2026-04-01' }],
    ['neither left', { visitsLeft: 0, spendLeftCents: 0 }, { kind: 'used', limit: 'visits' }],
    ['no card', { cards: [] }, { kind: 'noCard' }],
    ['no card and nothing left', { cards: [], visitsLeft: 0 }, { kind: 'noCard' }],
  ])('with %s', (_case, overrides, answer) => {
    expect(earnsToday(month(overrides), tuesday)).toMatchObject(answer)
  })

  it('no card on another day: the card comes first', () => {
    const friday = { date: '2026-03-06', weekday: 'Fri' } as const
    expect(earnsToday(month({ cards: [] }), friday).kind).toBe('noCard')
    expect(earnsToday(month({}), friday).kind).toBe('otherDays')
  })

  it('limit reached in December: again in January', () => {
    const now = { date: '2026-12-31', weekday: 'Thu' } as const
    expect(earnsToday(month({ visitsLeft: 0 }), now)).toMatchObject({ again: '2027-01-01' })
  })
})
