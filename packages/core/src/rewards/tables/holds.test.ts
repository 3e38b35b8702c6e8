import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BooksInMemory } from '../books-in-memory-for-test.ts'
import type { VelocityFacts } from '../holds/velocity.rules.ts'
import type { ReportedTransaction } from '../reports/reported-transaction.ts'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  elsewhere,
  here,
  refund,
} from './new-books-for-test.ts'

const facts: VelocityFacts = {
  priceRange: 2,
  cardMemberIds: [],
  deviceMemberIds: [],
  addressMemberIds: [],
  staffMatch: null,
}
const asked = (books: BooksInMemory) => {
  books.velocity = facts
}
const sharing = (known: Partial<VelocityFacts>) => (books: BooksInMemory) => {
  books.velocity = { ...facts, ...known }
}
const answered = (state: 'released' | 'refused') => (books: BooksInMemory) => {
  for (const [id, hold] of books.holds) if (hold.state !== 'closed') books.answer(id, state)
}

const large = clearing({ id: 'a', cents: 200_000 })
const held = 'Pending 6000 of 2000.00 under_review'
const awarded = 'Awarded 6000 of 2000.00'
const ofDay = (id: string, minute: number) => clearing({ id, at: `2026-03-09T12:0${minute}:00` })
const perDay = (dinesPerDay: number) => ({ settings: { velocity: { dinesPerDay } } })

describe('dines that wait for a person (decision 089)', () => {
  test.each<Case>([
    ['an unusual bill -> waits', {}, [asked, large], [held]],
    ['no rule is asked -> earns', {}, [large], [awarded]],
    ['released -> earns', {}, [asked, large, answered('released')], [awarded]],
    [
      'refused -> forfeits, also after another report',
      {},
      [asked, large, answered('refused'), auth({ id: 'a', cents: 200_000 })],
      ['Forfeit 0 of 2000.00 review_refused'],
    ],
    [
      'refused, then released -> earns',
      {},
      [asked, large, answered('refused'), answered('released')],
      [awarded],
    ],
    [
      'refunded in full -> nothing waits',
      {},
      [asked, large, refund({ of: 'a', cents: 200_000 })],
      ['Forfeit 0 of 0.00 refunded_in_full'],
    ],
    [
      'refunded in part -> waits with the rest, and a release gives that',
      {},
      [asked, large, refund({ of: 'a', cents: 50_000 }), answered('released')],
      ['Awarded 4500 of 1500.00 partly_refunded'],
    ],
    [
      'the second of a day where one is usual, reported first -> the later one waits',
      perDay(1),
      [asked, ofDay('b', 2), ofDay('a', 1)],
      ['Awarded 127 of 42.50', 'Pending 127 of 42.50 under_review'],
    ],
    [
      'one that waits uses up no visit; released it takes the visit of its date',
      { ...perDay(1), terms: { maxVisitsPerMonth: 2 } },
      [asked, ofDay('a', 1), ofDay('b', 2), clearing({ id: 'c', at: '2026-03-10T12:00:00' })],
      ['Awarded 127 of 42.50', 'Pending 127 of 42.50 under_review', 'Awarded 127 of 42.50'],
    ],
    [
      'released -> it takes the visit of its date from a later dine',
      { ...perDay(1), terms: { maxVisitsPerMonth: 2 } },
      [
        asked,
        ofDay('a', 1),
        ofDay('b', 2),
        clearing({ id: 'c', at: '2026-03-10T12:00:00' }),
        answered('released'),
      ],
      ['Awarded 127 of 42.50', 'Awarded 127 of 42.50', 'Forfeit 0 of 42.50 monthly_visits_reached'],
    ],
    [
      'what it shares with others is asked when it clears, and not of dines before',
      {},
      [clearing({ id: 'a' }), sharing({ cardMemberIds: ['b', 'c'] }), ofDay('b', 1)],
      ['Awarded 127 of 42.50', 'Pending 127 of 42.50 under_review'].toSorted(),
    ],
    [
      'an authorization alone -> is the usual estimate',
      {},
      [asked, auth({ id: 'a', cents: 200_000 })],
      ['Pending 6000 of 2000.00 tip_pending'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps)).toSorted()).toEqual([...dines].toSorted())
  })

  test('other settings, and a decision without an event, answer no case', () => {
    const books = booksAfter({}, [asked, large])
    const { velocity } = books.partner.settings
    books.partner = {
      ...books.partner,
      settings: { ...books.partner.settings, velocity: { ...velocity, billTimes: 0 } },
    }
    books.report(clearing({ id: 'b' }))
    books.expire()
    expect(dinesOf(books).filter(line => line.includes('under_review'))).toHaveLength(1)
  })
})

const dine = fc.record({
  day: fc.integer({ min: 6, max: 9 }),
  minute: fc.integer({ min: 0, max: 5 }),
  dollars: fc.constantFrom(40, 90, 450, 999, 1_200, 3_000, 99_999),
  isElsewhere: fc.boolean(),
  isAuthorized: fc.boolean(),
  refundedPercent: fc.constantFrom(0, 0, 0, 50, 100),
})

type GeneratedDine = Parameters<Parameters<typeof dine.map>[0]>[0]

const eventsOf = (dines: readonly GeneratedDine[]) =>
  dines.flatMap(({ day, minute, dollars, isElsewhere, isAuthorized, refundedPercent }, n) => {
    const place = isElsewhere ? elsewhere : here
    const of = { id: `t${n}`, at: `2026-03-0${day}T12:${minute}0:0${n}`, cents: dollars * 100, place }
    const back = { id: `r${n}`, of: of.id, cents: dollars * refundedPercent, place }
    return [
      ...(isAuthorized ? [auth(of)] : []),
      clearing(of),
      ...(refundedPercent > 0 ? [refund({ ...back, at: '2026-03-10T08:00:00' })] : []),
    ]
  })

/** What waits and why, and what is posted, whichever way it came. */
function outcomeOf(events: readonly ReportedTransaction[]) {
  const books = booksAfter(perDay(2), [sharing({ addressMemberIds: ['b'] }), ...events])
  const transactions = new Map(books.dines.map(({ id, sourceTransactionId }) => [id, sourceTransactionId]))
  const cases = [...books.holds.values()]
    .filter(({ state }) => state === 'open')
    .map(({ dineId, hits, units }) => ({ of: transactions.get(dineId), hits, units }))
  return {
    dines: dinesOf(books),
    balance: books.balance(),
    cases: cases.toSorted((a, b) => ((a.of ?? '') < (b.of ?? '') ? -1 : 1)),
  }
}

test('any order of events, and any of them twice -> the same cases and postings', () => {
  const shuffled = fc
    .array(dine, { minLength: 2, maxLength: 7 })
    .map(eventsOf)
    .chain(events =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.subarray(events),
      ),
    )
  fc.assert(
    fc.property(shuffled, ([events, others, again]) => {
      expect(outcomeOf([...others, ...again])).toEqual(outcomeOf(events))
    }),
    { numRuns: 150 },
  )
})
