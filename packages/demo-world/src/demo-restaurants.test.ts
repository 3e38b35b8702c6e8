import { distanceMiles } from '@dineward/core/merchants/distance.rules.ts'
import { mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { isTimezone } from '@dineward/core/shared/local-date.ts'
import type { MenuSection, MerchantHours } from '@dineward/server/seeding.ts'
import { describe, expect, test } from 'vitest'
import { demoParticipations } from './demo-participations.ts'
import { demoRestaurants } from './demo-restaurants.ts'
import { cities } from './restaurants/cities.ts'

const restaurants = demoRestaurants('2026-03-10')
const merchants = restaurants.map(({ merchant }) => merchant)
const unique = (values: readonly unknown[]) => new Set(values).size

test('generated twice: the same', () => {
  expect(demoRestaurants('2026-03-10')).toEqual(restaurants)
})

test('another day: the same restaurants, reviewed on other days', () => {
  const later = demoRestaurants('2026-06-01')
  expect(later.map(({ merchant }) => merchant.name)).toEqual(merchants.map(merchant => merchant.name))
  expect(later[0]?.reviews[0]?.dinedOn).not.toBe(restaurants[0]?.reviews[0]?.dinedOn)
})

test('restaurants: about 600, most of them in New York, which comes first', () => {
  expect(merchants.length).toBeGreaterThan(570)
  expect(merchants.length).toBeLessThan(640)
  expect(merchants[0]?.city).toBe('New York')
  expect(unique(merchants.map(merchant => merchant.city))).toBe(5)
  expect(merchants.filter(merchant => merchant.city === 'New York').length).toBeGreaterThan(190)
})

test('names, ids and MIDs: unique', () => {
  expect(unique(merchants.map(merchant => merchant.name))).toBe(merchants.length)
  expect(unique(merchants.map(merchant => merchant.id))).toBe(merchants.length)
  const mids = restaurants.flatMap(({ mids }) => mids.map(({ mid }) => mid))
  expect(unique(mids)).toBe(mids.length)
})

test('variety: at least 25 cuisines, every price, some Acclaimed, ratings from 3.6 to 4.9', () => {
  expect(unique(merchants.flatMap(merchant => merchant.cuisines))).toBeGreaterThanOrEqual(25)
  expect(unique(merchants.map(merchant => merchant.priceRange))).toBe(4)
  const acclaimed = merchants.filter(merchant => merchant.acclaimedLevel > 0).length
  expect(acclaimed).toBeGreaterThan(30)
  expect(acclaimed).toBeLessThan(100)
  const ratings = merchants.flatMap(({ rating }) => rating ?? [])
  expect(Math.min(...ratings)).toBeGreaterThanOrEqual(3.6)
  expect(Math.max(...ratings)).toBeLessThanOrEqual(4.9)
})

describe.each(cities.map(city => [city.city, city] as const))('restaurants of %s', (_name, city) => {
  const here = merchants.filter(merchant => merchant.city === city.city)
  test('place: in their neighborhood, with a valid time zone', () => {
    for (const merchant of here) {
      const home = city.neighborhoods.find(({ name }) => name === merchant.neighborhood)!
      expect(distanceMiles(home, merchant), merchant.id).toBeLessThan(0.6)
      expect(merchant.zipCode).toBe(home.zipCode)
      expect(isTimezone(merchant.timezone)).toBe(true)
    }
  })
})

test('texts: address, fictional phone number, description without placeholders', () => {
  for (const { id, phone, street, about, website } of merchants) {
    expect(id).toMatch(/^[a-z0-9-]{3,60}$/)
    expect(phone).toMatch(/^\d{3}-555-01\d\d$/)
    expect(street).toMatch(/^\d+ \S/)
    expect(website).toBe(`https://${id}.example`)
    expect(about).not.toMatch(/[{}]|undefined| {2}/)
    expect(about!.length).toBeGreaterThan(80)
  }
})

test('menus: three sections, prices rise with the price level', () => {
  const averages: number[][] = [[], [], [], [], []]
  for (const merchant of merchants) {
    const menu = JSON.parse(merchant.menu as string) as MenuSection[]
    expect(menu).toHaveLength(3)
    for (const { items } of menu) {
      expect(items.length).toBeGreaterThanOrEqual(3)
      expect(items.length).toBeLessThanOrEqual(5)
      expect(unique(items.map(item => item.name))).toBe(items.length)
      for (const item of items) expect(item.priceCents).toBeGreaterThanOrEqual(200)
    }
    const mains = menu[1]!.items.map(item => item.priceCents)
    averages[merchant.priceRange]!.push(mains.reduce((a, b) => a + b, 0) / mains.length)
  }
  const means = averages.slice(1).map(list => list.reduce((a, b) => a + b, 0) / list.length)
  expect(means).toEqual([...means].sort((a, b) => a - b))
})

test('opening hours: some closed on Mondays, some open past midnight, all with a known meal', () => {
  const weeks = merchants.map(merchant => JSON.parse(merchant.hours as string) as MerchantHours)
  expect(weeks.filter(week => week.Mon?.length === 0).length).toBeGreaterThan(60)
  expect(weeks.filter(week => week.Fri?.some(({ closes }) => closes < '05:00')).length).toBeGreaterThan(20)
  for (const { mealsServed: meals, features } of merchants) {
    expect(meals.length).toBeGreaterThan(0)
    expect(meals.filter(meal => !(mealsServed as readonly string[]).includes(meal))).toEqual([])
    expect(features.filter(one => !(merchantFeatures as readonly string[]).includes(one))).toEqual([])
  }
})

test('reviews: mostly two to four, some none, some more than forty', () => {
  const counts = restaurants.map(({ reviews }) => reviews.length)
  expect(counts.filter(count => count >= 2 && count <= 4).length).toBeGreaterThan(400)
  expect(counts.filter(count => count === 0).length).toBeGreaterThan(5)
  expect(counts.filter(count => count >= 40).length).toBeGreaterThan(5)
  for (const { merchant, reviews } of restaurants)
    expect(reviews.length, merchant.id).toBe(merchant.numberOfRatings)
})

test('ratings: the average of the reviews that can be read', () => {
  for (const { merchant, reviews } of restaurants) {
    const stars = reviews.reduce((total, { rating }) => total + rating, 0)
    const average = reviews.length === 0 ? null : Math.round((stars / reviews.length) * 10) / 10
    expect(merchant.rating, merchant.id).toBe(average)
  }
})

test('restaurants that begin later: nobody has rated them yet', () => {
  const partner = { slug: 'plain', settings: partnerForTest('plain').settings }
  const coming = demoParticipations(partner, restaurants, '2026-03-10').filter(
    ({ joinedOn }) => joinedOn > '2026-03-10',
  )
  expect(coming.length).toBeGreaterThan(5)
  const ids = new Set(coming.map(({ merchantId }) => merchantId))
  const rated = restaurants.filter(({ merchant, reviews }) => ids.has(merchant.id) && reviews.length > 0)
  expect(rated).toEqual([])
})

test('Acclaimed restaurants: some are for VIPs, and their campaigns say so', () => {
  const partner = { slug: 'plain', settings: partnerForTest('plain').settings }
  const levels = new Map(merchants.map(({ id, acclaimedLevel }) => [id, acclaimedLevel]))
  expect(merchants.filter(({ acclaimedLevel }) => acclaimedLevel === 2).length).toBeGreaterThan(5)
  for (const { merchantId, campaignCodes } of demoParticipations(partner, restaurants, '2026-03-10')) {
    const exclusive = (campaignCodes as string[]).filter(code => code.startsWith('acclaimed'))
    expect(exclusive).toEqual(['acclaimed', 'acclaimed2'].slice(0, levels.get(merchantId)))
  }
})

test('reviews: no repeated text at a restaurant, no future date', () => {
  for (const { reviews, merchant } of restaurants) {
    expect(unique(reviews.map(review => review.body)), merchant.id).toBe(reviews.length)
    for (const { body, dinedOn } of reviews) {
      expect(body).not.toMatch(/[{}]|undefined/)
      expect(dinedOn < '2026-03-10').toBe(true)
    }
  }
})

test('links: a third have a menu page, and all with online ordering an address', () => {
  const menus = merchants.filter(({ menuUrl }) => menuUrl !== '').length
  expect(menus / merchants.length).toBeGreaterThan(0.25)
  expect(menus / merchants.length).toBeLessThan(0.42)
  for (const { id, features, onlineOrderingUrl } of merchants)
    expect(/^https:\/\//.test(onlineOrderingUrl ?? ''), id).toBe(features.includes('onlineOrdering'))
})
