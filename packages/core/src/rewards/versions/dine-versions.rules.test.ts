import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideDine, dineRules } from '../dines/dine.rules.ts'
import type { DineToDecide } from '../dines/dine-to-decide.ts'

/** Every version, also through what it uses, must answer what it answered when dines were decided by it. */
const answers: Record<number, string> = {
  1: '6252b4bf88dea225',
}

test.each([...dineRules.keys()])('version %i of the rules: decides as ever (edge case 25)', ruleVersion => {
  const decisions = samples(ruleVersion).flatMap(dine =>
    rooms.map(room => Object.values(decideDine(dine, room))),
  )
  expect(decisions.length).toBe(9_408)
  const digest = createHash('sha256').update(JSON.stringify(decisions)).digest('hex').slice(0, 16)
  expect(digest).toBe(answers[ruleVersion])
})

test('version of the rules: unknown -> refused', () => {
  expect(() => decideDine(samples(99)[0]!, rooms[0]!)).toThrow('version 99')
})

const rooms = [
  { cents: null, visits: null },
  { cents: 2_000, visits: 1 },
  { cents: 0, visits: null },
  { cents: null, visits: 0 },
]

const terms = {
  joinedOn: '2026-03-02',
  leftOn: null,
  benefitDays: ['Sun', 'Mon', 'Tue', 'Thu', 'Fri', 'Sat'],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  campaignCodes: [],
}
const facts = {
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate: { numerator: 3, denominator: 100 },
  rounding: 'down' as const,
  timezone: 'America/New_York',
  terms,
  cardLinkedAt: '2026-03-01T00:00:00.000Z',
  cardRemovedAt: null,
  accountClosedAt: null,
}

const factsVariants: DineToDecide['facts'][] = [
  facts,
  { ...facts, rounding: 'nearest', rate: { numerator: 1, denominator: 30 } },
  { ...facts, currency: 'CAD' },
  { ...facts, terms: null },
  { ...facts, terms: { ...terms, leftOn: '2026-03-08' } },
  { ...facts, terms: { ...terms, campaignCodes: [] } },
  { ...facts, terms: { ...terms, campaignCodes: ['acclaimed'] } },
  { ...facts, tier: 0, terms: { ...terms, campaignCodes: ['acclaimed'] } },
  { ...facts, tier: 1, terms: { ...terms, campaignCodes: ['acclaimed'] } },
  { ...facts, terms: { ...terms, campaignCodes: ['acclaimed', 'acclaimed2'] } },
  { ...facts, tier: 3, terms: { ...terms, campaignCodes: ['acclaimed', 'acclaimed2'] } },
  { ...facts, timezone: null, cardLinkedAt: '2026-03-08T16:00:00.900Z' },
  { ...facts, cardRemovedAt: '2026-03-08T16:00:00.000Z' },
  { ...facts, accountClosedAt: '2026-03-08T16:00:00.000Z' },
]

const amountVariants: DineToDecide['amounts'][] = [
  { authorizedCents: 3_600, clearedCents: null, refundedCents: 0 },
  { authorizedCents: 3_600, clearedCents: 4_250, refundedCents: 0 },
  { authorizedCents: null, clearedCents: 4_250, refundedCents: 1_000 },
  { authorizedCents: null, clearedCents: 4_250, refundedCents: 9_000 },
  { authorizedCents: null, clearedCents: 0, refundedCents: 0 },
  { authorizedCents: null, clearedCents: 20, refundedCents: 0 },
  { authorizedCents: 33, clearedCents: null, refundedCents: 0 },
]

function samples(ruleVersion: number): DineToDecide[] {
  const times = ['2026-03-01T23:59:59', '2026-03-02T00:00:00', '2026-03-04T12:00:00', '2026-03-08T12:00:00']
  const states = (['Awarded', 'Deferred', 'Paid'] as const).flatMap(earnedAs =>
    [false, true].map(expired => ({ earnedAs, expired })),
  )
  return times.flatMap(dinedAt =>
    factsVariants.flatMap(given =>
      amountVariants.flatMap(amounts =>
        states.map(state => ({ ruleVersion, dinedAt, facts: given, amounts, ...state })),
      ),
    ),
  )
}
