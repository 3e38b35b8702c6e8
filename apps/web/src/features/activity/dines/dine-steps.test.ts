import { expect, test } from 'vitest'
import { dineSteps, type HistoryEntry } from './dine-steps.ts'

const entry = (status: HistoryEntry['status'], ticketAmount = 50, benefitAmount = 150, code?: string) => ({
  at: '2026-11-05T08:00:00.000Z',
  status,
  ticketAmount,
  benefitAmount,
  reason: code ? { code, text: '' } : null,
})
const seen = entry('Pending', 42.5, 0)

test.each<[string, HistoryEntry[], string[]]>([
  ['pending', [seen], ['seen', 'cleared next', 'earned later', 'paid later']],
  [
    'checked by a person',
    [seen, entry('Pending', 50, 150, 'under_review')],
    ['seen', 'cleared', 'earned next', 'paid later'],
  ],
  [
    'checked, and known since its clearing alone',
    [entry('Pending', 50, 150, 'under_review')],
    ['seen', 'cleared', 'earned next', 'paid later'],
  ],
  [
    'checked, and released',
    [seen, entry('Pending', 50, 0, 'under_review'), entry('Awarded')],
    ['seen', 'cleared', 'earned', 'paid next'],
  ],
  [
    'checked, and refused',
    [seen, entry('Pending', 50, 0, 'under_review'), entry('Forfeit', 50, 0, 'review_refused')],
    ['seen', 'cleared', 'notEarned stopped'],
  ],
  ['awarded', [seen, entry('Awarded')], ['seen', 'cleared', 'earned', 'paid next']],
  ['never seen before its clearing', [entry('Awarded')], ['cleared', 'earned', 'paid next']],
  ['sent', [seen, entry('Awarded'), entry('Deferred')], ['seen', 'cleared', 'earned', 'sent', 'paid next']],
  ['paid', [seen, entry('Awarded'), entry('Paid')], ['seen', 'cleared', 'earned', 'paid']],
  [
    'paid, then partly refunded',
    [seen, entry('Paid'), entry('Paid', 40, 120, 'partly_refunded')],
    ['seen', 'cleared', 'earned', 'paid', 'changed'],
  ],
  [
    'refunded in full',
    [seen, entry('Awarded'), entry('Forfeit', 0, 0, 'refunded_in_full')],
    ['seen', 'cleared', 'earned', 'notEarned stopped'],
  ],
  [
    'an excluded day',
    [seen, entry('Forfeit', 50, 0, 'excluded_day')],
    ['seen', 'cleared', 'notEarned stopped'],
  ],
  ['known at once not to earn', [entry('Forfeit', 42.5, 0, 'card_removed')], ['seen', 'notEarned stopped']],
  [
    'never collected',
    [seen, entry('Forfeit', 42.5, 0, 'authorization_expired')],
    ['seen', 'notEarned stopped'],
  ],
])('steps of a dine: %s', (_case, history, expected) => {
  const steps = dineSteps({ history, awardStatus: history.at(-1)!.status })
  expect(steps.map(({ step, state }) => (state === 'done' ? step : `${step} ${state}`))).toEqual(expected)
})
