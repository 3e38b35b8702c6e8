import { describe, expect, test } from 'vitest'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  kard,
  linkOtherCard,
  outcomesOf,
  refund,
  type Step,
} from './new-books-for-test.ts'

/* Payments of the second network, and payments that both networks report. */

const awarded = 'Awarded 127 of 42.50'
const partly = 'Awarded 97 of 32.50 partly_refunded'
const expired = 'Forfeit 0 of 42.50 authorization_expired'

describe('a payment of the second network', () => {
  const [approved, settled, voided] = [
    kard.auth({ id: 'a' }),
    kard.clearing({ id: 'a' }),
    kard.voided({ id: 'a' }),
  ]

  test.each<Case>([
    ['approved -> pending', {}, [approved], ['Pending 127 of 42.50 tip_pending']],
    [
      'settled with the tip -> awarded',
      {},
      [approved, kard.clearing({ id: 'a', cents: 5_050 })],
      ['Awarded 151 of 50.50'],
    ],
    [
      'settled again with another amount -> the newest counts',
      {},
      [
        approved,
        kard.clearing({ id: 'a', cents: 5_050 }),
        kard.clearing({ id: 'a', updated: '2026-03-10T09:00:00Z' }),
      ],
      [awarded],
    ],
    ['approved, then void -> forfeited (edge case 7)', {}, [approved, voided], [expired]],
    [
      'approved, then void, both again -> forfeited (edge case 7)',
      {},
      [approved, voided, approved, voided],
      [expired],
    ],
    ['void before it is approved -> no dine (edge case 7)', {}, [voided], []],
    ['void, then approved -> forfeited (edge case 7)', {}, [voided, approved], [expired]],
    ['approved, settled, void -> what was settled earns', {}, [approved, settled, voided], [awarded]],
    ['approved, void, settled -> what was settled earns', {}, [approved, voided, settled], [awarded]],
    [
      'returned under an id of its own -> the rest earns',
      {},
      [settled, kard.refund({ id: 'r', of: 'a', cents: 1_000 })],
      [partly],
    ],
    [
      'returned under an id of its own, first -> the rest earns',
      {},
      [kard.refund({ id: 'r', of: 'a', cents: 1_000 }), settled],
      [partly],
    ],
    [
      'returned under the id of the payment -> the rest earns',
      {},
      [settled, kard.refund({ id: 'a', cents: 1_000 })],
      [partly],
    ],
    [
      'returned under the id of the payment, first -> the rest earns',
      {},
      [kard.refund({ id: 'a', cents: 1_000 }), settled],
      [partly],
    ],
    [
      'returned, of a transaction that was never reported -> the dine with its code',
      {},
      [
        kard.clearing({ code: 'M1', cents: 20_000 }),
        kard.clearing({ code: 'F1', cents: 19_500, at: '2026-03-09T23:31:00Z' }),
        kard.refund({ code: 'M1', cents: 19_000 }),
      ],
      ['Awarded 30 of 10.00 partly_refunded', 'Awarded 585 of 195.00'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('two networks in one program', () => {
  const noon = { id: 'a', code: '123456', at: '2026-03-09T13:00:00' }
  const settled = kard.clearing({ id: 'a', code: '123456' })

  test.each<Case>([
    [
      'the same day, code and transaction id -> both earn',
      {},
      [auth(noon), settled, clearing(noon)],
      [awarded, awarded],
    ],
    [
      'the same day, code and transaction id, each refunded -> each from its own',
      {},
      [
        auth(noon),
        settled,
        clearing(noon),
        kard.refund({ id: 'a', cents: 1_000 }),
        refund({ id: 'r', of: 'a', at: '2026-03-09T21:30:00' }),
      ],
      ['Forfeit 0 of 0.00 refunded_in_full', partly],
    ],
    [
      'two cards, one at each network -> both earn',
      {},
      [linkOtherCard, clearing(), kard.clearing({ card: 'other' })],
      [awarded, awarded],
    ],
    [
      'refund without an original -> not taken from a dine of the other network',
      {},
      [settled, refund({ cents: 1_000, at: '2026-03-09T21:30:00' })],
      [awarded],
    ],
    [
      'refund without an original, a dine of its network comes -> taken from that one',
      {},
      [settled, refund({ cents: 1_000, at: '2026-03-09T21:30:00' }), clearing({ at: '2026-03-09T20:30:00' })],
      [awarded, partly],
    ],
    [
      'return that names a payment of the other network -> waits',
      {},
      [clearing({ id: 'a' }), kard.refund({ of: 'a' })],
      [awarded],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test.each([
    'kard 30, fidel 30, fidel 33',
    'kard 30, fidel 33, fidel 30',
    'fidel 30, fidel 33, kard 30',
    'fidel 33, kard 30, fidel 30',
    'kard 30, kard 34, fidel 34, fidel 29',
    'kard 34, fidel 29, fidel 34, kard 30',
  ])('two equal dines minutes apart, reported as %s -> both earn, once', reports => {
    const steps = reports.split(', ').map(report => {
      const [reporter, minute] = report.split(' ')
      return reporter === 'kard'
        ? kard.clearing({ at: `2026-03-09T23:${minute}:00Z` })
        : clearing({ at: `2026-03-09T19:${minute}:00` })
    })
    expect(dinesOf(booksAfter({}, steps))).toEqual([awarded, awarded])
  })

  const [ofFidel, evening] = [
    clearing({ id: 'f', at: '2026-03-09T19:31:00' }),
    clearing({ cents: 2_000, at: '2026-03-09T20:00:00' }),
  ]
  const ofKard = kard.clearing({ id: 'k' })
  const corrected = kard.clearing({ id: 'k', cents: 4_350, updated: '2026-03-10T09:00:00Z' })

  test.each<[name: string, steps: Step[], second: string, dine: string]>([
    ['the second network last', [ofFidel, evening, ofKard, corrected], 'kard:k', awarded],
    [
      'the second network first, and corrected',
      [ofKard, ofFidel, evening, corrected],
      'f',
      'Awarded 130 of 43.50',
    ],
  ])('a payment that both report, %s -> earns once, as the first one says', (_, steps, second, dine) => {
    const books = booksAfter({}, steps)
    expect(dinesOf(books)).toEqual([dine, 'Awarded 60 of 20.00'])
    expect(outcomesOf(books, second)).toContain('processed reported_by_other_network')
  })
})

describe('a refund of a payment that both networks report', () => {
  const morning = '2026-03-10T08:00:00'
  const steps = {
    'kard dine': kard.clearing({ id: 'k' }),
    'fidel dine': clearing({ id: 'f' }),
    'kard refund': kard.refund({ id: 'kr', of: 'k', cents: 1_000 }),
    'fidel refund': refund({ id: 'fr', of: 'f', cents: 1_000, at: morning }),
    'unnamed refund': refund({ id: 'fr', cents: 1_000, at: morning }),
  }
  const orders: readonly (readonly (keyof typeof steps)[])[] = [
    ['fidel dine', 'kard dine', 'kard refund', 'fidel refund'],
    ['fidel dine', 'kard dine', 'fidel refund', 'kard refund'],
    ['fidel dine', 'kard refund', 'kard dine', 'fidel refund'],
    ['fidel dine', 'kard refund', 'fidel refund', 'kard dine'],
    ['kard dine', 'fidel dine', 'fidel refund', 'kard refund'],
    ['kard dine', 'fidel refund', 'fidel dine', 'kard refund'],
    ['fidel dine', 'kard dine', 'kard refund'],
    ['fidel dine', 'kard refund', 'kard dine'],
    ['kard refund', 'kard dine', 'fidel dine'],
    ['kard dine', 'fidel dine', 'fidel refund'],
    ['fidel refund', 'kard dine', 'fidel dine'],
    ['fidel dine', 'kard dine', 'kard refund', 'unnamed refund'],
    ['fidel dine', 'kard dine', 'unnamed refund', 'kard refund'],
  ]

  test.each(orders.map(order => [order.join(', '), order] as const))('%s -> taken back once', (_, order) => {
    const books = booksAfter(
      {},
      order.map(step => steps[step]),
    )
    expect(dinesOf(books)).toEqual([partly])
  })

  const both = [steps['fidel dine'], steps['kard dine']]
  const twice = ['Awarded 67 of 22.50 partly_refunded']
  const ofKard = () => kard.refund({ of: 'k', cents: 1_000 })
  const ofFidel = () => {
    const taken = refund({ of: 'f', cents: 1_000, at: morning })
    // Networks report a refund as two events.
    return [taken, taken]
  }
  const correctedTo = (cents: number, hour: string) => {
    const at = `2026-03-10T${hour}:00:00Z`
    return [
      kard.refund({ id: 'kr', of: 'k', cents, at }),
      refund({ id: 'fr', of: 'f', cents, at: morning, updated: at }),
    ]
  }

  test.each<Case>([
    [
      'two of one amount, each reported by both -> both are taken back',
      {},
      [
        ...both,
        ...['12', '13'].flatMap(hour => [
          kard.refund({ of: 'k', cents: 1_000, at: `2026-03-10T${hour}:00:00Z` }),
          refund({ of: 'f', cents: 1_000, at: `2026-03-10T0${Number(hour) - 4}:00:00` }),
        ]),
      ],
      twice,
    ],
    [
      'two of one amount, by kard, fidel, fidel -> both are taken back',
      {},
      [...both, ofKard(), ...ofFidel(), ...ofFidel()],
      twice,
    ],
    [
      'two of one amount, by fidel, kard, fidel -> both are taken back',
      {},
      [...both, ...ofFidel(), ofKard(), ...ofFidel()],
      twice,
    ],
    [
      'two of one amount, by fidel, fidel, kard -> both are taken back',
      {},
      [...both, ...ofFidel(), ...ofFidel(), ofKard()],
      twice,
    ],
    [
      'an amount corrected by both -> taken back once',
      {},
      [...both, ...correctedTo(1_000, '12'), ...correctedTo(2_000, '13')],
      twice,
    ],
    [
      'the other network cleared the dine first -> taken back from the dine that earned',
      {},
      [auth({ id: 'f' }), steps['kard dine'], steps['fidel dine'], steps['fidel refund']],
      ['Pending 127 of 42.50 tip_pending', partly],
    ],
  ])('%s', (_, given, reports, dines) => {
    expect(dinesOf(booksAfter(given, reports))).toEqual(dines)
  })
})
