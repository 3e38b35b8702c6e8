import { describe, expect, test } from 'vitest'
import { days } from '../../shared/clock.ts'
import type { DineTerms } from '../dines/dine-to-decide.ts'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  elsewhere,
  here,
  outcomesOf,
  type Step,
} from './new-books-for-test.ts'

/* Where, when and with which card dines earn. */

const awarded = 'Awarded 127 of 42.50'
const [authorized, cleared] = [auth({ id: 'a', cents: 3_600 }), clearing({ id: 'a' })]

const setTier =
  (tierLevel: number): Step =>
  books => {
    books.member = { ...books.member, tierLevel }
  }

const setTerms =
  (terms: Partial<DineTerms>): Step =>
  books => {
    books.places = books.places.map(place => ({ ...place, terms: { ...place.terms, ...terms } }))
  }

const later =
  (milliseconds: number): Step =>
  books => {
    books.now = new Date(books.now.getTime() + milliseconds)
  }

/** The same number is linked under another id. */
const linkAgain =
  (linkedAt: string, removedAt?: string): Step =>
  books => {
    const [card] = books.cards
    books.cards = [
      { ...card!, removedAt: removedAt ? new Date(removedAt) : card!.removedAt },
      { ...card!, id: 'again', linkedAt: new Date(linkedAt), removedAt: null },
    ]
  }

describe('where and with which card (edge case 14)', () => {
  test.each<Case>([
    [
      'unknown restaurant -> nothing',
      {},
      [clearing({ place: null })],
      ['Forfeit 0 of 42.50 not_participating'],
    ],
    [
      'before the card was removed -> earns',
      { card: { removedAt: '2026-03-09T23:31:00Z' } },
      [clearing()],
      [awarded],
    ],
    [
      'after the card was removed -> nothing',
      { card: { removedAt: '2026-03-09T23:29:00Z' } },
      [clearing()],
      ['Forfeit 0 of 42.50 card_removed'],
    ],
    [
      'linked a minute before -> earns',
      { card: { linkedAt: '2026-03-09T23:29:00Z' } },
      [clearing()],
      [awarded],
    ],
    [
      'linked in its second -> earns',
      { card: { linkedAt: '2026-03-09T23:30:00.900Z' } },
      [clearing()],
      [awarded],
    ],
    [
      'linked a minute after -> nothing',
      { card: { linkedAt: '2026-03-09T23:31:00Z' } },
      [clearing()],
      ['Forfeit 0 of 42.50 card_not_linked_at_dine'],
    ],
    [
      'linked again after the dine -> the link in force at the dine counts',
      { card: { removedAt: '2026-03-09T23:40:00Z' } },
      [
        linkAgain('2026-03-09T23:50:00Z'),
        clearing({ card: 'again' }),
        clearing({ card: 'again', at: '2026-03-09T19:45:00' }),
      ],
      [awarded, 'Forfeit 0 of 42.50 card_not_linked_at_dine'],
    ],
    [
      'removed between authorization and clearing -> earns',
      {},
      [
        authorized,
        linkAgain('2026-03-10T06:00:00Z', '2026-03-10T00:00:00Z'),
        clearing({ id: 'a', at: '2026-03-10T02:00:00' }),
      ],
      [awarded],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('unknown card -> refused', () => {
    const books = booksAfter({}, [clearing({ id: 'a', card: 'unknown' })])
    expect([outcomesOf(books, 'a'), dinesOf(books)]).toEqual([['refused card_unknown'], []])
  })
})

describe('at an Acclaimed restaurant', () => {
  const at = (tierLevel: number, acclaimed: 'none' | 'members' = 'members') => ({
    terms: { campaignCodes: ['acclaimed'] },
    settings: { acclaimed },
    member: { tierLevel },
  })
  const locked = (cents: string) => `Forfeit 0 of ${cents} acclaimed_locked`

  test.each<Case>([
    ['opted out -> nothing', at(0), [clearing()], [locked('42.50')]],
    ['opted in -> earns', at(2), [clearing()], [awarded]],
    ['VIP -> earns', at(3), [clearing()], [awarded]],
    ['of a partner that has none, opted out -> earns', at(0, 'none'), [clearing()], ['Awarded 21 of 42.50']],
    [
      'tier changed after the authorization -> the first one decides',
      at(0),
      [authorized, setTier(2), cleared],
      [locked('42.50')],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})

describe('terms of a dine (edge case 12)', () => {
  const leaving = { leftOn: '2026-03-09' }
  const lastDay = '2026-03-08T23:50:00'
  /** The dine is awarded by the promise of an authorization in the last days of a restaurant. */
  const promised = (code?: string) => [
    auth({ id: 'a', cents: 3_600, at: lastDay, code }),
    setTerms(leaving),
    clearing({ id: code ? 'b' : 'a', at: '2026-03-09T06:00:00', code }),
  ]
  const corrected = (at: string, code?: string) =>
    auth({ id: 'a', cents: 4_000, at, code, updated: '2026-03-11T09:00:00Z' })

  test.each<Case>([
    [
      'tier changed after the authorization -> the first one counts',
      { member: { tierLevel: 0 } },
      [authorized, setTier(3), cleared],
      ['Awarded 21 of 42.50'],
    ],
    [
      'changed, cleared 29 days after the authorization -> the promise holds',
      {},
      [authorized, setTerms({ benefitDays: [] }), later(days(29)), cleared],
      [awarded],
    ],
    [
      'changed, cleared 31 days after it -> the terms of now',
      {},
      [authorized, setTerms({ benefitDays: [] }), later(days(31)), cleared],
      ['Forfeit 0 of 42.50 excluded_day'],
    ],
    [
      'changed on a day after the dine, charge of that day -> those of the dine’s day',
      { former: { terms: { benefitDays: ['Mon'] }, until: '2026-03-02' } },
      [clearing({ id: 'a', at: '2026-03-01T23:50:00' }), auth({ id: 'a', at: '2026-03-02T06:00:00' })],
      ['Forfeit 0 of 42.50 excluded_day'],
    ],
    [
      'changed on a day -> dines of before by the former ones, whenever they are reported',
      {
        terms: { benefitDays: ['Tue', 'Wed'] },
        former: { terms: { leftOn: '2026-02-10' }, until: '2026-03-01' },
      },
      ['2026-03-04', '2026-03-05', '2026-02-20', '2026-02-09'].map(day =>
        clearing({ at: `${day}T12:00:00` }),
      ),
      [awarded, 'Forfeit 0 of 42.50 merchant_left', awarded, 'Forfeit 0 of 42.50 excluded_day'],
    ],
    [
      'a weekday without benefit, by the restaurant’s calendar -> nothing',
      { terms: { benefitDays: ['Tue'] } },
      [clearing({ at: '2026-03-09T23:59:00' }), clearing({ at: '2026-03-10T00:01:00' })],
      ['Forfeit 0 of 42.50 excluded_day', awarded],
    ],
    [
      'left, by a correction, on the day of the dine -> the promise of an authorization holds',
      {},
      [authorized, setTerms(leaving), cleared, clearing({ at: '2026-03-09T21:00:00' })],
      [awarded, 'Forfeit 0 of 42.50 merchant_left'],
    ],
    [
      'left on the day of the clearing -> nothing',
      { terms: leaving },
      [clearing({ at: '2026-03-09T00:10:00' })],
      ['Forfeit 0 of 42.50 merchant_left'],
    ],
    [
      'left on that day, an authorization of the day before comes late -> the terms of its day',
      { terms: leaving },
      [clearing({ id: 'a', at: '2026-03-09T00:10:00' }), auth({ id: 'a', at: lastDay })],
      [awarded],
    ],
    ['authorized on the last day, cleared on the next -> earns', {}, promised(), [awarded]],
    [
      'then the authorization corrected to the day of the clearing -> the terms of that day',
      {},
      [...promised(), corrected('2026-03-09T12:00:00')],
      ['Forfeit 0 of 42.50 merchant_left'],
    ],
    [
      'then the authorization corrected to a day after the clearing -> the terms of the clearing’s day',
      {},
      [...promised(), corrected('2026-03-10T12:00:00')],
      ['Forfeit 0 of 42.50 merchant_left'],
    ],
    [
      'then the authorization corrected to a payment of its own -> the clearing is a dine by the terms of its day',
      {},
      [...promised('4711'), corrected('2026-02-20T12:00:00', '4711')],
      ['Pending 120 of 40.00 tip_pending', 'Forfeit 0 of 42.50 merchant_left'],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('MID moved between authorization and clearing -> the dine stays where it was', () => {
    const books = booksAfter({}, [authorized, clearing({ id: 'a', place: elsewhere })])
    expect([dinesOf(books), books.dines[0]!.merchantId]).toEqual([[awarded], here])
  })
})

describe('what was valid at the time of a dine', () => {
  const ratesOf = (numerator: number) => ({
    rounding: 'down' as const,
    earnRates: Object.fromEntries(
      ['0', '2', '3'].map(tier => [tier, { numerator, denominator: 100 }]),
    ) as Record<'0' | '2' | '3', { numerator: number; denominator: number }>,
  })
  const rates = [
    { validFrom: 0, rates: ratesOf(3) },
    { validFrom: Date.parse('2026-03-10T18:00:00Z'), rates: ratesOf(5) },
    { validFrom: Date.parse('2026-03-11T18:00:00Z'), rates: ratesOf(4) },
  ]
  const closedOnce = {
    closedAt: Date.parse('2026-03-08T18:00:00Z'),
    reopenedAt: Date.parse('2026-03-09T18:00:00Z'),
  }

  test.each<Case>([
    [
      'rates changed twice -> each dine by the rate of its time',
      { member: { rates } },
      ['2026-03-10T13:59:00', '2026-03-01T12:00:00', '2026-03-11T12:00:00', '2026-03-11T15:00:00'].map(at =>
        clearing({ at }),
      ),
      [awarded, awarded, 'Awarded 212 of 42.50', 'Awarded 170 of 42.50'],
    ],
    [
      'account closed and open again -> dines in between earn nothing',
      { member: { closures: [closedOnce] } },
      ['2026-03-08T13:00:00', '2026-03-08T15:00:00', '2026-03-09T15:00:00'].map(at => clearing({ at })),
      [awarded, 'Forfeit 0 of 42.50 account_closed', awarded],
    ],
    [
      'the day before the program begins -> no dine',
      { settings: { startsOn: '2026-03-08' } },
      [clearing({ at: '2026-03-07T23:59:59' })],
      [],
    ],
    [
      'the day on which the program begins -> earns',
      { settings: { startsOn: '2026-03-08' } },
      [clearing({ at: '2026-03-08T00:00:00' })],
      [awarded],
    ],
    ['dated more than two days ahead -> no dine', {}, [clearing({ at: '2026-03-12T14:00:01' })], []],
    ['dated two days ahead -> earns', {}, [clearing({ at: '2026-03-12T14:00:00' })], [awarded]],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test.each([
    ['before the program begins', '2026-03-07T23:59:59', 'parked event_before_program'],
    ['more than two days ahead', '2026-03-12T14:00:01', 'parked event_in_future'],
  ])('an event that is dated %s -> parked', (_, at, outcome) => {
    const books = booksAfter({ settings: { startsOn: '2026-03-08' } }, [clearing({ id: 'a', at })])
    expect(outcomesOf(books, 'a')).toEqual([outcome])
  })
})
