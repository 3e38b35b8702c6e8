import { expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import {
  isOverdue,
  minutesToNextAttempt,
  type PayoutDelivery,
  payoutCents,
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
