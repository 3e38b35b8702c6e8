import { describe, expect, test } from 'vitest'
import { weekdays } from '../../shared/local-date.ts'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  goTo,
  outcomesOf,
  refund,
  type Step,
} from './new-books-for-test.ts'

/* From which dine a refund takes, and what is left of it. */

const awarded = 'Awarded 127 of 42.50'
const partly = 'Awarded 97 of 32.50 partly_refunded'
const inFull = 'Forfeit 0 of 0.00 refunded_in_full'
const [cleared, dollars10] = [clearing({ id: 'a' }), { of: 'a', cents: 1_000 }]
const [first, second, third] = ['05', '06', '07'].map(s => `2026-03-09T20:30:${s}Z`) as [
  string,
  string,
  string,
]

/** The card is removed, and the same number linked again under another id. */
const relink: Step = books => {
  const [card] = books.cards
  books.cards = [
    { ...card!, removedAt: books.now },
    { ...card!, id: 'again', linkedAt: books.now },
  ]
}

describe('a refund (edge case 6)', () => {
  const named = refund({ id: 'r', ...dollars10 })

  test.each<Case>([
    ['reported as two events -> taken once', {}, [cleared, named, named], [partly]],
    ['whole amount -> no reward', {}, [cleared, refund({ of: 'a' })], [inFull]],
    [
      'to less than a unit -> no reward',
      {},
      [cleared, refund({ of: 'a', cents: 4_249 })],
      ['Forfeit 0 of 0.01 below_minimum_reward'],
    ],
    ['more than the dine -> no reward', {}, [cleared, refund({ of: 'a', cents: 5_000 })], [inFull]],
    [
      'of a forfeited dine -> changes nothing',
      { terms: { benefitDays: [] } },
      [cleared, named],
      ['Forfeit 0 of 32.50 excluded_day'],
    ],
    [
      'under the id of the dine, again with a newer time -> taken once',
      {},
      [
        cleared,
        refund({ id: 'a', cents: 1_000, updated: first }),
        refund({ id: 'a', cents: 1_000, updated: second }),
      ],
      [partly],
    ],
    [
      'under an id of its own, again with a newer time -> taken once',
      {},
      [
        cleared,
        refund({ id: 'r', cents: 1_000, updated: first }),
        refund({ id: 'r', cents: 1_000, updated: second }),
      ],
      [partly],
    ],
    [
      'named, card linked again -> finds its dine',
      {},
      [cleared, relink, refund({ ...dollars10, card: 'again' })],
      [partly],
    ],
    [
      'unnamed, card linked again -> finds its dine',
      {},
      [cleared, relink, refund({ cents: 1_000, card: 'again' })],
      [partly],
    ],
    [
      'waiting, card linked again -> the late clearing takes it',
      {},
      [named, relink, clearing({ id: 'a', card: 'again' })],
      [partly],
    ],
    [
      'names another transaction -> changes nothing',
      {},
      [cleared, refund({ of: 'never seen', cents: 1_000 })],
      [awarded],
    ],
    ['unnamed, more than any dine -> changes nothing', {}, [cleared, refund({ cents: 10_000 })], [awarded]],
    [
      'unnamed, of a time before any dine -> changes nothing',
      {},
      [cleared, refund({ cents: 1_000, at: '2026-03-01T12:00:00' })],
      [awarded],
    ],
    [
      'unnamed -> the newest dine that covers it',
      {},
      [
        clearing({ at: '2026-03-01T19:00:00' }),
        clearing({ at: '2026-03-05T19:00:00' }),
        refund({ cents: 1_000 }),
        refund({ cents: 4_000, at: '2026-03-09T21:30:00' }),
      ],
      ['Awarded 7 of 2.50 partly_refunded', partly],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('three parts that sum to all -> no reward, step by step (edge case 9)', () => {
    const parts = [1_000, 1_000, 2_250].map(cents => refund({ cents }))
    const balances = parts.map((_, n) => booksAfter({}, [cleared, ...parts.slice(0, n + 1)]).balance())
    expect(balances).toEqual([97, 67, 0])
  })

  test.each<[name: string, steps: Step[], outcome: string]>([
    [
      'more than the dine -> the excess is noted',
      [cleared, refund({ id: 'r', of: 'a', cents: 5_000 })],
      'processed refund_exceeds_dine',
    ],
    ['matches no dine -> parked', [cleared, refund({ id: 'r', of: 'never seen' })], 'parked refund_waits'],
    ['before its clearing -> parked', [refund({ id: 'r', of: 'a' })], 'parked refund_waits'],
    ['its clearing comes -> processed', [refund({ id: 'r', of: 'a' }), cleared], 'processed'],
    [
      'unnamed, then another names all of the dine -> parked again',
      [cleared, refund({ id: 'r', cents: 1_000 }), refund({ of: 'a' })],
      'parked refund_waits',
    ],
  ])('%s', (_, steps, outcome) => {
    expect(outcomesOf(booksAfter({}, steps), 'r')).toEqual([outcome])
  })

  const corrections = [
    refund({ id: 'r', of: 'a', cents: 2_000, updated: second }),
    refund({ id: 'r', of: 'a', cents: 1_000, updated: first }),
    refund({ id: 'r', of: 'a', cents: 1_250, updated: third }),
  ]

  test.each<Case>([
    [
      'corrected -> takes the corrected amount',
      {},
      [cleared, ...corrections],
      ['Awarded 90 of 30.00 partly_refunded'],
    ],
    [
      'corrected while it waits -> takes the corrected amount',
      {},
      [...corrections, cleared],
      ['Awarded 90 of 30.00 partly_refunded'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('a refund before its clearing (edge case 3)', () => {
  const [older, newer] = [clearing({ at: '2026-03-01T19:00:00' }), clearing({ at: '2026-03-05T19:00:00' })]

  test.each<Case>([
    ['named -> nets to zero once it clears', {}, [refund({ of: 'a' }), cleared], [inFull]],
    [
      'unnamed, while the dine is pending -> the estimate stays',
      {},
      [auth({ id: 'a' }), refund({ cents: 1_000 })],
      ['Pending 127 of 42.50 tip_pending'],
    ],
    [
      'unnamed, the dine clears -> takes from it',
      {},
      [auth({ id: 'a' }), refund({ cents: 1_000 }), cleared],
      [partly],
    ],
    [
      'unnamed, taken from an older dine -> moves to the newer one when that clears',
      {},
      [older, refund({ cents: 1_000 }), newer],
      [awarded, partly],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('a void, a chargeback (edge case 7)', () => {
  const voided = refund({ id: 'a' })

  test.each<Case>([
    ['the same night -> nothing to earn on', {}, [auth({ id: 'a' }), voided], [inFull]],
    ['the same night, cleared all the same -> no reward', {}, [auth({ id: 'a' }), voided, cleared], [inFull]],
    [
      'of a part -> an estimate for the rest',
      {},
      [auth({ id: 'a' }), refund({ id: 'a', cents: 1_000 })],
      ['Pending 97 of 32.50 tip_pending'],
    ],
    [
      'a chargeback after 60 days -> takes the reward back',
      {},
      [cleared, goTo('2026-05-09T18:00:00Z'), refund({ of: 'a', at: '2026-05-09T12:00:00' })],
      [inFull],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('a refund that names no dine (edge case 6)', () => {
  const exceptFriday = { terms: { benefitDays: weekdays.filter(day => day !== 'Fri') } }
  const monday = clearing({ cents: 20_000, at: '2026-03-02T19:30:00', code: 'M1' })
  const friday = clearing({ cents: 19_500, at: '2026-03-06T19:30:00', code: 'F1' })
  const taken = (cents: number, code?: string) => refund({ cents, code, at: '2026-03-07T12:00:00' })
  const fridayKept = 'Forfeit 0 of 195.00 excluded_day'
  const mondayRest = 'Awarded 30 of 10.00 partly_refunded'

  test.each<Case>([
    [
      'the code of the dine that earned -> takes from that one, not from the newest',
      exceptFriday,
      [monday, friday, taken(19_000, 'M1')],
      [mondayRest, fridayKept],
    ],
    [
      'the code, reported before either dine -> the same',
      exceptFriday,
      [taken(19_000, 'M1'), friday, monday],
      [mondayRest, fridayKept],
    ],
    [
      'the code, more than the dine has left -> all of it, and no other',
      exceptFriday,
      [monday, friday, taken(21_000, 'M1')],
      [inFull, fridayKept],
    ],
    [
      'the amount of the dine that earned -> that one',
      exceptFriday,
      [monday, friday, taken(20_000)],
      [inFull, fridayKept],
    ],
    [
      'the amount of the dine that did not -> that one',
      exceptFriday,
      [monday, friday, taken(19_500)],
      ['Awarded 600 of 200.00', 'Forfeit 0 of 0.00 excluded_day'],
    ],
    [
      'an amount that both cover -> the one that earned',
      exceptFriday,
      [monday, friday, taken(19_000)],
      [mondayRest, fridayKept],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test.each([[[0, 1, 2, 3]], [[1, 2, 3, 0]], [[3, 2, 1, 0]]])(
    'a dine that earned by the tier of a late report, in the order %j -> takes from that one',
    order => {
      const earnRates = { '2': { numerator: 1, denominator: 200 }, '3': { numerator: 1, denominator: 10 } }
      const vipQualification = { dinesRequired: 2, dollarsRequired: 0 }
      const settings = { hasVIP: true, vipQualification, rewards: { earnRates } }
      const steps = [
        clearing({ cents: 5_000, at: '2026-03-01T19:30:00' }),
        clearing({ cents: 8_000, at: '2026-03-02T19:30:00' }),
        clearing({ cents: 150, at: '2026-03-06T19:30:00' }),
        taken(100),
      ]
      const books = booksAfter(
        { settings },
        order.map(index => steps[index]!),
      )
      expect(dinesOf(books)).toEqual([
        'Awarded 25 of 50.00',
        'Awarded 40 of 80.00',
        'Awarded 5 of 0.50 partly_refunded',
      ])
    },
  )
})

describe('refunds in several currencies', () => {
  const steps = [
    clearing({ id: 'a', at: '2026-03-08T19:30:00' }),
    clearing({ currency: 'EUR', cents: 6_000 }),
    refund({ cents: 1_000 }),
    refund({ currency: 'EUR', cents: 4_000 }),
  ] as const
  const [dollarDine, , , euroRefund] = steps
  const each = ['Awarded 97 of 32.50 partly_refunded', 'Forfeit 0 of 20.00 currency_not_supported']

  test.each<Case>([
    ['unnamed, in another currency than the dine -> takes nothing', {}, [dollarDine, euroRefund], [awarded]],
    [
      'named, in another currency than the dine -> takes nothing',
      {},
      [dollarDine, refund({ of: 'a', currency: 'JPY', cents: 4_000 })],
      [awarded],
    ],
    ['dines and refunds in two -> each takes from its own', {}, steps, each],
    ['refunds first -> the same', {}, [steps[2], steps[3], steps[0], steps[1]], each],
    ['refunds first and last -> the same', {}, [steps[3], steps[0], steps[2], steps[1]], each],
  ])('%s', (_, given, reports, dines) => {
    expect(dinesOf(booksAfter(given, reports))).toEqual(dines)
  })
})
