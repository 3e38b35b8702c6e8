import { describe, expect, test } from 'vitest'
import { days } from '../../shared/clock.ts'
import type { BooksInMemory } from '../books-in-memory-for-test.ts'
import type { PlaceBooks } from '../snapshot.ts'
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

/* What dines earn beside their base, from offers and for booked tables. */

type Offer = BooksInMemory['offers'][number]

const awarded = 'Awarded 127 of 42.50'
const inFull = 'Forfeit 0 of 0.00 refunded_in_full'
const onTuesday = { at: '2026-03-10T12:30:00' }
const fixed = (units: number) => ({ kind: 'fixed' as const, units })

const offer = (changes: Partial<Offer> = {}): Offer => ({
  id: 'offer',
  merchantId: here,
  reward: fixed(250),
  minimumSpendCents: 0,
  startsOn: '2026-03-01',
  endsOn: '2026-03-31',
  createdAt: Date.parse('2026-02-01T12:00:00Z'),
  ...changes,
})

/** Each offer has its own id. */
const offers = (...all: readonly Partial<Offer>[]) => ({
  settings: { hasFlexOffers: true },
  offers: all.map((changes, n) => offer({ id: `offer${n}`, ...changes })),
})

describe('an offer', () => {
  const [cleared, next] = [clearing({ id: 'a' }), clearing(onTuesday)]
  const authorized = auth({ id: 'a' })
  const endToday = (books: BooksInMemory) => {
    books.offers = books.offers.map(each => ({ ...each, endsOn: '2026-03-09' }))
  }
  const endProgram = (books: BooksInMemory) => {
    const { partner } = books
    books.partner = { ...partner, settings: { ...partner.settings, hasFlexOffers: false } }
  }
  const two = offers({}, { reward: fixed(200) })

  test.each<Case>([
    ['used once -> adds to the base', offers({}), [cleared, next], [`${awarded}, offer 250`, awarded]],
    [
      'of two: the higher value (edge case 16)',
      offers({}, { reward: fixed(400) }),
      [cleared],
      [`${awarded}, offer 400`],
    ],
    [
      'percent of the bill, where that is more (edge case 16)',
      offers({ reward: fixed(400) }, { reward: { kind: 'percent', percent: 10 } }),
      [cleared],
      [`${awarded}, offer 425`],
    ],
    [
      'a multiple of the base (edge case 16)',
      offers({}, { reward: { kind: 'multiplier', times: 3 } }),
      [cleared],
      [`${awarded}, offer 254`],
    ],
    [
      'below its minimum -> another (edge case 16)',
      offers({ reward: fixed(900), minimumSpendCents: 4_251 }, {}),
      [cleared],
      [`${awarded}, offer 250`],
    ],
    [
      'before it starts -> another (edge case 16)',
      offers({ reward: fixed(900), startsOn: '2026-03-10' }, {}),
      [cleared],
      [`${awarded}, offer 250`],
    ],
    [
      'after its last day -> another (edge case 16)',
      offers({ reward: fixed(900), endsOn: '2026-03-08' }, {}),
      [cleared],
      [`${awarded}, offer 250`],
    ],
    ['at another restaurant -> none', offers({ merchantId: elsewhere }), [cleared], [awarded]],
    [
      'of two alike: the newer is used first, the older ends (edge case 16)',
      offers({ endsOn: '2026-03-09' }, { startsOn: '2026-03-05', endsOn: '2026-03-09' }),
      [cleared, next],
      [`${awarded}, offer 250`, awarded],
    ],
    [
      'of two pending dines: the first keeps it (edge case 16)',
      offers({}),
      [auth(onTuesday), authorized],
      ['Pending 127 of 42.50 tip_pending, offer 250', 'Pending 127 of 42.50 tip_pending'],
    ],
    [
      'the second clears -> the pending first keeps it (edge case 16)',
      offers({}),
      [auth({ id: 'b', ...onTuesday }), authorized, clearing({ id: 'b', ...onTuesday })],
      ['Pending 127 of 42.50 tip_pending, offer 250', awarded],
    ],
    [
      'the first is never cleared -> the second has it (edge case 16)',
      offers({}),
      [auth({ id: 'b', ...onTuesday }), authorized, clearing({ id: 'b', ...onTuesday }), expireLater],
      ['Forfeit 0 of 42.50 authorization_expired', `${awarded}, offer 250`],
    ],
    [
      'ended after the authorization -> its clearing keeps it, another dine gets none',
      two,
      [authorized, endToday, cleared, next],
      [`${awarded}, offer 250`, awarded],
    ],
    [
      'no longer of the program -> its clearing keeps it, another dine gets none',
      two,
      [authorized, endProgram, cleared, next],
      [`${awarded}, offer 250`, awarded],
    ],
    [
      'no longer of the program, a part refunded -> kept',
      two,
      [authorized, endProgram, cleared, refund({ of: 'a', cents: 1_000 })],
      ['Awarded 97 of 32.50 partly_refunded, offer 250'],
    ],
    [
      'a part refunded -> a fixed reward stays',
      offers({}),
      [cleared, refund({ of: 'a', cents: 1_000 })],
      ['Awarded 97 of 32.50 partly_refunded, offer 250'],
    ],
    [
      'all refunded -> open again',
      offers({}),
      [cleared, refund({ of: 'a' }), next],
      [inFull, `${awarded}, offer 250`],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test.each([
    ['a', 'z'],
    ['z', 'a'],
  ])(
    'of several that begin on one day, ids %s and %s -> the one that was made last (edge case 16)',
    (older, newer) => {
      const made = (id: string, second: number) => ({
        id,
        createdAt: Date.parse(`2026-02-01T12:00:0${second}Z`),
      })
      const books = booksAfter(offers(made(older, 0), made(newer, 1)), [cleared])
      expect(books.components.map(({ code }) => code)).toEqual([newer])
    },
  )

  test.each(['1', '2'])(
    'two clearings of one second turn out to be one dine, %s comes last -> one reward',
    last => {
      const parts = [3 - Number(last), last].map(id => clearing({ id: `t${id}`, cents: 2_000, code: '4711' }))
      const given = offers({}, { reward: fixed(100) })
      // The lower transaction id counts as the first, and takes the better offer.
      expect(dinesOf(booksAfter(given, parts))).toEqual([
        'Awarded 60 of 20.00, offer 250',
        'Awarded 60 of 20.00, offer 100',
      ])
      const together = booksAfter(given, [...parts, auth({ id: 't3', cents: 3_600, code: '4711' })])
      expect([dinesOf(together), together.balance()]).toEqual([['Awarded 120 of 40.00, offer 250'], 370])
    },
  )

  function expireLater(books: BooksInMemory): void {
    books.now = new Date(books.now.getTime() + days(31))
    books.expire()
  }
})

describe('a booked table (edge case 15)', () => {
  /** The table is booked for 7 PM on March 10 in New York. */
  const table = { id: 'table', startsAt: Date.parse('2026-03-10T23:00:00Z'), bonusUnits: 50 }
  const booked = (changes: object = {}) => ({
    bookings: [{ ...table, merchantId: here, status: 'pending', ...changes }] as PlaceBooks['bookings'],
  })
  const dine = (at: string) => [clearing({ id: 'a', at })]
  const evening = '2026-03-10T19:30:00'
  const kept = `${awarded}, reservation 50`

  test.each<Case>([
    ['a dine at the booked time -> earns it', booked(), dine('2026-03-10T19:00:00'), [kept]],
    ['3 h early -> earns it', booked(), dine('2026-03-10T16:00:00'), [kept]],
    ['more than 3 h early -> none', booked(), dine('2026-03-10T15:59:59'), [awarded]],
    ['6 h late -> earns it', booked(), dine('2026-03-11T01:00:00'), [kept]],
    ['more than 6 h late -> none', booked(), dine('2026-03-11T01:00:01'), [awarded]],
    ['a day late -> none', booked(), dine('2026-03-11T19:00:00'), [awarded]],
    ['at another restaurant -> none', booked({ merchantId: elsewhere }), dine(evening), [awarded]],
    [
      'with a card that was linked later -> none',
      { ...booked(), card: { linkedAt: '2026-03-11T00:00:00Z' } },
      dine(evening),
      ['Forfeit 0 of 42.50 card_not_linked_at_dine'],
    ],
    [
      'where the restaurant had left -> none',
      { ...booked(), terms: { leftOn: '2026-03-10' } },
      dine(evening),
      ['Forfeit 0 of 42.50 merchant_left'],
    ],
    [
      'delivered -> none',
      booked(),
      [clearing({ at: evening, order: { kind: 'delivery', subtotalCents: null } })],
      ['Forfeit 0 of 42.50 third_party_delivery'],
    ],
    [
      'refunded -> the next dine around its time earns it',
      booked(),
      [
        ...dine(evening),
        clearing({ at: '2026-03-10T20:00:00', cents: 1_000 }),
        refund({ of: 'a', at: '2026-03-10T21:00:00' }),
      ],
      [inFull, 'Awarded 30 of 10.00, reservation 50'],
    ],
  ])('%s', (_, given, steps, dines) => {
    const books = booksAfter(given, steps)
    expect(dinesOf(books)).toEqual(dines)
    const isEarned = dines.some(line => line.includes('reservation'))
    expect(books.bookings.map(({ status }) => status)).toEqual([isEarned ? 'earned' : 'pending'])
  })

  describe.each([
    ['on a day that does not earn', { benefitDays: ['Mon'] }, 'excluded_day'],
    ['above the visits of the month', { maxVisitsPerMonth: 0 }, 'monthly_visits_reached'],
    ['above the spend of the month', { maxSpendPerMonthCents: 0 }, 'monthly_spend_reached'],
  ])('a dine %s', (_name, terms, reason) => {
    const reported = [auth({ id: 'a', at: evening }), ...dine(evening)]
    const taken = { of: 'a', at: '2026-03-10T20:30:00' }

    test.each([
      ['authorized -> not yet', reported.slice(0, 1), 'Forfeit 0 of 42.50 {reason}'],
      ['cleared -> pays what was promised', reported, 'Forfeit 0 of 42.50 {reason}, reservation 50'],
      [
        'refunded in part -> keeps it',
        [...reported, refund({ ...taken, cents: 1_000 })],
        'Forfeit 0 of 32.50 {reason}, reservation 50',
      ],
    ])('%s', (_, steps, line) => {
      const books = booksAfter({ ...booked(), terms }, steps)
      expect(dinesOf(books)).toEqual([line.replace('{reason}', reason)])
      const status = line.includes('reservation') ? 'earned' : 'pending'
      expect(books.bookings).toMatchObject([{ status }])
    })

    test('refunded in full -> takes it back', () => {
      const books = booksAfter({ ...booked(), terms }, [...reported, refund(taken)])
      expect(dinesOf(books)).toEqual([expect.stringMatching(/^Forfeit 0 of 0\.00 \w+$/)])
      expect(books.bookings).toMatchObject([{ status: 'pending' }])
    })
  })
})
