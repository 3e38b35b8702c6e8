import { dietsOf } from '@dineward/core/merchants/diets.rules.ts'
import { isOpenAt, weekOpenings } from '@dineward/core/merchants/opening-hours.rules.ts'
import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { newClient } from '@dineward/server/testing/test-client.ts'
import { beforeAll, expect, test } from 'vitest'
import { type DemoRestaurant, demoRestaurants } from './demo-restaurants.ts'

/* What people type around Times Square, and what is right. */

const app = await createTestApp({}, { ownDatabase: true })
const partner = app.newPartner()
const client = newClient(app, partner)
const restaurants = demoRestaurants('2026-03-10')
const byId = new Map(restaurants.map(({ merchant }) => [merchant.id, merchant]))

beforeAll(async () => {
  app.clock.set(evening)
  const { db } = app.database
  for (let at = 0; at < restaurants.length; at += 100)
    await db
      .insertInto('merchants')
      .values(restaurants.slice(at, at + 100).map(({ merchant }) => merchant))
      .execute()
  await db
    .insertInto('merchantParticipations')
    .values(
      restaurants.map(({ merchant }) => ({
        partnerId: partner.slug,
        merchantId: merchant.id,
        joinedOn: '2025-01-01',
        leftOn: null,
        benefitDays: [],
        campaignCodes: [],
      })),
    )
    .execute()
})

type Merchant = DemoRestaurant['merchant']
interface Found extends MerchantSearchResult {
  readonly restaurants: readonly Merchant[]
}
type Check = (found: Found) => void | Promise<void>

async function search(typed: string): Promise<Found> {
  const query = new URLSearchParams({
    latitude: '40.7577',
    longitude: '-73.9857',
    restaurantOrCuisine: typed,
    pageSize: '100',
  })
  const response = await client.get(`/api/v2/Merchants/Search?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  const result: MerchantSearchResult = response.json()
  return { ...result, restaurants: result.merchants.map(({ id }) => byId.get(id)!) }
}

const every =
  (what: string, holds: (restaurant: Merchant) => boolean): Check =>
  ({ restaurants }) => {
    expect(restaurants.length, what).toBeGreaterThan(0)
    expect(
      restaurants.filter(one => !holds(one)).map(({ name }) => name),
      what,
    ).toEqual([])
  }
const cuisine = (...names: readonly string[]) =>
  every(names.join(), ({ cuisines }) => names.some(name => cuisines.includes(name)))
const dish = (words: RegExp) => every(String(words), ({ menu }) => words.test(menu as string))
const meal = (name: string) => every(name, ({ mealsServed }) => mealsServed.includes(name))
const feature = (name: string) => every(name, ({ features }) => features.includes(name))
const eats = (diet: string) =>
  every(diet, ({ diets = [], cuisines }) =>
    dietsOf({ diets, cuisines, dishes: [] }).some(one => one === diet),
  )
const price = (...levels: readonly number[]) =>
  every(`price ${levels}`, ({ priceRange }) => levels.includes(Number(priceRange)))
const rated = (least: number) => every(`rated ${least}`, ({ rating }) => Number(rating) >= least)
const understood =
  (params: Record<string, string[]>): Check =>
  found =>
    expect(found.understood).toMatchObject(params)
const first =
  (name: string): Check =>
  found =>
    expect(found.restaurants[0]?.name).toBe(name)
const sameAs =
  (typed: string): Check =>
  async found =>
    expect(found.merchants.map(({ id }) => id)).toEqual((await search(typed)).merchants.map(({ id }) => id))
const isIn =
  (neighborhood: string): Check =>
  found => {
    expect(found.merchants[0]?.distance).toBeLessThan(1.5)
    expect(found.understood?.location?.[0]).toContain(neighborhood)
  }
const bestFirst: Check = ({ restaurants }) => {
  const ratings = restaurants.map(({ rating }) => Number(rating))
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
}

/** Wednesday, 7:30 PM in New York. */
const evening = '2026-03-11T23:30:00Z'
const openNow = every('open', ({ hours }) =>
  isOpenAt(weekOpenings(JSON.parse(hours as string)), (3 * 24 + 19.5) * 60),
)

const searches: readonly [typed: string, ...checks: Check[]][] = [
  ['italian restaurant', cuisine('Italian'), sameAs('italian')],
  ['mexican food', cuisine('Mexican'), sameAs('mexican')],
  ['sushi bar', sameAs('sushi')],
  ['thai place', cuisine('Thai')],
  ['pizza near me', cuisine('Pizza'), sameAs('pizza')],
  ['pizzeria', cuisine('Pizza')],
  ['burger joint', cuisine('Burgers')],
  ['steakhouse', cuisine('Steakhouse')],
  ['bbq', cuisine('Barbecue')],
  ['korean bbq', cuisine('Korean')],
  ['coffee shop', cuisine('Coffee', 'Cafe')],
  ['dim sum', cuisine('Dim Sum')],
  ['seafood restaurant', cuisine('Seafood')],
  ['wine bar', cuisine('Wine Bar')],
  ['indian food', cuisine('Indian')],
  ['ethiopian', cuisine('Ethiopian')],
  ['french bistro', cuisine('French')],
  ['greek food', cuisine('Greek')],
  ['vietnamese', cuisine('Vietnamese')],
  ['ice cream', cuisine('Ice Cream')],
  ['taqueria', cuisine('Mexican', 'Tacos')],
  ['tapas', cuisine('Tapas')],
  ['open now', openNow],
  ['sushi open now', openNow, cuisine('Japanese')],
  ['ramen open late', cuisine('Ramen'), meal('lateNight')],
  ['late night food', meal('lateNight')],
  ['burgers open now', openNow, cuisine('Burgers')],
  ['vegan brunch', eats('vegan'), meal('brunch')],
  ['vegan', eats('vegan')],
  ['vegetarian restaurant', eats('vegetarian')],
  ['vegetarian indian', eats('vegetarian'), cuisine('Indian')],
  ['gluten free pizza', eats('glutenFree'), cuisine('Pizza')],
  ['gluten-free', eats('glutenFree')],
  ['halal food', eats('halal')],
  ['kosher deli', eats('kosher'), cuisine('Deli')],
  ['cheap eats', price(1)],
  ['cheap tacos', price(1), cuisine('Mexican', 'Tacos')],
  ['fine dining', price(3, 4)],
  ['upscale italian', price(3, 4), cuisine('Italian')],
  ['brunch', meal('brunch')],
  ['breakfast near me', meal('breakfast')],
  ['lunch', meal('lunch')],
  ['outdoor dinner for 8', feature('outdoorSeating'), feature('goodForGroups'), meal('dinner')],
  ['outdoor seating', feature('outdoorSeating')],
  ['patio', feature('outdoorSeating')],
  ['italian with outdoor seating', feature('outdoorSeating'), cuisine('Italian')],
  ['good for groups', feature('goodForGroups')],
  ['dinner for two', meal('dinner'), understood({ partySize: ['2'] })],
  ['table for 10', feature('goodForGroups'), understood({ partySize: ['10'] })],
  ['best pizza', cuisine('Pizza'), bestFirst],
  ['top rated sushi', cuisine('Japanese'), rated(4), bestFirst],
  ['pizza delivery', cuisine('Pizza'), feature('delivery')],
  ['thai takeout', cuisine('Thai'), feature('takeout')],
  ['pad see ew', dish(/pad see ew/i)],
  ['soup dumplings', dish(/soup dumplings/i)],
  ['tonkotsu', dish(/tonkotsu/i)],
  ['sushi in williamsburg', isIn('Williamsburg')],
  ['tacos in the east village', isIn('East Village')],
  ['shoyu street', first('Shoyu Street')],
  ['sunday burgr club', first('Sunday Burger Club')],
  ['uncle sals coal oven', first('Uncle Sal’s Coal Oven')],
  ['herbivore club', first('Herbivore Club')],
]

test.each(searches)('%s', async (typed, ...checks) => {
  const found = await search(typed)
  for (const check of checks) await check(found)
})
