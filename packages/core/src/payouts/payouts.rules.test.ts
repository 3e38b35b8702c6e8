import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import {
  holdDaysOf,
  isOverdue,
  minutesToNextAttempt,
  type PayoutDelivery,
  payoutCents,
  payoutHold,
  payoutTarget,
  paysOut,
} from './payouts.rules.ts'

test.each([
  [1_999, null],
  [2_000, 2_000],
  [2_001, 2_001],
  [-5, null],
])('payout of a balance of %i cents: %s', (balance, expected) => {
  expect(payoutCents(partnerForTest('plain'), balance)).toBe(expected)
})

test.each([
  ['Mile', false],
  ['Point', false],
  ['Dollar', true],
  ['Credit', true],
] as const)('%s is paid out: %s', (currencyType, expected) => {
  expect(paysOut(partnerForTest('plain', { currencyType }))).toBe(expected)
})

const card = (cardType: 'Visa' | 'Mastercard' | 'Amex' | 'Discover') => ({
  cardType,
  cardToken: `token-${cardType}`,
  lastFour: '4242',
  description: cardType,
})

interface TargetCase {
  readonly cards: Parameters<typeof payoutTarget>[1]['cards']
  readonly emailConfirmed?: boolean
  readonly delivery?: PayoutDelivery
  readonly deliveries?: readonly PayoutDelivery[]
}
const byEmail = {
  delivery: 'Email',
  processor: 'Tremendous',
  ref: 'ada@example.com',
  label: 'ada@example.com',
}
const toMastercard = {
  delivery: 'Card',
  processor: 'MasterCard',
  ref: 'token-Mastercard',
  label: 'Mastercard ending in 4242',
}

test.each<[string, TargetCase, unknown]>([
  [
    'the first card that takes credits',
    { cards: [card('Amex'), card('Mastercard'), card('Visa')] },
    toMastercard,
  ],
  ['no such card -> email', { cards: [card('Amex'), card('Discover')] }, byEmail],
  ['an unconfirmed address -> nowhere', { cards: [], emailConfirmed: false }, null],
  ['a partner that pays by email', { cards: [card('Visa')], delivery: 'Email' }, byEmail],
  ['a provider that pays by email only', { cards: [card('Visa')], deliveries: ['Email'] }, byEmail],
])('target: %s', (_case, { cards, emailConfirmed = true, delivery = 'Card', deliveries }, expected) => {
  const partner = partnerForTest('plain', { payout: { delivery } })
  const recipient = { email: 'ada@example.com', emailConfirmed, cards }
  expect(payoutTarget(partner, recipient, deliveries ?? ['Card', 'Email'])).toEqual(expected)
})

test('attempts: after 1, 2, 4 … minutes, then hourly; overdue at ten', () => {
  expect([1, 2, 3, 6, 7, 20].map(minutesToNextAttempt)).toEqual([1, 2, 4, 32, 60, 60])
  expect([isOverdue(9), isOverdue(10)]).toEqual([false, true])
})

test.each([
  ['Mile', null, 0],
  ['Point', 3, 3],
  ['Credit', null, 7],
  ['Dollar', 0, 0],
] as const)('%s with a hold of %s days -> %i', (currencyType, holdDays, expected) => {
  expect(holdDaysOf(partnerForTest('plain', { currencyType, rewards: { holdDays } }))).toBe(expected)
})

describe('payout hold: rewards wait', () => {
  const partner = partnerForTest('plain', { currencyType: 'Credit' })
  const now = new Date('2026-03-10T12:00:00Z')
  const payable = { hasPayableCard: true, hasConfirmedEmail: true, returnedAt: null }
  const holdOf = (balanceCents: number, waiting: readonly [units: number, day: string][]) =>
    payoutHold(
      partner,
      {
        ...payable,
        balanceCents,
        waiting: waiting.map(([units, day]) => ({ units, postedAt: `2026-03-${day}T09:00:00Z` })),
      },
      ['Card'],
      now,
    )

  test.each<[string, number, [number, string][], string | null]>([
    ['nothing waits', 2_500, [], null],
    ['enough has waited', 4_500, [[2_500, '09']], null],
    ['all of it', 2_500, [[2_500, '08']], '2026-03-15T09:00:00.000Z'],
    [
      'the second makes it enough',
      2_500,
      [
        [1_000, '04'],
        [1_000, '08'],
        [500, '09'],
      ],
      '2026-03-15T09:00:00.000Z',
    ],
    ['never enough', 1_500, [[1_500, '08']], null],
    ['a debt takes a part', 1_900, [[2_500, '08']], null],
  ])('%s -> %s', (_case, balanceCents, waiting, until) => {
    expect(holdOf(balanceCents, waiting)?.retryAt?.toISOString() ?? null).toBe(until)
  })
})
