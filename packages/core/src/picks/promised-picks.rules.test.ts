import { describe, expect, test } from 'vitest'
import { weekdays } from '../shared/local-date.ts'
import {
  type MemberToday,
  type PlaceToday,
  promisedReason,
  type RunningBonus,
  type RunningOffer,
} from './promised-picks.rules.ts'

/** It is a Tuesday in New York. */
const now = new Date('2026-03-10T23:00:00Z')
const card = { id: '1', cardType: 'Visa', lastFour: '4242' }
const terms = (overrides: object = {}): PlaceToday['terms'] => ({
  benefitAvailability: { campaignCodes: [], weekdays: [...weekdays] },
  joinedOn: '2020-01-01',
  leftOn: null,
  yourMonth: { spendLeftCents: null, visitsLeft: null, cards: [card] },
  ...overrides,
})
const offer = (overrides: Partial<RunningOffer> = {}): RunningOffer => ({
  id: 'spring',
  amount: '2x rewards',
  reward: { kind: 'multiplier', times: 2 },
  minimumSpendCents: 0,
  startsOn: '2026-03-01',
  endsOn: '2026-03-15',
  ...overrides,
})
const place = (overrides: Partial<PlaceToday> = {}): PlaceToday => ({
  merchantId: 'casa',
  localTime: '2026-03-10T19:00:00',
  isVisited: false,
  terms: terms(),
  termsChangeOn: null,
  offers: [offer()],
  ...overrides,
})
const member = (overrides: Partial<MemberToday> = {}): MemberToday => ({
  now,
  hasBaseRate: true,
  hasPendingDine: false,
  bonuses: [],
  ...overrides,
})
const bonus = (definition: object = {}, overrides: Partial<RunningBonus> = {}): RunningBonus => ({
  code: 'SPRING3',
  description: 'Dine three times',
  bonusStatus: 'Enrolled',
  definition: {
    code: 'SPRING3',
    description: '',
    reward: { kind: 'fixed', units: 500 },
    budgetUnits: null,
    memberCapUnits: null,
    forNewMembers: false,
    from: null,
    to: null,
    needsRegistration: true,
    repeats: false,
    dines: 3,
    totalSpendCents: 0,
    minimumSpendCents: 0,
    newRestaurants: false,
    days: [],
    merchantIds: [],
    ...definition,
  },
  enrolledAt: new Date('2026-03-01T00:00:00Z').getTime(),
  endsAt: null,
  progress: { dines: 2, spentCents: 0 },
  ...overrides,
})

describe('offer', () => {
  test('earns double each day until it ends -> says so with its last day', () => {
    expect(promisedReason(place(), member())).toEqual({
      kind: 'offer',
      id: 'spring',
      amount: '2x rewards',
      times: 2,
      minimumSpendCents: 0,
      endsOn: '2026-03-15',
      daysLeft: 5,
    })
  })

  test('last day is today -> said', () => {
    const offers = [offer({ endsOn: '2026-03-10' })]
    expect(promisedReason(place({ offers }), member())).toMatchObject({ endsOn: '2026-03-10' })
  })

  test('several run -> the one that ends first', () => {
    const offers = [offer({ id: 'late', endsOn: '2026-03-30' }), offer({ id: 'soon', endsOn: '2026-03-12' })]
    expect(promisedReason(place({ offers }), member())).toMatchObject({ id: 'soon' })
  })

  test.each([
    ['it ended yesterday', { offers: [offer({ endsOn: '2026-03-09' })] }],
    ['it begins tomorrow', { offers: [offer({ startsOn: '2026-03-11' })] }],
    [
      'no earning day today',
      { terms: terms({ benefitAvailability: { campaignCodes: [], weekdays: ['Wed'] } }) },
    ],
    [
      'a day before its end does not earn',
      { terms: terms({ benefitAvailability: { campaignCodes: [], weekdays: ['Tue', 'Wed'] } }) },
    ],
    ['the restaurant leaves before its end', { termsChangeOn: '2026-03-15' }],
    ['the tier is too low', { terms: terms({ unlockTier: 3 }) }],
    ['no card', { terms: terms({ yourMonth: { spendLeftCents: null, visitsLeft: null, cards: [] } }) }],
    [
      'no visit left this month',
      { terms: terms({ yourMonth: { spendLeftCents: null, visitsLeft: 0, cards: [card] } }) },
    ],
    ['the restaurant joins tomorrow', { terms: terms({ joinedOn: '2026-03-11' }) }],
  ])('%s -> no promise', (_case, overrides) => {
    expect(promisedReason(place(overrides), member())).toBe(null)
  })

  test('multiple of a base of nothing -> no promise, points beside it -> said', () => {
    const points = offer({ id: 'points', reward: { kind: 'fixed', units: 500 }, endsOn: '2026-03-20' })
    const poor = member({ hasBaseRate: false })
    expect(promisedReason(place(), poor)).toBe(null)
    expect(promisedReason(place({ offers: [offer(), points] }), poor)).toMatchObject({ id: 'points' })
  })

  test('change of terms after its end -> said', () => {
    expect(promisedReason(place({ termsChangeOn: '2026-03-16' }), member())).toMatchObject({ kind: 'offer' })
  })
})

describe('bonus', () => {
  test('one dine is missing -> completes it, before an offer', () => {
    expect(promisedReason(place(), member({ bonuses: [bonus()] }))).toEqual({
      kind: 'bonus',
      code: 'SPRING3',
      description: 'Dine three times',
      completes: true,
      minimumSpendCents: 0,
    })
  })

  test('two dines are missing -> counts toward it', () => {
    const bonuses = [bonus({}, { progress: { dines: 1, spentCents: 0 } })]
    expect(promisedReason(place(), member({ bonuses }))).toMatchObject({ completes: false })
  })

  test('spend is missing too -> the bill that completes it', () => {
    const bonuses = [
      bonus(
        { totalSpendCents: 10_000, minimumSpendCents: 2_000 },
        { progress: { dines: 2, spentCents: 6_500 } },
      ),
    ]
    expect(promisedReason(place(), member({ bonuses }))).toMatchObject({ minimumSpendCents: 3_500 })
  })

  test.each([
    ['another restaurant', bonus({ merchantIds: ['rosa'] }), {}],
    ['another day', bonus({ days: ['Wed'] }), {}],
    ['ended yesterday', bonus({ to: '2026-03-09' }), {}],
    ['begins tomorrow', bonus({ from: '2026-03-11' }), {}],
    ['the member’s window is over', bonus({}, { endsAt: now.getTime() }), {}],
    ['earned already', bonus({}, { bonusStatus: 'Qualified' }), {}],
    ['a multiple of rewards', bonus({ reward: { kind: 'multiplier', times: 2 } }), {}],
    ['only new restaurants, and it is known', bonus({ newRestaurants: true }), { isVisited: true }],
    [
      'no earning day',
      bonus(),
      { terms: terms({ benefitAvailability: { campaignCodes: [], weekdays: [] } }) },
    ],
  ])('%s -> no promise', (_case, only, overrides) => {
    const bonuses = [only]
    expect(promisedReason(place({ offers: [], ...overrides }), member({ bonuses }))).toBe(null)
  })

  test('a dine is pending, which may complete it first -> no promise of it', () => {
    const pending = member({ bonuses: [bonus()], hasPendingDine: true })
    expect(promisedReason(place({ offers: [] }), pending)).toBe(null)
  })
})
