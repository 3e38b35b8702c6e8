import { expect, test } from 'vitest'
import type { StatementCredit } from './activity.queries.ts'
import { creditProgress, inFlightCents } from './credit-progress.ts'

test.each([
  ['nothing yet', 0, { copy: 'credit.zero', filledCents: 0, amountCents: 2000 }],
  ['on the way', 1340, { copy: 'credit.inProgress', filledCents: 1340, amountCents: 660 }],
  ['one cent short', 1999, { copy: 'credit.inProgress', filledCents: 1999, amountCents: 1 }],
  ['reached', 2000, { copy: 'credit.full', filledCents: 2000, amountCents: 0 }],
  ['beyond: the bar is capped', 2750, { copy: 'credit.full', filledCents: 2000, amountCents: 0 }],
  ['a paid reward was taken back', -120, { copy: 'credit.owed', filledCents: 0, amountCents: 120 }],
])('account §4 Reward progress: %s', (_case, balanceCents, expected) => {
  expect(creditProgress(balanceCents, 2000)).toEqual({ balanceCents, ...expected })
})

test('in flight: credits that are neither paid nor returned', () => {
  const credit = (status: string, creditAmountCents: number): StatementCredit => ({
    recordType: 'Credit',
    creditId: status,
    date: '2026-03-10T18:00:00.000Z',
    creditAmountCents,
    targetType: 'Card',
    targetLabel: 'Visa ending in 4242',
    benefitProcessor: 'Visa',
    status,
    reason: null,
  })
  const credits = ['Pending', 'Pending_received', 'Error', 'Completed', 'Rejected'].map((status, index) =>
    credit(status, 10 ** index),
  )
  expect(inFlightCents(credits)).toBe(111)
})
