import { expect, test } from 'vitest'
import { decideDine } from '../dines/dine.rules.ts'
import type { DineToDecide } from '../dines/dine-to-decide.ts'

const facts = {
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate: { numerator: 3, denominator: 100 },
  rounding: 'down' as const,
  timezone: 'America/New_York',
  terms: {
    joinedOn: '2026-01-01',
    leftOn: null,
    benefitDays: ['Mon'],
    maxSpendPerMonthCents: null,
    maxVisitsPerMonth: null,
    campaignCodes: [],
  },
  cardLinkedAt: '2026-01-01T00:00:00.000Z',
  cardRemovedAt: null,
  accountClosedAt: null,
}
const online = (subtotalCents: number | null) => ({ kind: 'online' as const, subtotalCents })
const delivery = { kind: 'delivery' as const, subtotalCents: 3_600 }

function decide(order: DineToDecide['facts']['order'], amounts: Partial<DineToDecide['amounts']> = {}) {
  const decision = decideDine(
    {
      ruleVersion: 1,
      dinedAt: '2026-03-09T19:30:00',
      amounts: { authorizedCents: null, clearedCents: 4_250, refundedCents: 0, ...amounts },
      facts: order ? { ...facts, order } : facts,
      expired: false,
      earnedAs: 'Awarded',
    },
    { cents: null, visits: null },
  )
  return [decision.status, decision.rewardUnits, decision.reasonCode]
}

test.each([
  ['at a table -> the total', decide(undefined), ['Awarded', 127, null]],
  ['online -> the subtotal', decide(online(3_600)), ['Awarded', 108, 'online_order']],
  ['online, subtotal unknown -> the total', decide(online(null)), ['Awarded', 127, null]],
  ['online, subtotal above the bill -> the bill', decide(online(9_000)), ['Awarded', 127, null]],
  [
    'online, refunded -> the rest',
    decide(online(3_600), { refundedCents: 1_000 }),
    ['Awarded', 78, 'partly_refunded'],
  ],
  [
    'online, refunded in full',
    decide(online(3_600), { refundedCents: 4_250 }),
    ['Forfeit', 0, 'refunded_in_full'],
  ],
  [
    'online, authorized',
    decide(online(3_600), { authorizedCents: 4_250, clearedCents: null }),
    ['Pending', 108, 'tip_pending'],
  ],
  ['delivered by another company -> nothing', decide(delivery), ['Forfeit', 0, 'third_party_delivery']],
])('order: %s (edge case 17)', (_, decision, expected) => {
  expect(decision).toEqual(expected)
})
