import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekdays } from '../../shared/local-date.ts'
import { decideBonus } from '../components/bonus/bonus.rules.ts'
import { honorsBooking, reservationComponents } from '../components/booking/booking.rules.ts'
import type { Component, ComponentDine } from '../components/component.ts'
import { offerComponents } from '../components/offer/offer.rules.ts'
import { decideDines, netCents, newestDineRule } from '../dines/dine.rules.ts'
import { instantOf } from '../dines/dine-time.rules.ts'
import type { DineInMonth } from '../dines/dine-to-decide.ts'
import { instantAt } from './oracle-times-for-test.ts'
import { type ExpectedBooks, expectedBooks, type MemberFacts } from './rewards-oracle-for-test.ts'

/* These tests compare the rules of the engine with the plain model, on random facts about a member. */

const placeIds = ['casa', 'osteria'] as const
const placeId = fc.constantFrom(...placeIds)
/** There are few days, so that dines, offers and bookings meet. */
const date = fc.constantFrom('2026-02-27', '2026-02-28', '2026-03-01', '2026-03-07', '2026-03-08')
const time = fc.constantFrom('11:59:59', '12:00:00', '15:00:00', '18:00:00', '18:00:01', '23:50:00')
const cents = fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constantFrom(33, 34, 2_000, 4_000))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })

const payment = fc.record({
  placeId,
  at: fc.tuple(date, time).map(([day, clock]) => `${day}T${clock}`),
  authorizedCents: maybe(cents),
  clearedCents: maybe(cents),
  refundedCents: fc.oneof(fc.constant(0), cents),
  isExpired: fc.boolean(),
})
const terms = fc.record({
  joinedOn: fc.constantFrom('2020-01-01', '2026-02-28'),
  leftOn: maybe(fc.constant('2026-03-08')),
  benefitDays: fc.oneof(fc.constant([...weekdays]), fc.subarray([...weekdays])),
  maxSpendPerMonthCents: maybe(fc.constantFrom(3_000, 5_000, 10_000)),
  maxVisitsPerMonth: maybe(fc.constantFrom(1, 2)),
  campaignCodes: fc.constant([]),
})
const offer = fc.record({
  merchantId: placeId,
  reward: fc.oneof(
    fc.record({ kind: fc.constant('fixed' as const), units: fc.constantFrom(100, 250) }),
    fc.record({ kind: fc.constant('percent' as const), percent: fc.constantFrom(3, 10) }),
    fc.record({ kind: fc.constant('multiplier' as const), times: fc.constantFrom(2, 3) }),
  ),
  minimumSpendCents: fc.constantFrom(0, 0, 2_000),
  startsOn: date,
  endsOn: fc.constantFrom('2026-02-28', '2026-03-31'),
})
const booking = fc.record({
  merchantId: placeId,
  startsAt: fc.tuple(date, time).map(([day, clock]) => instantAt('America/New_York', `${day}T${clock}`)),
  bonusUnits: fc.constantFrom(50, 75),
})
const part = fc.record({
  definition: fc.record({
    description: fc.constant('a bonus'),
    reward: fc.oneof(
      fc.record({ kind: fc.constant('fixed' as const), units: fc.constantFrom(300, 500) }),
      fc.record({ kind: fc.constant('multiplier' as const), times: fc.constantFrom(2, 3) }),
    ),
    budgetUnits: fc.constant(null),
    memberCapUnits: fc.constant(null),
    forNewMembers: fc.constant(false),
    from: maybe(date),
    to: maybe(date),
    needsRegistration: fc.constant(true),
    repeats: fc.boolean(),
    dines: fc.constantFrom(1, 1, 2, 3),
    totalSpendCents: fc.constantFrom(0, 0, 6_000),
    minimumSpendCents: fc.constantFrom(0, 0, 2_000),
    newRestaurants: fc.constant(false),
    days: fc.subarray([...weekdays]),
    merchantIds: fc.subarray<string>([...placeIds]),
  }),
  enrolledAt: date.map(day => Date.parse(`${day}T16:59:59Z`)),
  endsAt: maybe(date.map(day => Date.parse(`${day}T23:00:00Z`))),
})

const link = fc.record({
  linkedAt: fc.constantFrom(
    Date.parse('2020-01-01T00:00:00Z'),
    instantAt('America/New_York', '2026-02-28T18:00:00'),
  ),
  removedAt: maybe(fc.constant(instantAt('America/Phoenix', '2026-03-07T18:00:00'))),
})

const memberFacts: fc.Arbitrary<MemberFacts> = fc
  .record({
    rate: fc.constantFrom({ numerator: 1, denominator: 200 }, { numerator: 3, denominator: 100 }),
    rounding: fc.constantFrom('down' as const, 'nearest' as const),
    formerRate: fc.constant(null),
    optedOut: fc.constant(null),
    optedOutRate: fc.constant({ numerator: 1, denominator: 200 }),
    closed: fc.constant(null),
    links: fc.tuple(link),
    termsOfPlaces: fc.tuple(terms, terms),
    payments: fc.array(payment, { maxLength: 8 }),
    offers: fc.array(offer, { maxLength: 4 }),
    bookings: fc.array(booking, { maxLength: 3 }),
    bonuses: fc.array(part, { maxLength: 2 }),
  })
  .map(({ termsOfPlaces, payments, offers, bookings, bonuses, ...program }) => ({
    ...program,
    vipRate: program.rate,
    places: [
      { id: 'casa', zone: 'America/New_York', terms: termsOfPlaces[0], former: null },
      { id: 'osteria', zone: 'America/Phoenix', terms: termsOfPlaces[1], former: null },
    ],
    payments: payments.map((one, index) => ({ ...one, refunds: [], transactionId: `t${index}` })),
    offers: offers.map((one, index) => ({ ...one, id: `o${index}`, createdAt: (index * 7) % 4 })),
    bookings: bookings.map((one, index) => ({ ...one, id: `r${index}` })),
    bonuses: bonuses.map((one, index) => ({ ...one, definition: { ...one.definition, code: `B${index}` } })),
    vip: { dinesRequired: 11, dollarsRequired: 0 },
  }))

/** The same books, from the engine's rules. */
function booksOf(facts: MemberFacts): Omit<ExpectedBooks, 'isVip'> {
  const dines: (ComponentDine & { status: ExpectedBooks['dines'][number]['status']; isHonoring: boolean })[] =
    []
  const components: Component[] = []
  for (const { id, zone, terms } of facts.places) {
    const payments = facts.payments.filter(each => each.placeId === id)
    const toDecide = payments.map((each): DineInMonth => {
      const { at, isExpired, transactionId } = each
      return {
        transactionId,
        ruleVersion: newestDineRule(),
        dinedAt: at,
        amounts: each,
        facts: { ...factsOf(facts), timezone: zone, terms },
        expired: isExpired,
        earnedAs: 'Awarded',
      }
    })
    const here = decideDines(toDecide).map(({ status, rewardUnits, earningCents, reasonCode }, index) => {
      const { transactionId, at, clearedCents } = payments[index]!
      const isPaid = clearedCents !== null && netCents(payments[index]!) > 0
      return {
        dineId: transactionId,
        transactionId,
        merchantId: id,
        dinedAt: at,
        instant: instantOf(zone, at).getTime(),
        netCents: netCents(payments[index]!),
        earningCents,
        baseUnits: rewardUnits,
        hasEarned: status === 'Awarded',
        isHonoring: status === 'Forfeit' && isPaid && honorsBooking(reasonCode),
        status: status as 'Pending' | 'Awarded' | 'Forfeit',
      }
    })
    dines.push(...here)
    const open = here.filter(({ status }) => status !== 'Forfeit')
    const honoring = here.filter(({ status, isHonoring }) => status !== 'Forfeit' || isHonoring)
    const offers = facts.offers.filter(({ merchantId }) => merchantId === id)
    components.push(
      ...offerComponents(offers, open).components,
      ...reservationComponents(facts.bookings, honoring),
    )
  }
  const open = dines.filter(({ status }) => status !== 'Forfeit')
  for (const bonus of facts.bonuses)
    components.push(...decideBonus({ ...bonus, knownMerchantIds: [] }, open).components)
  const paid = dines.filter(({ hasEarned, isHonoring }) => hasEarned || isHonoring)
  const earned = new Set(paid.map(({ dineId }) => dineId))
  const units = [
    ...dines.filter(({ hasEarned }) => hasEarned).map(({ baseUnits }) => baseUnits),
    ...components.filter(({ dineId }) => earned.has(dineId)).map(each => each.units),
  ]
  return {
    dines: facts.payments.map(({ transactionId }) => {
      const { status, baseUnits } = dines.find(({ dineId }) => dineId === transactionId)!
      const own = components.filter(({ dineId }) => dineId === transactionId)
      return {
        transactionId,
        status,
        baseUnits,
        components: own.map(({ kind, code, units }) => `${kind} ${code} ${units}`).sort(),
      }
    }),
    balance: units.reduce((sum, each) => sum + each, 0),
  }
}

const textOf = (time: number | null) => (time === null ? null : new Date(time).toISOString())

const factsOf = ({ rate, rounding, links: [link] }: MemberFacts) => ({
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate,
  rounding,
  cardLinkedAt: textOf(link!.linkedAt)!,
  cardRemovedAt: textOf(link!.removedAt),
  accountClosedAt: null,
})

const byTransaction = (books: Omit<ExpectedBooks, 'isVip'>) => ({
  ...books,
  dines: books.dines.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1)),
})

test('random dines, offers, bookings and bonuses: in any order -> what the plain model expects', () => {
  const inTwoOrders = memberFacts.chain(facts => {
    const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length })
    const other = fc.record({
      payments: shuffled(facts.payments),
      offers: shuffled(facts.offers),
      bookings: shuffled(facts.bookings),
    })
    return fc.tuple(
      fc.constant(facts),
      other.map(lists => ({ ...facts, ...lists })),
    )
  })
  fc.assert(
    fc.property(inTwoOrders, ([facts, shuffled]) => {
      const { isVip: _, ...expected } = expectedBooks(facts)
      const books = booksOf(facts)
      expect(books).toEqual(expected)
      expect(byTransaction(booksOf(shuffled))).toEqual(byTransaction(expected))
      const once = books.dines.flatMap(dine => dine.components).filter(one => !one.startsWith('bonus'))
      const codes = once.map(one => one.split(' ')[1])
      expect(new Set(codes).size).toBe(codes.length)
      for (const { baseUnits } of books.dines) expect(baseUnits).toBeGreaterThanOrEqual(0)
      expect(books.balance).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: Number(process.env.LIVES ?? 1_500) },
  )
})
