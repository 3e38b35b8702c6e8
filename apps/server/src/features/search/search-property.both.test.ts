import { boundsAround, distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { diets, mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { queryWords } from '@dineward/core/search/query-words.rules.ts'
import { merchantSorts } from '@dineward/core/search/search.contract.ts'
import { searchTextOf, searchWords } from '@dineward/core/search/search-text.rules.ts'
import { searchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import { buildVocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { codes, plainSearch, type TiersOfWords } from './plain-search-for-test.ts'
import { facetsOf } from './search-facets.view.ts'
import type { SearchQuery } from './search-query.rules.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database

/** These places are difficult: the date line, the equator, near a pole; and one that most restaurants share. */
const towns: readonly Place[] = [
  { latitude: 40.7577, longitude: -73.9857 },
  { latitude: 40.7577, longitude: -73.9857 },
  { latitude: -16.8, longitude: 179.98 },
  { latitude: 0, longitude: 0 },
  { latitude: 89.7, longitude: 12 },
  { latitude: 64.1, longitude: -21.9 },
]
const words = ['Ébony', 'Pizza', 'Pizzeria', 'House', 'Noodle', 'Garden', '鮨', 'Ristorante', 'of', 'É']
/** So few that mistakes are tried beside them. */
const rareWords = ['Pizzza', 'Hause', 'Noodles', 'Gardener']
const cuisines = ['Italian', 'Pizza', 'Thai', 'Coffee', 'New American', 'Ｓushi']
const timezones = ['America/New_York', 'Pacific/Fiji', 'Pacific/Honolulu', 'Asia/Kolkata']

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never
const sometimes = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: item })
const someOf = <T>(items: readonly T[]) => fc.subarray([...items])
const oneOf = <T>(items: readonly T[]) => fc.constantFrom(...items)

/** Steps of a hundredth degree, so that places and distances repeat. */
const nearTown = fc
  .record({
    town: oneOf(towns),
    up: fc.integer({ min: -60, max: 60 }),
    over: fc.integer({ min: -60, max: 60 }),
  })
  .map(({ town, up, over }) => ({
    latitude: Math.max(-90, Math.min(90, town.latitude + up / 100)),
    longitude: ((town.longitude + over / 100 + 540) % 360) - 180,
  }))

const noonToFour = JSON.stringify(
  Object.fromEntries(weekdays.map(day => [day, [{ opens: '12:00', closes: '16:00' }]])),
)
const lateTuesday = JSON.stringify({ Tue: [{ opens: '17:00', closes: '02:00' }] })

const restaurant = fc.record({
  place: nearTown,
  name: fc
    .array(fc.oneof({ weight: 60, arbitrary: oneOf(words) }, { weight: 1, arbitrary: oneOf(rareWords) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map(list => list.join(' ')),
  cuisines: someOf(cuisines),
  priceRange: fc.integer({ min: 0, max: 4 }),
  rating: oneOf([null, 3, 4.5, 4.5, 5]),
  features: someOf(merchantFeatures),
  mealsServed: someOf(mealsServed),
  timezone: oneOf(timezones),
  acclaimedLevel: fc.integer({ min: 0, max: 2 }),
  takesBookings: fc.boolean(),
  openTableId: oneOf([null, 'ot-1']),
  diets: someOf(['vegetarian', 'glutenFree', 'halal'] as const),
  hours: oneOf(['{}', noonToFour, lateTuesday]),
})

function merchantRow(id: string, { place, ...rest }: Made<typeof restaurant>) {
  const neighborhood = ''
  return {
    ...rest,
    ...place,
    id,
    source: 'test',
    sourceId: id,
    numberOfRatings: 3,
    street: '1 Main St',
    city: 'Town',
    state: 'NY',
    zipCode: '10001',
    neighborhood,
    menu: '[]',
    searchText: searchTextOf({ ...rest, neighborhood }),
    updatedAt: new Date(),
  }
}

const terms = fc.record({
  joinedOn: oneOf(['2020-01-01', '2026-01-09', '2026-01-10', '2026-03-09', '2026-03-10', '2026-03-11']),
  leftOn: oneOf([null, null, null, '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']),
  benefitDays: someOf(weekdays),
  campaignCodes: someOf(codes),
  reservationBonus: oneOf([null, 0, 250]),
})

const typed = fc
  .record({
    word: oneOf([...words, ...rareWords, ...cuisines, 'unheard', 'pizzahouse', 'Restaurant', 'and']),
    cut: fc.nat(12),
    twist: fc.nat(6),
  })
  .map(({ word, cut, twist }) =>
    mistyped(word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''), cut, twist),
  )

function mistyped(word: string, cut: number, twist: number): string {
  if (twist === 0) return word.slice(0, cut) + word.slice(cut + 1)
  return twist === 1 ? word.slice(0, Math.max(1, cut)) : word
}

const question = fc.record({
  from: nearTown,
  miles: fc.oneof(
    oneOf([null, null, 0.01, 25, 100]),
    fc.integer({ min: 1, max: 1_000 }).map(tenths => tenths / 10),
  ),
  box: fc.record({ corner: nearTown, wide: oneOf([0, 0.3, 5, 300]), high: oneOf([0, 0.2, 8]) }),
  words: sometimes(fc.array(typed, { minLength: 1, maxLength: 2 })),
  priceRange: sometimes(fc.subarray([1, 2, 3, 4], { minLength: 1 })),
  acclaimed: sometimes(fc.boolean()),
  isNew: sometimes(fc.boolean()),
  reservations: sometimes(fc.boolean()),
  benefitsFor: sometimes(someOf(weekdays)),
  features: sometimes(someOf(merchantFeatures)),
  mealsServed: sometimes(someOf(mealsServed)),
  campaignCode: sometimes(oneOf(codes)),
  diets: sometimes(fc.subarray([...diets], { minLength: 1, maxLength: 2 })),
  cuisines: sometimes(fc.subarray([...cuisines], { minLength: 1 })),
  openNow: sometimes(fc.boolean()),
  minRating: sometimes(oneOf([3.5, 4, 4.5])),
  bookingProvider: oneOf([null, 'book', 'openTable'] as const),
  sortBy: oneOf(merchantSorts),
  extra: fc.array(fc.tuple(fc.integer({ min: 0, max: 420 }), fc.integer({ min: 1, max: 3 })), {
    maxLength: 40,
  }),
  locked: fc.subarray(codes),
  offset: oneOf([0, 0, 0, 1, 20, 150, 100_000_000_000]),
  limit: oneOf([1, 3, 20, 100]),
})

type Question = Made<typeof question>

function queryOf(partner: Partner, question: Question): SearchQuery {
  const { miles, box, words: typedWords, extra, locked, ...rest } = question
  const { corner, wide, high } = box
  const bounds = {
    west: corner.longitude,
    south: corner.latitude,
    east: ((corner.longitude + wide + 540) % 360) - 180,
    north: Math.min(90, corner.latitude + high),
  }
  return {
    ...rest,
    partnerId: partner.slug,
    radiusMiles: miles,
    bounds: miles === null ? bounds : boundsAround(rest.from, miles),
    reward: {
      extra: new Map(extra.map(([number, units]) => [`m${number}`, units])),
      isLocked: list => list.some(code => locked.includes(code)),
    },
    words: typedWords ? queryWords(typedWords.join(' ')) : null,
    now: app.clock.now(),
  }
}

/** All words there can be, so that what a word means does not depend on which restaurants there are. */
const everyWord = searchWords([...words, ...rareWords, ...cuisines].join(' '))
const vocabulary = buildVocabulary(everyWord.map((word, id) => [word, id]))
const cuisineWords = new Set(cuisines.flatMap(searchWords))

function tiersOf(typedWords: readonly string[]): TiersOfWords {
  const steps = searchTiers(vocabulary, typedWords, cuisineWords)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.map(tier => tier.map(wording => wording.map(ids => ids.map(id => everyWord[id]!))))
}

const rounded = (miles: number) => Math.round(miles * 1e6) / 1e6

const partners = [app.newPartner(), app.newPartner(), app.newPartner()]
const any = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, count)
const anId = fc.integer({ min: 0, max: 420 }).map(number => `m${number}`)

async function addRestaurants(ids: readonly string[]): Promise<void> {
  const rows = any(restaurant, ids.length).map((one, at) => merchantRow(ids[at]!, one))
  await db
    .insertInto('merchants')
    .values(rows)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  for (const { slug } of partners) {
    const joining = any(fc.subarray([...ids], { minLength: Math.ceil(ids.length / 2) }), 1)[0]!
    const participations = any(terms, joining.length).map((one, at) => ({
      ...one,
      partnerId: slug,
      merchantId: joining[at]!,
    }))
    await db
      .insertInto('merchantParticipations')
      .values(participations)
      .onConflict(conflict => conflict.columns(['partnerId', 'merchantId']).doNothing())
      .execute()
  }
}

/** Every kind of write to restaurants and participations. */
const changes: readonly (() => Promise<unknown>)[] = [
  () => addRestaurants(any(anId, 12)),
  async () => {
    for (const id of new Set(any(anId, 8))) {
      const {
        id: _id,
        source: _source,
        sourceId: _sourceId,
        ...row
      } = merchantRow(id, any(restaurant, 1)[0]!)
      await db.updateTable('merchants').set(row).where('id', '=', id).execute()
    }
  },
  () => db.deleteFrom('merchants').where('id', 'in', any(anId, 4)).execute(),
  () => db.deleteFrom('merchantParticipations').where('merchantId', 'in', any(anId, 6)).execute(),
  () =>
    db
      .updateTable('merchantParticipations')
      .set(any(terms, 1)[0]!)
      .where('merchantId', 'in', any(anId, 12))
      .where('partnerId', '=', any(oneOf(partners), 1)[0]!.slug)
      .execute(),
  async () =>
    app.clock.set(
      any(oneOf(['2026-03-10T18:00:00Z', '2026-03-11T02:00:00Z', '2026-03-12T12:00:00Z']), 1)[0]!,
    ),
]

/** A third is enough for the second database, which runs the same statements. */
const rounds = inject('postgresUrl') ? sampleSize(5, 9) : sampleSize(2, 3)
const questionsEach = sampleSize(120, 240)

/** Ids in order, those of one distance together; without a distance that another page may share. */
function settled(
  rows: readonly { readonly id: string; readonly miles: number }[],
  { offset, limit }: SearchQuery,
): string[][] {
  const groups: { miles: number; ids: string[] }[] = []
  for (const { id, miles } of rows) {
    const last = groups.at(-1)
    if (last?.miles === rounded(miles)) last.ids.push(id)
    else groups.push({ miles: rounded(miles), ids: [id] })
  }
  const [from, to] = [offset > 0 ? 1 : 0, rows.length === limit ? -1 : undefined]
  return groups.slice(from, to).map(({ ids }) => ids.toSorted())
}

test('any query after any changes: ids, totals, facets and order -> as by plain SQL', longTest, async () => {
  const name = [...words, ...rareWords].join(' ')
  await newMerchant(app, app.newPartner(), {
    id: 'words',
    name,
    cuisines,
    searchText: searchTextOf({ name, cuisines, neighborhood: '' }),
  })
  await addRestaurants(Array.from({ length: 360 }, (_, number) => `m${number}`))
  let [found, pages] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    for (const change of any(oneOf(changes), round === 0 ? 0 : 4)) await change()
    await fc.assert(
      fc.asyncProperty(fc.nat(partners.length - 1), question, async (partner, asked) => {
        const query = queryOf(partners[partner]!, asked)
        const plain = await plainSearch(db, query, query.words && tiersOf(query.words))
        const { total, page, counts } = await app.searchIndex.search(query)
        expect({ total, facets: facetsOf(counts, query.bookingProvider) }).toEqual({
          total: plain.total,
          facets: plain.facets,
        })
        expect(page.map(row => rounded(distanceMiles(query.from, row)))).toEqual(
          plain.page.map(({ miles }) => rounded(miles)),
        )
        // Distances that differ by a rounding error may swap, here or over the end of a page.
        if (query.sortBy === 'reward')
          expect(
            settled(
              page.map(row => ({ ...row, miles: distanceMiles(query.from, row) })),
              query,
            ),
          ).toEqual(settled(plain.page, query))
        else if (query.sortBy !== 'distance')
          expect(page.map(({ id }) => id)).toEqual(plain.page.map(({ id }) => id))
        found += total > 0 ? 1 : 0
        pages += page.length > 1 ? 1 : 0
      }),
      { numRuns: questionsEach },
    )
  }
  // Enough queries had matches.
  expect(found).toBeGreaterThan((rounds * questionsEach) / 6)
  expect(pages).toBeGreaterThan((rounds * questionsEach) / 12)
})
