import { expect, test } from 'vitest'
import { creditProgress } from './credit-progress.ts'

test.each([
  ['nothing yet', 0, { copy: 'credit.zero', filledCents: 0, amountCents: 2000 }],
  ['on the way', 1340, { copy: 'credit.inProgress', filledCents: 1340, amountCents: 660 }],
  ['one cent short', 1999, { copy: 'credit.inProgress', filledCents: 1999, amountCents: 1 }],
  ['reached', 2000, { copy: 'credit.full', filledCents: 2000, amountCents: 2000 }],
  ['beyond: the bar is capped', 2750, { copy: 'credit.full', filledCents: 2000, amountCents: 2750 }],
  ['a paid reward was taken back', -120, { copy: 'credit.owed', filledCents: 0, amountCents: 120 }],
])('account §4 Reward progress: %s', (_case, balanceCents, expected) => {
  expect(creditProgress(balanceCents, 2000)).toEqual({ balanceCents, ...expected })
})

test.each([
  [2000, 'credit.hold.returned'],
  [1999, 'credit.inProgress'],
])('a balance of %i cents whose payment came back -> %s', (balanceCents, copy) => {
  expect(creditProgress(balanceCents, 2000, { hold: 'returned' })).toMatchObject({ copy })
})

test('a part waits in case of a refund -> the rest is what is paid', () => {
  expect(creditProgress(2750, 2000, { waitingCents: 700 })).toMatchObject({
    copy: 'credit.full',
    amountCents: 2050,
  })
})
