import { describe, expect, test } from 'vitest'
import { days } from '../../shared/clock.ts'
import type { BooksInMemory } from '../books-in-memory-for-test.ts'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  goTo,
  linkOtherCard,
  outcomesOf,
  refund,
} from './new-books-for-test.ts'

/* What dines earn, by what was reported of them. */

const at = (minute: number) => `2026-03-12T10:0${minute}:00Z`

describe('account §9 Earn rates: what a dine of $42.50 earns', () => {
  test.each([
    ['opted in', 2, 127],
    ['VIP', 3, 127],
    ['opted out', 0, 21],
    ['not activated', 1, 21],
  ])('a member who is %s -> by the rate of the tier', (_, tierLevel, units) => {
    expect(booksAfter({ member: { tierLevel } }, [clearing()]).balance()).toBe(units)
  })
})

describe('an authorization and its clearing (edge case 2)', () => {
  const expireAfter = (milliseconds: number) => (books: BooksInMemory) => {
    books.now = new Date(books.now.getTime() + milliseconds)
    books.expire()
  }

  test.each<Case>([
    [
      'clearing first -> counts once',
      {},
      [clearing({ id: 'a' }), auth({ id: 'a', cents: 3_600 })],
      ['Awarded 127 of 42.50'],
    ],
    ['clearing alone -> awarded', {}, [clearing()], ['Awarded 127 of 42.50']],
    ['authorization alone -> an estimate', {}, [auth()], ['Pending 127 of 42.50 tip_pending']],
    [
      'authorization, 30 days old -> still an estimate',
      {},
      [auth(), expireAfter(days(30))],
      ['Pending 127 of 42.50 tip_pending'],
    ],
    [
      'authorization, older -> expired',
      {},
      [auth(), expireAfter(days(30) + 1)],
      ['Forfeit 0 of 42.50 authorization_expired'],
    ],
    [
      'expired, then cleared -> awarded',
      {},
      [auth({ id: 'a' }), expireAfter(days(31)), clearing({ id: 'a' })],
      ['Awarded 127 of 42.50'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('a clearing against its authorization (edge case 4)', () => {
  const authorized = auth({ id: 'a', cents: 3_600 })
  const half = { cents: 50, code: '4711' }

  test.each<Case>([
    [
      '18 % above, the tip -> earns on the clearing',
      {},
      [authorized, clearing({ id: 'a', cents: 4_248 })],
      ['Awarded 127 of 42.48'],
    ],
    [
      '25 % above -> earns on the clearing',
      {},
      [authorized, clearing({ id: 'a', cents: 4_500 })],
      ['Awarded 135 of 45.00'],
    ],
    [
      'below -> earns on the clearing',
      {},
      [authorized, clearing({ id: 'a', cents: 3_000 })],
      ['Awarded 90 of 30.00'],
    ],
    [
      'of zero -> earns nothing',
      {},
      [authorized, clearing({ id: 'a', cents: 0 })],
      ['Forfeit 0 of 0.00 amount_zero'],
    ],
    [
      'one authorization in two clearings, and a late third -> one dine that earns on the sum',
      {},
      [
        auth({ id: 'a', cents: 3_600, code: '4711' }),
        clearing({ id: 'a', ...half }),
        clearing(half),
        goTo('2026-03-17T18:00:00Z'),
        clearing({ ...half, at: '2026-03-16T19:30:00' }),
      ],
      ['Awarded 4 of 1.50'],
    ],
    [
      'two clearings with one code, no authorization -> two dines',
      {},
      [clearing(half), clearing(half)],
      ['Awarded 1 of 0.50', 'Awarded 1 of 0.50'],
    ],
    [
      'two clearings, then their one authorization -> one dine',
      {},
      [clearing(half), clearing(half), auth({ cents: 100, code: '4711' })],
      ['Awarded 3 of 1.00'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('a clearing delivered again (edge case 1, decision 015)', () => {
  const cleared = (cents: number, minute?: number) =>
    clearing({ id: 'a', cents, updated: minute === undefined ? null : at(minute) })

  test.each<Case>([
    [
      'same amount, newer -> counts once',
      {},
      [cleared(2_000, 0), cleared(2_000, 1), cleared(2_000, 2)],
      ['Awarded 60 of 20.00'],
    ],
    [
      'another amount, also after a repetition -> corrected',
      {},
      [cleared(5_050, 0), cleared(5_050, 1), cleared(5_200, 2)],
      ['Awarded 156 of 52.00'],
    ],
    [
      'another amount, without a time -> the one received last',
      {},
      [cleared(5_050), cleared(5_200)],
      ['Awarded 156 of 52.00'],
    ],
    [
      'out of order -> the newest counts',
      {},
      [cleared(5_200, 2), cleared(5_050, 0), cleared(5_200, 4), cleared(5_100, 3)],
      ['Awarded 156 of 52.00'],
    ],
    [
      'authorization corrected -> the estimate follows',
      {},
      [auth({ id: 'a', cents: 4_000, updated: at(0) }), auth({ id: 'a', cents: 3_600, updated: at(1) })],
      ['Pending 108 of 36.00 tip_pending'],
    ],
    [
      'another card of the member, same amount -> counts once',
      {},
      [cleared(2_000, 0), linkOtherCard, clearing({ id: 'a', cents: 2_000, updated: at(1), card: 'other' })],
      ['Awarded 60 of 20.00'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('corrected after a repetition -> the events before it are superseded', () => {
    const books = booksAfter({}, [cleared(5_050, 0), cleared(5_050, 1), cleared(5_200, 2)])
    expect(outcomesOf(books, 'a')).toEqual(['processed superseded', 'processed superseded', 'processed'])
  })
})

describe('two identical dines minutes apart (edge case 5)', () => {
  const dines = [clearing({ code: '1' }), clearing({ code: '1', at: '2026-03-09T19:33:00' })]

  test.each<Case>([
    ['no limit -> both earn', {}, dines, ['Awarded 127 of 42.50', 'Awarded 127 of 42.50']],
    [
      'a limit of one visit a month -> the first earns',
      { terms: { maxVisitsPerMonth: 1 } },
      dines,
      ['Awarded 127 of 42.50', 'Forfeit 0 of 42.50 monthly_visits_reached'],
    ],
  ])('%s', (_, given, steps, lines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(lines)
  })
})

describe('small amounts and other currencies (edge case 8)', () => {
  const optedOut = { member: { tierLevel: 0 } }

  test.each<Case>([
    [
      '$0.99 at 1 point per $2 -> nothing',
      optedOut,
      [clearing({ cents: 99 })],
      ['Forfeit 0 of 0.99 below_minimum_reward'],
    ],
    [
      '$1.99 at 1 point per $2 -> nothing',
      optedOut,
      [clearing({ cents: 199 })],
      ['Forfeit 0 of 1.99 below_minimum_reward'],
    ],
    ['$2.00 at 1 point per $2 -> a point', optedOut, [clearing({ cents: 200 })], ['Awarded 1 of 2.00']],
    [
      'a bill in another currency -> nothing',
      {},
      [clearing({ currency: 'CAD' })],
      ['Forfeit 0 of 42.50 currency_not_supported'],
    ],
    ...(['USD', 'CAD'] as const).flatMap((cleared): Case[] => {
      const [first, second] = [
        auth({ id: 'a', currency: cleared === 'USD' ? 'CAD' : 'USD' }),
        clearing({ id: 'a', currency: cleared }),
      ]
      const dines = [cleared === 'USD' ? 'Awarded 127 of 42.50' : 'Forfeit 0 of 42.50 currency_not_supported']
      return [
        [`cleared in ${cleared}, authorized in another -> the clearing’s counts`, {}, [first, second], dines],
        [`cleared in ${cleared} first, authorized in another -> the same`, {}, [second, first], dines],
      ]
    }),
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('33 dines of $0.50 -> a point each; 33 parts of one dine -> 49 together', () => {
    const halves = Array.from({ length: 33 }, () => clearing({ cents: 50 }))
    const parts = Array.from({ length: 33 }, () => clearing({ cents: 50, code: '4711' }))
    expect(booksAfter({}, halves).balance()).toBe(33)
    expect(booksAfter({}, [auth({ cents: 1_650, code: '4711' }), ...parts]).balance()).toBe(49)
  })
})

describe('an order (edge case 17)', () => {
  const online = (subtotalCents: number) => ({ order: { kind: 'online' as const, subtotalCents } })

  test.each<Case>([
    [
      'online, authorized -> an estimate of its subtotal',
      {},
      [auth(online(4_000))],
      ['Pending 120 of 42.50 tip_pending'],
    ],
    [
      'online, cleared -> the subtotal of the clearing; a refund takes from it',
      {},
      [
        auth({ id: 'a', ...online(4_000) }),
        clearing({ id: 'a', ...online(3_600) }),
        refund({ of: 'a', cents: 1_000 }),
      ],
      ['Awarded 78 of 32.50 partly_refunded'],
    ],
    ['online, cleared -> says so', {}, [clearing(online(3_600))], ['Awarded 108 of 42.50 online_order']],
    [
      'by a delivery company at the restaurant -> nothing',
      {},
      [clearing({ order: { kind: 'delivery', subtotalCents: null } })],
      ['Forfeit 0 of 42.50 third_party_delivery'],
    ],
    [
      'under a MID of its own -> nothing',
      {},
      [clearing({ place: null })],
      ['Forfeit 0 of 42.50 not_participating'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})
