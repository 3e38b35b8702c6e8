import { describe, expect, test } from 'vitest'
import type { PromisedBonus } from '../../partner/bonus-definition.ts'
import type { BooksInMemory } from '../books-in-memory-for-test.ts'
import {
  booksAfter,
  type Case,
  clearing,
  dinesOf,
  elsewhere,
  type Given,
  goTo,
  refund,
} from './new-books-for-test.ts'

/* What dines earn of bonuses. */

const awarded = 'Awarded 127 of 42.50'
const inFull = 'Forfeit 0 of 0.00 refunded_in_full'
const fixed = (units: number) => ({ kind: 'fixed' as const, units })
const hours = 3_600_000

const bonus = (changes: Partial<PromisedBonus> = {}): PromisedBonus => ({
  code: 'ONE',
  description: 'x',
  reward: fixed(300),
  budgetUnits: null,
  memberCapUnits: null,
  forNewMembers: false,
  from: null,
  to: null,
  needsRegistration: true,
  repeats: false,
  dines: 1,
  totalSpendCents: 0,
  minimumSpendCents: 0,
  newRestaurants: false,
  days: [],
  merchantIds: [],
  ...changes,
})

/** The member registered on March 10, 2 PM in New York. */
const registered = (...bonuses: readonly Partial<PromisedBonus>[]): Given => ({
  ...program(),
  bonuses: bonuses.map(changes => ({
    code: bonus(changes).code,
    status: 'Enrolled',
    definition: bonus(changes),
    enrolledAt: Date.parse('2026-03-10T18:00:00Z'),
    qualifiedAt: null,
  })),
})

/** Members need not register. */
const automatic = (changes: Partial<PromisedBonus> = {}): Given =>
  program([bonus({ needsRegistration: false, reward: fixed(40), ...changes })])

function program(bonuses: readonly PromisedBonus[] = [], joinedAt = '2025-01-01T00:00:00Z'): Given {
  const newMemberBonus = { windowHours: 2_160, enrollmentSources: [] }
  return { settings: { bonuses, newMemberBonus }, member: { joinedAt: new Date(joinedAt) } }
}

const at = (time: string, cents = 4_250) => clearing({ at: `2026-03-10T${time}:00`, cents })
const monday = clearing({ id: 'monday' })
const first = clearing({ id: 'a', at: '2026-03-10T15:00:00' })
const late = goTo('2026-03-11T12:00:00Z')

describe('a bonus that members register for (edge case 15)', () => {
  const thirty = { reward: fixed(500), minimumSpendCents: 3_000 }
  const triple = { code: 'TRIPLE', reward: { kind: 'multiplier' as const, times: 3 }, repeats: true }

  test.each<Case>([
    [
      'a dine before -> none; below the minimum -> none; the next earns it, once',
      registered(thirty),
      [monday, at('18:00', 2_999), at('19:00'), at('20:00')],
      [awarded, 'Awarded 89 of 29.99', `${awarded}, bonus 500`, awarded],
    ],
    [
      'in the second of its registration -> earns it',
      registered({}),
      [at('14:00')],
      [`${awarded}, bonus 300`],
    ],
    [
      'two dines required -> the second earns it',
      registered({ dines: 2 }),
      [first, at('18:00')],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'two dines required, in the other order of reports -> the same',
      registered({ dines: 2 }),
      [at('18:00'), first],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'the first of two is refunded -> taken back',
      registered({ dines: 2 }),
      [first, at('18:00'), refund({ of: 'a', at: '2026-03-10T18:30:00' })],
      [inFull, awarded],
    ],
    [
      'then another dine -> met again',
      registered({ dines: 2 }),
      [first, at('18:00'), refund({ of: 'a', at: '2026-03-10T18:30:00' }), at('21:00')],
      [inFull, awarded, `${awarded}, bonus 300`],
    ],
    [
      'a correction moves its dine to a later time -> the dine before it earns it',
      registered({}),
      [
        first,
        at('18:00', 1_000),
        late,
        clearing({ id: 'a', cents: 2_000, updated: '2026-03-11T03:00:00Z', at: '2026-03-10T21:00:00' }),
      ],
      ['Awarded 30 of 10.00, bonus 300', 'Awarded 60 of 20.00'],
    ],
    [
      'a total spend required -> the dine that reaches it',
      registered({ totalSpendCents: 6_000 }),
      [first, at('18:00')],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'on certain days -> no other',
      registered({ days: ['Wed'] }),
      [first, late, clearing({ at: '2026-03-11T12:00:00' })],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'at certain restaurants -> no other',
      registered({ merchantIds: [elsewhere] }),
      [first, clearing({ place: elsewhere, at: '2026-03-10T16:00:00' })],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'from a date -> no earlier',
      registered({ from: '2026-03-11' }),
      [first, clearing({ at: '2026-03-11T12:00:00' })],
      [awarded, `${awarded}, bonus 300`],
    ],
    [
      'two on one dine, and a multiplier again and again',
      registered({ reward: fixed(10) }, triple),
      [first, at('21:00')],
      [`${awarded}, bonus 10, bonus 254`, `${awarded}, bonus 254`],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })

  test('restaurants new to the member, in any order of reports -> the second new one earns it', () => {
    const books = booksAfter(registered({ dines: 2, newRestaurants: true }), [])
    books.places = [...books.places, { ...books.places[0]!, id: 'third' }]
    const visit = (place: string, time: string) => clearing({ place, at: `2026-03-10T${time}:00` })
    for (const report of [monday, at('19:30'), visit(elsewhere, '21:00'), visit(elsewhere, '21:30')])
      books.report(report)
    expect(books.balance()).toBe(4 * 127)
    books.report(visit('third', '20:00'))
    expect(dinesOf(books)).toEqual([awarded, awarded, awarded, `${awarded}, bonus 300`, awarded])
  })

  test('reached and taken back -> its state follows', () => {
    const stateOf = ({ bonuses }: BooksInMemory) => bonuses.map(({ status }) => status)
    const books = booksAfter(registered({}), [first])
    expect(stateOf(books)).toEqual(['Qualified'])
    books.report(refund({ of: 'a', at: '2026-03-10T18:30:00' }))
    expect(stateOf(books)).toEqual(['Enrolled'])
  })
})

describe('the window of a new member (edge case 15)', () => {
  /** Its last instant is before 6:30 PM in New York. */
  const joinedAt = new Date(Date.parse('2026-03-10T22:30:00Z') - 2_160 * hours)
  const forNewMembers = registered({ forNewMembers: true })
  const given = { ...forNewMembers, member: { joinedAt } }
  const shorten = (books: BooksInMemory) => {
    const { partner } = books
    const newMemberBonus = { windowHours: 720, enrollmentSources: [] }
    books.partner = { ...partner, settings: { ...partner.settings, newMemberBonus } }
  }
  const dine = (time: string) => clearing({ id: 'a', at: `2026-03-10T${time}` })
  const dollar = refund({ of: 'a', cents: 100, at: '2026-03-10T20:00:00' })
  const promised = { ...registered({ forNewMembers: true, windowHours: 2_160 }), member: { joinedAt } }

  test.each<Case>([
    ['a second before its end -> earns it', given, [dine('18:29:59')], [`${awarded}, bonus 300`]],
    ['at its end -> none', given, [dine('18:30:00')], [awarded]],
    [
      'shortened later, registered -> what was earned stays',
      promised,
      [dine('18:00:00'), shorten, dollar],
      ['Awarded 124 of 41.50 partly_refunded, bonus 300'],
    ],
    [
      'shortened later, without registration -> what was earned stays',
      { ...automatic({ forNewMembers: true }), member: { joinedAt } },
      [dine('18:00:00'), shorten, dollar],
      ['Awarded 124 of 41.50 partly_refunded, bonus 40'],
    ],
  ])('%s', (_, setting, steps, dines) => {
    expect(dinesOf(booksAfter(setting, steps))).toEqual(dines)
  })
})

describe('a bonus without registration', () => {
  const joinedAt = new Date(Date.parse('2026-03-10T12:00:00Z') - 2_160 * hours)

  test.each<Case>([
    ['from the day of joining on', automatic(), [monday], [`${awarded}, bonus 40`]],
    [
      'a dine before the member joined -> none',
      { ...automatic(), member: { joinedAt: new Date('2026-03-10T00:00:00Z') } },
      [monday],
      [awarded],
    ],
    [
      'on its last day, however late it clears -> earned',
      automatic({ to: '2026-03-09' }),
      [monday],
      [`${awarded}, bonus 40`],
    ],
    [
      'within the window of a new member, however late it clears -> earned',
      { ...automatic({ forNewMembers: true }), member: { joinedAt } },
      [monday],
      [`${awarded}, bonus 40`],
    ],
    [
      'again and again -> each dine',
      automatic({ repeats: true }),
      [monday, first],
      [`${awarded}, bonus 40`, `${awarded}, bonus 40`],
    ],
    [
      'again and again, one refunded -> what its dine earned is taken back',
      automatic({ repeats: true }),
      [monday, first, refund({ of: 'monday' })],
      [inFull, `${awarded}, bonus 40`],
    ],
    [
      'paid by the partner -> a part of its own',
      automatic({ paidBy: 'partner' }),
      [monday],
      [`${awarded}, corporate 40`],
    ],
    [
      'paid by the partner, refunded -> taken back',
      automatic({ paidBy: 'partner' }),
      [monday, refund({ of: 'monday' })],
      [inFull],
    ],
  ])('%s', (_, given, steps, dines) => {
    expect(dinesOf(booksAfter(given, steps))).toEqual(dines)
  })
})
