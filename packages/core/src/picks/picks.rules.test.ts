import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../shared/local-date.ts'
import {
  canBePicked,
  choosePicks,
  likedPlaces,
  maxPicks,
  type PickPlace,
  type ReasonedPlace,
  tasteReason,
  type VisitedPlace,
} from './picks.rules.ts'

const today = '2026-03-10'
const place = (overrides: Partial<PickPlace> = {}): PickPlace => ({
  id: 'casa',
  cuisines: ['Italian'],
  miles: 1,
  rating: 4.5,
  numberOfRatings: 40,
  today,
  ...overrides,
})
const visit = (overrides: Partial<VisitedPlace> = {}): VisitedPlace => ({
  merchantId: 'rosa',
  name: 'Rosa',
  cuisines: ['Italian', 'Pizza'],
  days: 1,
  lastOn: '2026-01-10',
  rating: null,
  ...overrides,
})
const history = (visits: readonly VisitedPlace[], hidden: readonly string[] = []) => ({
  visits,
  hiddenIds: new Set(hidden),
})

describe('restaurant near home', () => {
  test.each([
    ['rated 5 elsewhere, same cuisine', visit({ rating: 5 }), {}, 'liked'],
    ['visited elsewhere on two days, same cuisine', visit({ days: 2 }), {}, 'liked'],
    ['rated 5 elsewhere, same cuisine, 8 miles away', visit({ rating: 5 }), { miles: 8 }, 'liked'],
    ['visited elsewhere once, same cuisine', visit(), {}, 'new'],
    ['visited elsewhere twice but rated 2, same cuisine', visit({ days: 2, rating: 2 }), {}, 'new'],
    ['rated 5 elsewhere, another cuisine', visit({ rating: 5, cuisines: ['Thai'] }), {}, 'new'],
  ])('%s -> its reason', (_case, visited, overrides, kind) => {
    expect(tasteReason(place(overrides), history([visited]))?.kind).toBe(kind)
  })

  test.each([
    ['11 miles away', place({ miles: 11 }), [visit({ rating: 5 })]],
    ['8 miles away, another cuisine', place({ miles: 8, cuisines: ['Thai'] }), [visit({ rating: 5 })]],
    ['home not known', place({ miles: null }), [visit({ rating: 5 })]],
    ['visited before', place({ id: 'rosa' }), [visit({ rating: 5 })]],
    ['no visits, rated 4.2', place({ rating: 4.2 }), []],
    ['no visits, nine ratings', place({ numberOfRatings: 9 }), []],
  ])('%s -> no reason', (_case, candidate, visits) => {
    expect(tasteReason(candidate, history(visits))).toBe(null)
  })

  test('no visits, well rated -> says so, and does not say new', () => {
    expect(tasteReason(place(), history([]))).toEqual({ kind: 'rated' })
  })

  test('several liked places -> names the best rated, then the most visited', () => {
    const visits = [
      visit({ merchantId: 'a', name: 'Often', days: 9 }),
      visit({ merchantId: 'b', name: 'Four', rating: 4, days: 3 }),
      visit({ merchantId: 'c', name: 'Five', rating: 5 }),
    ]
    expect(likedPlaces(visits).map(({ name }) => name)).toEqual(['Five', 'Four', 'Often'])
    expect(tasteReason(place(), history(visits))).toMatchObject({ merchantName: 'Five' })
  })
})

describe('restaurant that is never picked', () => {
  test.each([
    ['hidden', history([], ['casa']), false],
    ['visited seven days ago', history([visit({ merchantId: 'casa', lastOn: '2026-03-03' })]), false],
    ['visited eight days ago', history([visit({ merchantId: 'casa', lastOn: '2026-03-02' })]), true],
    ['rated 3 long ago', history([visit({ merchantId: 'casa', rating: 3 })]), false],
    ['rated 4 long ago', history([visit({ merchantId: 'casa', rating: 4 })]), true],
    ['another one hidden', history([], ['rosa']), true],
  ])('%s -> may be picked: %s', (_case, facts, expected) => {
    expect(canBePicked(place(), facts)).toBe(expected)
  })
})

const cuisine = fc.constantFrom('Italian', 'Thai', 'Sushi', 'Pizza', 'Mexican')
const id = fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `r${index}`))
const date = fc.constantFrom('2026-03-09', '2026-03-03', '2026-03-02', '2026-01-01', '2025-01-01')
const places = fc.uniqueArray(
  fc.record({
    id,
    cuisines: fc.uniqueArray(cuisine, { minLength: 1, maxLength: 2 }),
    miles: fc.option(fc.double({ min: 0, max: 15, noNaN: true })),
    rating: fc.constantFrom(0, 4, 4.2, 4.3, 5),
    numberOfRatings: fc.nat(20),
    today: fc.constant(today),
  }),
  { selector: ({ id: one }) => one },
)
const visits = fc.uniqueArray(
  fc.record({
    merchantId: id,
    name: id,
    cuisines: fc.uniqueArray(cuisine, { minLength: 1, maxLength: 2 }),
    days: fc.integer({ min: 1, max: 3 }),
    lastOn: date,
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
  }),
  { selector: ({ merchantId }) => merchantId, maxLength: 12 },
)
const world = fc.record({ places, visits, hidden: fc.uniqueArray(id, { maxLength: 6 }) })
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

function picksOf(given: World): ReasonedPlace[] {
  const facts = history(given.visits, given.hidden)
  return choosePicks(
    given.places
      .filter(one => canBePicked(one, facts))
      .flatMap(one => {
        const reason = tasteReason(one, facts)
        return reason ? [{ ...one, reason }] : []
      }),
  )
}

/** What each reason says, checked against the world alone. */
const truths: {
  readonly [Kind in ReasonedPlace['reason']['kind']]: (pick: ReasonedPlace, given: World) => boolean
} = {
  bonus: () => false,
  offer: () => false,
  liked: ({ cuisines, miles, reason }, given) =>
    given.visits.some(
      visited =>
        reason.kind === 'liked' &&
        visited.merchantId === reason.merchantId &&
        visited.cuisines.some(one => cuisines.includes(one)) &&
        ((visited.rating ?? 0) >= 4 || (visited.rating === null && visited.days > 1)),
    ) && miles! <= 10,
  new: (pick, given) =>
    given.visits.length > 0 &&
    given.visits.every(({ merchantId }) => merchantId !== pick.id) &&
    pick.miles! <= 5,
  rated: ({ rating, numberOfRatings, miles }, given) =>
    given.visits.length === 0 && rating >= 4.3 && numberOfRatings >= 10 && miles! <= 5,
}

describe('picks of any member', () => {
  test('each reason is true', () => {
    fc.assert(
      fc.property(world, given => {
        for (const pick of picksOf(given)) expect(truths[pick.reason.kind](pick, given)).toBe(true)
      }),
    )
  })

  test('six at most, none twice, none hidden or of the last week, a cuisine twice at most', () => {
    fc.assert(
      fc.property(world, given => {
        const picked = picksOf(given)
        const ids = picked.map(pick => pick.id)
        const cuisines = picked.map(pick => pick.cuisines[0])
        const recent = given.visits.filter(({ lastOn }) => daysBetween(lastOn, today) <= 7)
        expect(picked.length).toBeLessThanOrEqual(maxPicks)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter(one => given.hidden.includes(one))).toEqual([])
        expect(ids.filter(one => recent.some(({ merchantId }) => merchantId === one))).toEqual([])
        expect(cuisines.filter(one => cuisines.filter(other => other === one).length > 2)).toEqual([])
      }),
    )
  })

  test('order of what is known -> same picks', () => {
    const shuffled = world.chain(given =>
      fc.record({
        given: fc.constant(given),
        places: fc.shuffledSubarray(given.places, { minLength: given.places.length }),
        visits: fc.shuffledSubarray(given.visits, { minLength: given.visits.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ given, ...other }) => {
        expect(picksOf({ ...given, ...other })).toEqual(picksOf(given))
      }),
    )
  })
})

test('enough places of each reason -> kinds take turns, a cuisine twice only where no other is left', () => {
  const reasoned = (one: string, kind: 'liked' | 'new', name: string): ReasonedPlace => ({
    ...place({ id: one, cuisines: [name] }),
    reason: kind === 'new' ? { kind } : { kind, merchantId: 'rosa', merchantName: 'Rosa' },
  })
  const picked = choosePicks([
    reasoned('a', 'liked', 'Italian'),
    reasoned('b', 'liked', 'Italian'),
    reasoned('c', 'liked', 'Italian'),
    reasoned('d', 'new', 'Thai'),
    reasoned('e', 'new', 'Sushi'),
  ])
  expect(picked.map(pick => pick.id)).toEqual(['a', 'd', 'e', 'b'])
})
