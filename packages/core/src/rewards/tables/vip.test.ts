import { describe, expect, test } from 'vitest'
import type { RateVersion } from '../tiers/rate-versions.rules.ts'
import {
  auth,
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  type Given,
  goTo,
  kard,
  newBooks,
  refund,
  type Step,
} from './new-books-for-test.ts'

/* Which dines make a VIP, which refunds take that back, and what dines earn by it: others 3 points per $1, VIPs 10. */

const by = (dinesRequired: number, dollarsRequired = 0): { readonly settings: object } => ({
  settings: {
    hasVIP: true,
    vipQualification: { dinesRequired, dollarsRequired },
    rewards: { earnRates: { '3': { numerator: 10, denominator: 100 } } },
  },
})
const byThree = by(3)

type Fields = NonNullable<Parameters<typeof clearing>[0]>
const on = (date: string, fields: Fields = {}) => clearing({ at: `${date}T12:00:00`, ...fields })
const refundOn = (date: string, fields: Fields) => refund({ at: `${date}T15:00:00`, ...fields })

const awarded = 'Awarded 127 of 42.50'
const asVip = 'Awarded 425 of 42.50'
const inFull = 'Forfeit 0 of 0.00 refunded_in_full'

/** These dines on March 7, 8 and 9 make a VIP. */
const three = [on('2026-03-07'), on('2026-03-08'), on('2026-03-09', { id: 'last' })]

type TierCase = readonly [...Case, tier: number]

/** It checks what dines earned, and the tier of now. */
function check([_, given, steps, dines, tier]: TierCase): void {
  const books = booksAfter(given, steps)
  expect([dinesOf(books), books.member.tierLevel]).toEqual([dines, tier])
}

describe('VIP by dines of a calendar year (edge case 13)', () => {
  const merged = { ...byThree, terms: { maxVisitsPerMonth: 2 } }
  const half = { cents: 2_000 }
  const code = '4711'
  const never = by(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

  test.each<TierCase>([
    ['one dine less -> not yet', byThree, three.slice(0, 2), [awarded, awarded], 2],
    ['the dine that reaches it -> earns at the tier before', byThree, three, [awarded, awarded, awarded], 3],
    [
      'in another order of reports -> the same',
      byThree,
      [three[0]!, three[2]!, three[1]!],
      [awarded, awarded, awarded],
      3,
    ],
    [
      'the next dine -> as a VIP',
      byThree,
      [...three, on('2026-03-10')],
      [awarded, awarded, awarded, asVip],
      3,
    ],
    [
      'an earlier dine comes late -> the last one was a VIP’s',
      byThree,
      [...three, on('2026-03-06')],
      [awarded, awarded, awarded, asVip],
      3,
    ],
    ['by spend, below -> not yet', by(3, 80), three.slice(0, 1), [awarded], 2],
    ['by spend, reached first -> a VIP', by(3, 80), three.slice(0, 2), [awarded, awarded], 3],
    ['limits that no member reaches -> dines earn', never, three.slice(0, 1), [awarded], 2],
    [
      'dines of two years -> do not add up',
      byThree,
      [clearing({ at: '2025-12-31T23:50:00' }), ...three.slice(0, 2)],
      [awarded, awarded, awarded],
      2,
    ],
    [
      'not activated -> no VIP',
      { ...byThree, member: { tierLevel: 1 } },
      three,
      ['Awarded 21 of 42.50', 'Awarded 21 of 42.50', 'Awarded 21 of 42.50'],
      1,
    ],
    [
      'refunded -> taken back',
      byThree,
      [...three, refundOn('2026-03-09', { of: 'last' })],
      [awarded, awarded, inFull],
      2,
    ],
    [
      'refunded to less than a unit -> taken back',
      byThree,
      [...three, refundOn('2026-03-09', { of: 'last', cents: 4_240 })],
      [awarded, awarded, 'Forfeit 0 of 0.10 below_minimum_reward'],
      2,
    ],
    [
      'refunded in part -> still a VIP',
      byThree,
      [...three, refundOn('2026-03-09', { of: 'last', cents: 1_000 })],
      [awarded, awarded, 'Awarded 97 of 32.50 partly_refunded'],
      3,
    ],
    [
      'a refund dated an hour ahead -> taken back as well',
      byThree,
      [...three, refundOn('2026-03-10', { of: 'last' })],
      [awarded, awarded, inFull],
      2,
    ],
    [
      'refunded, another dine -> a VIP again',
      byThree,
      [...three, refundOn('2026-03-09', { of: 'last' }), on('2026-03-10')],
      [awarded, awarded, inFull, awarded],
      3,
    ],
    [
      'the dine that reached it turns out to be part of one that earns nothing -> taken back',
      merged,
      [
        ...['2026-02-26', '2026-02-27'].map(date => on(date, half)),
        on('2026-02-28', { ...half, code }),
        on('2026-03-01', { code }),
        auth({ at: '2026-03-01T12:00:00', code }),
      ],
      ['Awarded 60 of 20.00', 'Awarded 60 of 20.00', 'Forfeit 0 of 62.50 monthly_visits_reached'],
      2,
    ],
  ])('%s', (...row) => check(row))

  test.each([[[0, 1, 2, 3, 4, 5]], [[5, 4, 3, 2, 1, 0]], [[3, 5, 0, 4, 2, 1]]])(
    'a month of reports in the order %j -> the same dines and tier (edge case 23)',
    order => {
      const dines = ['a', 'b', 'c', 'd', 'e'].map((id, day) => on(`2026-03-0${day + 1}`, { id }))
      const all = [...dines, refund({ of: 'b', at: '2026-03-04T09:00:00' })]
      const steps = order.map(index => all[index]!)
      // The member is a VIP from c until the refund on the 4th, and again from d.
      check(['', byThree, steps, [awarded, inFull, awarded, awarded, asVip], 3])
    },
  )

  test('a report that changes which dine reaches it, and no reward -> nothing is posted', () => {
    const newer = { cents: 4_100, updated: '2026-03-10T12:00:00Z', at: '2026-03-08T11:00:00' }
    const books = booksAfter(by(3, 80), [
      auth({ id: 'a', cents: 4_000, at: '2026-03-06T12:00:00' }),
      on('2026-03-08', { id: 'a' }),
      on('2026-03-07'),
      auth({ id: 'a', ...newer }),
    ])
    expect(books.postings.map(({ units }) => units)).toEqual([127, 127])
    expect(books.member.tierLevel).toBe(3)
  })

  test('an earlier dine comes late -> the posting says from which tier to which', () => {
    const { postings } = booksAfter(byThree, [...three, on('2026-03-06')])
    expect(postings.at(-1)).toMatchObject({
      units: 298,
      cause: { kind: 'tier_changed', before: 2, after: 3, dinedOn: '2026-03-09' },
    })
  })
})

describe('refunds around New Year', () => {
  const january = goTo('2027-01-03T12:00:00Z')
  const [summer, between] = [on('2026-06-01', { cents: 10_000 }), on('2026-08-15', { cents: 10_000 })]
  const undone = [summer, on('2026-07-01', { id: 'a' }), refundOn('2026-08-01', { of: 'a' })]
  const december = on('2026-12-20', { cents: 2_000 })
  const august = goTo('2026-08-20T18:00:00Z')
  const stays = ['Awarded 300 of 100.00', inFull, 'Awarded 300 of 100.00', 'Awarded 200 of 20.00']

  const receive =
    (transaction: ReturnType<typeof refund>): Step =>
    books =>
      books.receive(transaction)
  const processAll: Step = books => books.processAll()
  /** The last event is received later, and processed first. */
  const processLast: Step = books => {
    books.process(books.events.at(-1)!)
    books.processAll()
  }
  const late = refundOn('2026-12-30', { id: 'r', of: 'last' })
  const inDecember = goTo('2026-12-31T12:00:00Z')
  const otherClearing = kard.clearing({ id: 'k', at: '2026-03-09T16:00:00Z' })
  const otherRefund = kard.refund({ of: 'k', at: '2026-12-30T17:00:00Z' })
  const gone = [awarded, awarded, inFull]
  const inJanuary = (cents: number) => refundOn('2026-03-09', { of: 'last', cents })

  test.each<TierCase>([
    [
      'undone in time, another dine in time, a late report of December -> it stays undone',
      by(2),
      [august, ...undone, between, january, december],
      stays,
      3,
    ],
    [
      'undone in time, another dine late, a late report of December -> it stays undone',
      by(2),
      [august, ...undone, january, between, december],
      stays,
      3,
    ],
    [
      'received in December, processed in January -> taken back',
      byThree,
      [...three, inDecember, receive(late), january, processAll],
      gone,
      2,
    ],
    [
      'received in December and in January, which is processed first -> taken back',
      byThree,
      [...three, inDecember, receive(late), january, receive(late), processLast],
      gone,
      2,
    ],
    [
      'received in December from the network whose charge is not known -> it waits',
      byThree,
      [...three, inDecember, otherRefund, january, late],
      gone,
      3,
    ],
    [
      'then that charge comes, which repeats the dine -> taken back',
      byThree,
      [...three, inDecember, otherRefund, january, late, otherClearing],
      gone,
      2,
    ],
    [
      'taken back in December, repeated by the other network in January -> stays taken back',
      byThree,
      [...three, otherClearing, inDecember, late, january, otherRefund],
      gone,
      2,
    ],
    [
      'taken back in December, by a refund in whose place comes an earlier one in January -> takes nothing',
      by(1),
      [
        on('2026-03-09'),
        inDecember,
        refundOn('2026-12-30', { id: 'r' }),
        january,
        refundOn('2026-12-29', { id: 'earlier' }),
      ],
      [inFull],
      3,
    ],
    ['reported in January -> takes nothing', byThree, [...three, january, inJanuary(4_250)], gone, 3],
    [
      'reported in January, before a late dine -> takes nothing',
      byThree,
      [...three, january, inJanuary(4_250), december],
      [...gone, 'Awarded 200 of 20.00'],
      3,
    ],
    [
      'reported in January, after a late dine -> takes nothing',
      byThree,
      [...three, january, december, inJanuary(4_250)],
      [...gone, 'Awarded 200 of 20.00'],
      3,
    ],
    [
      'to less than a unit, reported in January -> takes nothing',
      byThree,
      [...three, january, inJanuary(4_240), december],
      [awarded, awarded, 'Forfeit 0 of 0.10 below_minimum_reward', 'Awarded 200 of 20.00'],
      3,
    ],
  ])('%s', (...row) => check(row))
})

describe('opt-in and opt-out (edge case 13)', () => {
  const opt =
    (emailOptIn: boolean): Step =>
    books =>
      books.setOptIn(emailOptIn)
  const nextDay = goTo('2026-03-11T18:00:00Z')
  const optedOut = 'Awarded 21 of 42.50'
  const between = [opt(true), nextDay, opt(false)]

  test.each<TierCase>([
    [
      'opt-out between dine and clearing -> the tier of the dine',
      byThree,
      [...between, on('2026-03-11')],
      [awarded],
      0,
    ],
    [
      'a dine after the opt-out -> of a member who opted out',
      byThree,
      [...between, clearing({ at: '2026-03-11T15:00:00' })],
      [optedOut],
      0,
    ],
    [
      'cleared before its authorization is known, opt-out in between -> the tier of the dine (edge cases 2 and 13)',
      byThree,
      [
        ...between,
        clearing({ id: 'a', at: '2026-03-11T15:00:00' }),
        auth({ id: 'a', at: '2026-03-11T12:00:00' }),
      ],
      [awarded],
      0,
    ],
    [
      'of a VIP -> stays a VIP',
      byThree,
      [...three, opt(false), goTo('2026-03-12T18:00:00Z'), on('2026-03-11')],
      [awarded, awarded, awarded, asVip],
      3,
    ],
    [
      'of a VIP who turns out to have been none yet -> the next dine is of a member who opted out, and makes a VIP',
      byThree,
      [
        ...three,
        opt(false),
        goTo('2026-03-12T18:00:00Z'),
        on('2026-03-11'),
        refundOn('2026-03-09', { of: 'last' }),
      ],
      [awarded, awarded, inFull, optedOut],
      3,
    ],
  ])('%s', (...row) => check(row))
})

describe('a threshold that is changed', () => {
  const changeTo =
    (before: number, after: number): Step =>
    books => {
      const { rewards: rates, vipQualification } = newBooks(by(before)).partner.settings
      const since = Date.parse('2026-03-11T18:00:00Z')
      const version = (validFrom: number, dinesRequired: number): RateVersion => ({
        validFrom,
        rates,
        vipQualification: { ...vipQualification, dinesRequired },
      })
      books.now = new Date(since)
      books.partner = newBooks(by(after)).partner
      books.member = { ...books.member, rates: [version(0, before), version(since, after)] }
    }
  const march = (...days: readonly string[]) => days.map(day => on(`2026-03-${day}`))
  const given = (dinesRequired: number): Given => by(dinesRequired)

  test.each<TierCase>([
    [
      'more dines are required -> who was a VIP stays one',
      given(2),
      [...march('01', '02', '03'), changeTo(2, 11), ...march('11')],
      [awarded, awarded, asVip, asVip],
      3,
    ],
    [
      'more dines are required -> others need them',
      given(2),
      [...march('01'), changeTo(2, 3), ...march('11')],
      [awarded, awarded],
      2,
    ],
    [
      'fewer dines are required -> who has them is a VIP from then on, and older dines keep their reward',
      given(11),
      [
        ...march('01', '02', '03'),
        changeTo(11, 2),
        ...march('10'),
        goTo('2026-03-12T18:00:00Z'),
        ...march('12', '04'),
      ],
      [awarded, awarded, awarded, awarded, awarded, asVip],
      3,
    ],
  ])('%s', (...row) => check(row))
})
