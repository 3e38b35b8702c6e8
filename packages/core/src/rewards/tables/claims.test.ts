import { describe, expect, test } from 'vitest'
import type { BooksInMemory } from '../books-in-memory-for-test.ts'
import {
  auth,
  booksAfter,
  clearing,
  dinesOf,
  linkOtherCard,
  refund,
  type Step,
} from './new-books-for-test.ts'

/* Dines that members claimed, and the payments that networks report of them. */

/** The claim is for $42.50 on March 9. */
const claim: Step = books => {
  books.report(clearing({ id: 'claim-c', at: '2026-03-09T19:00:00', updated: null }), 'claim')
}

const awarded = 'Awarded 127 of 42.50'

/** The transaction that names each dine, oldest first. */
const namesOf = ({ dines }: BooksInMemory): string[] =>
  dines
    .toSorted((a, b) => (a.dinedAt < b.dinedAt ? -1 : 1))
    .map(({ sourceTransactionId }) => sourceTransactionId)

describe('a claimed dine that a network reports too (edge case 21)', () => {
  const night = { id: 'a', at: '2026-03-10T00:10:00' }
  const steps = {
    claim,
    auth: auth(night),
    clearing: clearing({ ...night, cents: 5_000 }),
    again: clearing({ ...night, cents: 5_000, updated: '2026-03-12T00:00:00Z' }),
    refund: refund({ of: 'a', cents: 1_000, at: '2026-03-10T08:00:00' }),
  }
  const orders: readonly (readonly (keyof typeof steps)[])[] = [
    ['claim', 'clearing'],
    ['clearing', 'claim'],
    ['claim', 'auth', 'clearing'],
    ['auth', 'claim', 'clearing'],
    ['auth', 'clearing', 'claim'],
    ['claim', 'clearing', 'again'],
  ]

  const rows = orders.map(order => [order.join(', '), order.map(step => steps[step])] as const)

  test.each(rows)('%s -> once, the reported one; its refund takes from it', (_, reported) => {
    const books = booksAfter({}, reported)
    expect([dinesOf(books), namesOf(books)]).toEqual([['Awarded 150 of 50.00'], ['a']])
    const refunded = booksAfter({}, [...reported, steps.refund])
    expect(dinesOf(refunded)).toEqual(['Awarded 120 of 40.00 partly_refunded'])
  })

  const early = [
    auth({ id: 'a', cents: 4_000, at: '2026-03-06T23:50:00' }),
    clearing({ id: 'a', at: '2026-03-08T12:00:00' }),
  ]
  const corrected = [
    clearing({ id: 'a', updated: '2026-03-11T00:00:00Z' }),
    clearing({ id: 'a', cents: 9_000, updated: '2026-03-12T00:00:00Z' }),
  ]
  const onOther = { card: 'other' }

  test.each<[name: string, steps: readonly Step[], dines: string[], names: string[]]>([
    ['no report -> earns by the rules', [claim], [awarded], ['claim-c']],
    [
      'corrected after it replaced the claim -> the corrected amount',
      [claim, ...corrected],
      ['Awarded 270 of 90.00'],
      ['a'],
    ],
    ['authorized three days before, cleared for the same cents -> once', [...early, claim], [awarded], ['a']],
    ['the same, claimed first -> once', [claim, ...early], [awarded], ['a']],
    [
      'on another card of the member -> once',
      [linkOtherCard, claim, clearing({ id: 'a', ...onOther })],
      [awarded],
      ['a'],
    ],
    [
      'on another card of the member, refunded -> taken from it',
      [linkOtherCard, claim, clearing({ id: 'a', ...onOther }), refund({ of: 'a', ...onOther })],
      ['Forfeit 0 of 0.00 refunded_in_full'],
      ['a'],
    ],
    [
      'on another card of the member, its refund first -> taken from it',
      [linkOtherCard, claim, refund({ of: 'a', ...onOther }), clearing({ id: 'a', ...onOther })],
      ['Forfeit 0 of 0.00 refunded_in_full'],
      ['a'],
    ],
    [
      'a report of about that day, and one of the same cents two days off -> the claim is the first',
      [
        clearing({ id: 'b', at: '2026-03-07T12:00:00' }),
        clearing({ id: 'a', cents: 4_000, at: '2026-03-08T12:00:00' }),
        claim,
      ],
      [awarded, 'Awarded 120 of 40.00'],
      ['b', 'a'],
    ],
    [
      'two reports alike -> the claim is one of them',
      [clearing({ id: 'a' }), claim, clearing({ id: 'b', at: '2026-03-09T19:31:00' })],
      [awarded, awarded],
      ['a', 'b'],
    ],
    [
      'of another amount -> two dines',
      [claim, clearing({ id: 'a', cents: 2_000 })],
      [awarded, 'Awarded 60 of 20.00'],
      ['claim-c', 'a'],
    ],
    [
      'two days later and of another amount -> two dines',
      [claim, clearing({ id: 'a', cents: 8_400, at: '2026-03-11T12:00:00' })],
      [awarded, 'Awarded 252 of 84.00'],
      ['claim-c', 'a'],
    ],
    [
      'four days earlier -> two dines',
      [claim, clearing({ id: 'a', at: '2026-03-05T12:00:00' })],
      [awarded, awarded],
      ['a', 'claim-c'],
    ],
  ])('%s', (_, reports, dines, names) => {
    const books = booksAfter({}, reports)
    expect([dinesOf(books), namesOf(books)]).toEqual([dines, names])
  })

  test('where the restaurant had left -> nothing', () => {
    const books = booksAfter({ terms: { leftOn: '2026-03-01' } }, [claim])
    expect(dinesOf(books)).toEqual(['Forfeit 0 of 42.50 merchant_left'])
  })
})
