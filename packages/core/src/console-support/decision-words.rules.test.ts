import { expect, test } from 'vitest'
import { decisionLines } from './decision-words.rules.ts'

const points = { settings: { currencyType: 'Point', currencyWords: null } } as const
const credits = { settings: { currencyType: 'Credit', currencyWords: null } } as const
const facts = {
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate: { numerator: 3, denominator: 100 },
  rounding: 'down',
  timezone: 'America/New_York',
  terms: {
    joinedOn: '2026-01-01',
    leftOn: null,
    benefitDays: ['Mon', 'Tue'],
    maxSpendPerMonthCents: 40_000,
    maxVisitsPerMonth: null,
    campaignCodes: [],
  },
  cardLinkedAt: '2026-01-01T08:30:00.000Z',
  cardRemovedAt: null,
  accountClosedAt: null,
} as const
const amounts = { authorizedCents: 3_600, clearedCents: 4_250, refundedCents: 0 }
const recorded = { ruleVersion: 1, facts, amounts, earningCents: 4_250 }
const textOf = (lines: readonly { label: string; text: string }[]) =>
  Object.fromEntries(lines.map(({ label, text }) => [label, text]))

test('decision: a cleared dine -> each input in words', () => {
  expect(textOf(decisionLines(points, recorded))).toEqual({
    Bill: '$42.50 cleared, $36.00 authorized',
    Restaurant: 'In the program since Jan 1, 2026; earns on Mon and Tue; at most $400.00 a month',
    Card: 'Linked on Jan 1, 2026, 3:30 AM',
    'Tier at the dine': 'Opted in (tier 2)',
    'Amount that earns': '$42.50',
    Rate: '3 for each dollar, rounded down: 127 points',
    Rules: 'Version 1',
  })
})

test('decision: rewards that are money -> a percentage', () => {
  expect(textOf(decisionLines(credits, recorded)).Rate).toBe('3%, rounded down: $1.27')
})

test('decision: what speaks against a dine -> it says so', () => {
  const lines = decisionLines(points, {
    ...recorded,
    amounts: { authorizedCents: null, clearedCents: null, refundedCents: 4_250 },
    facts: {
      ...facts,
      currency: 'EUR',
      terms: null,
      cardRemovedAt: '2026-02-01T10:00:00.000Z',
      accountClosedAt: '2026-02-02T10:00:00.000Z',
      order: { kind: 'delivery', subtotalCents: null },
    },
  })
  expect(textOf(lines)).toMatchObject({
    Bill: 'not cleared yet, never authorized, €42.50 refunded. Only bills in USD earn',
    Order: 'Delivered by another company, which never earns',
    Restaurant: 'Took no part in the program',
    Card: 'Linked on Jan 1, 2026, 3:30 AM, removed on Feb 1, 2026, 5:00 AM',
    Account: 'Closed on Feb 2, 2026, 5:00 AM',
  })
})

test.each([
  ['card_not_linked_at_dine', 'Card'],
  ['below_minimum_reward', 'Rate'],
  ['tip_pending', 'Bill'],
  ['partner_rejected', 'Partner'],
])('decision: %s -> %s is marked, and comes first', (reasonCode, label) => {
  const lines = decisionLines(points, recorded, reasonCode)
  expect(lines.filter(({ isDecisive }) => isDecisive)).toEqual([lines[0]])
  expect(lines[0]?.label).toBe(label)
})

test('decision: nothing speaks against it -> nothing is marked', () => {
  expect(decisionLines(points, recorded, null).some(({ isDecisive }) => isDecisive)).toBe(false)
})
