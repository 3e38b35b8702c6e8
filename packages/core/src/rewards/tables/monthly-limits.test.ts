import { describe, expect, test } from 'vitest'
import { auth, booksAfter, type Case, clearing, dinesOf, refund } from './new-books-for-test.ts'

describe('the limits of a month (edge cases 10 and 11)', () => {
  const spend = { terms: { maxSpendPerMonthCents: 6_000 } }
  const visit = { terms: { maxVisitsPerMonth: 1 } }
  const [first, second] = [
    clearing({ id: 'a', at: '2026-03-08T12:00:00' }),
    clearing({ id: 'b', at: '2026-03-09T12:00:00' }),
  ]
  const inPart = ['Awarded 127 of 42.50', 'Awarded 52 of 42.50 monthly_spend_reached']
  /** A clearing is dated days later; its dine is not. */
  const dinesAt = (...times: string[]) =>
    times.flatMap((at, n) => [
      auth({ id: `t${n}`, at }),
      clearing({ id: `t${n}`, at: '2026-03-09T06:00:00' }),
    ])
  const awarded = 'Awarded 127 of 42.50'

  test.each<Case>([
    ['spend reached -> the later dine earns in part', spend, [first, second], inPart],
    ['spend reached, reported in the other order -> the same', spend, [second, first], inPart],
    [
      'spend reached, a refund of the first -> frees room',
      spend,
      [first, second, refund({ of: 'a', cents: 1_000 })],
      ['Awarded 97 of 32.50 partly_refunded', 'Awarded 82 of 42.50 monthly_spend_reached'],
    ],
    [
      'one visit, the next month by the local date -> both earn',
      visit,
      dinesAt('2026-02-28T23:50:00', '2026-03-01T00:10:00'),
      [awarded, awarded],
    ],
    [
      'one visit, the next year by the local date -> both earn',
      visit,
      dinesAt('2025-12-31T23:50:00', '2026-01-01T00:10:00'),
      [awarded, awarded],
    ],
    [
      'one visit, the night the clocks change -> one earns',
      visit,
      dinesAt('2026-03-08T01:30:00', '2026-03-08T03:30:00'),
      [awarded, 'Forfeit 0 of 42.50 monthly_visits_reached'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})
