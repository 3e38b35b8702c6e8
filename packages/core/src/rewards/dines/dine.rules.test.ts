import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reasonCopy } from '../../partner/copy/reason-copy.ts'
import { reasonCodes } from '../reason-codes.ts'
import { amountsOf, decideDine, decideDines, netCents, newestDineRule } from './dine.rules.ts'
import type { DineFacts, DineInMonth } from './dine-to-decide.ts'

const terms = {
  joinedOn: '2026-01-01',
  leftOn: null,
  benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  campaignCodes: [],
}
const facts: DineFacts = {
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate: { numerator: 3, denominator: 100 },
  rounding: 'down',
  timezone: 'America/New_York',
  terms,
  cardLinkedAt: '2026-01-02T00:00:00.000Z',
  cardRemovedAt: null,
  accountClosedAt: null,
}
const cleared = { authorizedCents: 3_600, clearedCents: 4_250, refundedCents: 0 }
const noLimit = { cents: null, visits: null }

const dine = (fields: Partial<DineInMonth> = {}): DineInMonth => ({
  transactionId: 't1',
  ruleVersion: newestDineRule(),
  dinedAt: '2026-03-09T19:30:00',
  amounts: cleared,
  facts,
  expired: false,
  earnedAs: 'Awarded',
  ...fields,
})
const decide = (fields: Partial<DineInMonth>) => decideDine(dine(fields), noLimit)
const withFacts = (changed: Partial<DineFacts>) => decide({ facts: { ...facts, ...changed } })
const withTerms = (changed: object) => withFacts({ terms: { ...terms, ...changed } })
const atAcclaimed = (tier: number, ...campaignCodes: string[]) =>
  withFacts({ tier, terms: { ...terms, campaignCodes } })

describe('a dine', () => {
  test('that cleared is awarded', () => {
    expect(decide({})).toEqual({ status: 'Awarded', rewardUnits: 127, reasonCode: null, earningCents: 4_250 })
  })

  test('that is only authorized is pending, with an estimate that knows no tip', () => {
    const amounts = { authorizedCents: 3_600, clearedCents: null, refundedCents: 0 }
    expect(decide({ amounts })).toMatchObject({
      status: 'Pending',
      rewardUnits: 108,
      reasonCode: 'tip_pending',
    })
  })

  test.each([
    ['25 % above its authorization', 4_500, 135],
    ['below its authorization', 3_000, 90],
  ])('counts its clearing, %s', (_, clearedCents, units) => {
    expect(decide({ amounts: { ...cleared, clearedCents } })).toMatchObject({ rewardUnits: units })
  })

  test.each(['Deferred', 'Paid'] as const)('that earned as %s stays so', earnedAs => {
    expect(decide({ earnedAs })).toMatchObject({ status: earnedAs, rewardUnits: 127 })
  })

  test('refunded in part earns on the rest, and says so', () => {
    const decision = decide({ amounts: { ...cleared, refundedCents: 1_000 } })
    expect(decision).toMatchObject({ status: 'Awarded', rewardUnits: 97, reasonCode: 'partly_refunded' })
  })
})

describe('a dine earns nothing', () => {
  test.each([
    ['in another currency', withFacts({ currency: 'CAD' }), 'currency_not_supported'],
    ['where the restaurant takes no part', withFacts({ terms: null }), 'not_participating'],
    [
      'the day before the restaurant joined',
      withTerms({ joinedOn: '2026-03-10' }),
      'merchant_not_yet_joined',
    ],
    ['on the day the restaurant had left', withTerms({ leftOn: '2026-03-09' }), 'merchant_left'],
    ['on a weekday that does not earn', withTerms({ benefitDays: ['Sun', 'Tue'] }), 'excluded_day'],
    ['opted out, at an Acclaimed restaurant', atAcclaimed(0, 'acclaimed'), 'acclaimed_locked'],
    ['not activated, at an Acclaimed restaurant', atAcclaimed(1, 'acclaimed'), 'acclaimed_locked'],
    ['opted in, at one for VIPs', atAcclaimed(2, 'acclaimed', 'acclaimed2'), 'acclaimed_locked'],
    [
      'a minute before its card was linked',
      withFacts({ cardLinkedAt: '2026-03-09T23:31:00Z' }),
      'card_not_linked_at_dine',
    ],
    [
      'a minute after its card was removed',
      withFacts({ cardRemovedAt: '2026-03-09T23:29:00Z' }),
      'card_removed',
    ],
    [
      'after the account was closed',
      withFacts({ accountClosedAt: '2026-03-09T23:29:00Z' }),
      'account_closed',
    ],
    ['when the bill is zero', decide({ amounts: { ...cleared, clearedCents: 0 } }), 'amount_zero'],
    ['when all was refunded', decide({ amounts: { ...cleared, refundedCents: 4_250 } }), 'refunded_in_full'],
    [
      'when more than all was refunded',
      decide({ amounts: { ...cleared, refundedCents: 9_999 } }),
      'refunded_in_full',
    ],
    [
      'when it is too small for a unit',
      decide({ amounts: { ...cleared, clearedCents: 33 } }),
      'below_minimum_reward',
    ],
    [
      'when the clearing never came',
      decide({ amounts: { ...cleared, clearedCents: null }, expired: true }),
      'authorization_expired',
    ],
    [
      'when the visits of the month are used',
      decideDine(dine(), { cents: null, visits: 0 }),
      'monthly_visits_reached',
    ],
    [
      'when the spending of the month is used',
      decideDine(dine(), { cents: 0, visits: null }),
      'monthly_spend_reached',
    ],
  ])('%s', (_, decision, reasonCode) => {
    expect(decision).toMatchObject({ status: 'Forfeit', rewardUnits: 0, reasonCode })
  })

  test('but a clearing that comes after it was given up still awards', () => {
    expect(decide({ expired: true })).toMatchObject({ status: 'Awarded', rewardUnits: 127 })
  })
})

describe('a dine earns', () => {
  test.each([
    ['on the day the restaurant joined', withTerms({ joinedOn: '2026-03-09' })],
    ['on the last day before the restaurant left', withTerms({ leftOn: '2026-03-10' })],
    ['a minute after its card was linked', withFacts({ cardLinkedAt: '2026-03-09T23:29:00Z' })],
    ['in the very second its card was linked', withFacts({ cardLinkedAt: '2026-03-09T23:30:00.900Z' })],
    ['a minute before its card was removed', withFacts({ cardRemovedAt: '2026-03-09T23:31:00Z' })],
    ['a minute before the account was closed', withFacts({ accountClosedAt: '2026-03-09T23:31:00Z' })],
    ['on its weekday', withTerms({ benefitDays: ['Mon'] })],
    ['opted in, at an Acclaimed restaurant', atAcclaimed(2, 'acclaimed')],
    ['as a VIP, at one for VIPs', atAcclaimed(3, 'acclaimed', 'acclaimed2')],
    ['opted out, at a restaurant of other campaigns', atAcclaimed(0, 'date-night')],
    ['opted out', withFacts({ tier: 0 })],
  ])('%s', (_, decision) => {
    expect(decision).toMatchObject({ status: 'Awarded', rewardUnits: 127 })
  })

  test('by the restaurant’s date, not by that of Greenwich: 23:50 on the last day', () => {
    const late = {
      dinedAt: '2026-03-31T23:50:00',
      facts: { ...facts, terms: { ...terms, leftOn: '2026-04-01' } },
    }
    expect(decide(late)).toMatchObject({ status: 'Awarded' })
  })
})

describe('the limits of a month (edge cases 10 and 11)', () => {
  const limited = (maxSpendPerMonthCents: number | null, maxVisitsPerMonth: number | null) => ({
    ...facts,
    terms: { ...terms, maxSpendPerMonthCents, maxVisitsPerMonth },
  })
  const at = (dinedAt: string, clearedCents: number | null, of: DineFacts, refundedCents = 0) =>
    dine({ dinedAt, facts: of, amounts: { authorizedCents: 1_000, clearedCents, refundedCents } })

  test('a dine that straddles the spending limit earns in part; the next earns nothing', () => {
    const of = limited(5_000, null)
    const dines = [
      at('2026-03-01T12:00:00', 4_000, of),
      at('2026-03-02T12:00:00', 4_000, of),
      at('2026-03-03T12:00:00', 4_000, of),
    ]
    expect(decideDines(dines)).toMatchObject([
      { status: 'Awarded', rewardUnits: 120, reasonCode: null },
      { status: 'Awarded', rewardUnits: 30, reasonCode: 'monthly_spend_reached' },
      { status: 'Forfeit', rewardUnits: 0, reasonCode: 'monthly_spend_reached' },
    ])
  })

  test('two dines of the same second: the lower transaction takes the room, in any order of reports', () => {
    const of = limited(null, 1)
    const [first, second] = ['t1', 't2'].map(transactionId => ({
      ...at('2026-03-01T12:00:00', 4_000, of),
      transactionId,
    }))
    expect(decideDines([first!, second!])).toMatchObject([{ status: 'Awarded' }, { status: 'Forfeit' }])
    expect(decideDines([second!, first!])).toMatchObject([{ status: 'Forfeit' }, { status: 'Awarded' }])
  })

  test('a refund frees room for the dines after it', () => {
    const of = limited(5_000, null)
    const dines = [at('2026-03-01T12:00:00', 4_000, of, 3_000), at('2026-03-02T12:00:00', 4_000, of)]
    expect(decideDines(dines)).toMatchObject([{ rewardUnits: 30 }, { rewardUnits: 120 }])
  })

  test('visits count by the local date: 23:50 on the last night belongs to the old month', () => {
    const of = limited(null, 1)
    const dines = [
      at('2026-03-31T23:50:00', 1_000, of),
      at('2026-04-01T00:10:00', 1_000, of),
      at('2026-04-02T12:00:00', 1_000, of),
    ]
    expect(decideDines(dines).map(({ status }) => status)).toEqual(['Awarded', 'Awarded', 'Forfeit'])
  })

  test('an authorization takes no room from a dine that was paid later that month', () => {
    const of = limited(null, 1)
    const dines = [at('2026-03-01T12:00:00', null, of), at('2026-03-02T12:00:00', 1_000, of)]
    expect(decideDines(dines)).toMatchObject([{ status: 'Forfeit' }, { status: 'Awarded' }])
  })

  test('reports in any order -> limits go to dines by the time they took place', () => {
    const of = limited(5_000, 3)
    const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 6_000 })), {
      maxLength: 8,
    })
    const days = amounts.map(list => [...new Map(list).entries()])
    fc.assert(
      fc.property(
        days.chain(list =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([inOrder, shuffled]) => {
          const decisions = (list: [number, number][]) => {
            const dines = list.map(([day, cents]) =>
              at(`2026-03-${String(day).padStart(2, '0')}T12:00:00`, cents, of),
            )
            return decideDines(dines)
              .map((decision, index) => ({ day: list[index]![0], ...decision }))
              .sort((a, b) => a.day - b.day)
          }
          expect(decisions(shuffled)).toEqual(decisions(inOrder))
        },
      ),
    )
  })
})

describe('amounts', () => {
  test('clearings add up, refunds add up, of several authorizations the largest counts', () => {
    const amounts = amountsOf([
      { kind: 'authorization', amountCents: 3_000 },
      { kind: 'authorization', amountCents: 3_600 },
      { kind: 'clearing', amountCents: 3_000 },
      { kind: 'clearing', amountCents: 1_250 },
      { kind: 'refund', amountCents: 500 },
      { kind: 'refund', amountCents: 500 },
    ])
    expect(amounts).toEqual({ authorizedCents: 3_600, clearedCents: 4_250, refundedCents: 1_000 })
    expect(netCents(amounts)).toBe(3_250)
  })
})

test('every reason has its words in the copy', () => {
  const reasons = Object.keys(reasonCopy).filter(key => key.startsWith('reason.'))
  expect(reasons.sort()).toEqual(reasonCodes.map(code => `reason.${code}`).sort())
})
