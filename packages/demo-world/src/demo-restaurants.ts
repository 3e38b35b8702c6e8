import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { MerchantMidsTable, MerchantReviewsTable, MerchantsTable } from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { addDays, type Day } from './days.ts'
import { demoId } from './demo-id.ts'
import { aboutText } from './restaurants/about.ts'
import { cities } from './restaurants/cities.ts'
import type { City, Neighborhood } from './restaurants/city.ts'
import { dietsOf } from './restaurants/diets.ts'
import type { Kitchen } from './restaurants/kitchen.ts'
import { kitchens } from './restaurants/kitchens.ts'
import { menuOf } from './restaurants/menu.ts'
import { openingHours } from './restaurants/opening-hours.ts'
import { reviewsOf } from './restaurants/reviews.ts'

export interface DemoRestaurant {
  readonly merchant: Insertable<MerchantsTable> & { id: string; acclaimedLevel: number }
  readonly mids: readonly Insertable<MerchantMidsTable>[]
  readonly reviews: readonly Insertable<MerchantReviewsTable>[]
}

export const demoSource = 'demo'

/** They are the same every time; dates count back from `today` (wire: Demo data). */
export function demoRestaurants(today: Day): DemoRestaurant[] {
  const random = seededRandom('dineward restaurants')
  const places = cities.flatMap(city =>
    city.neighborhoods.flatMap(neighborhood =>
      Array.from({ length: neighborhood.count }, () => ({ city, neighborhood })),
    ),
  )
  const deal = kitchenDealer(random)
  const names = nameSupply(random)
  return places.map(({ city, neighborhood }, index) => {
    const kitchen = deal()
    const isNew = isComingSoon(index)
    return restaurant(names(kitchen), { city, neighborhood, kitchen, today, isNew })
  })
}

/** It is one of a hundred, spread evenly. What becomes of a restaurant goes by it. */
export const turnOf = (index: number): number => (index * 37) % 100

/** Takes part from a day to come, so that nobody has dined there yet. */
export const isComingSoon = (index: number): boolean => [6, 7].includes(turnOf(index))

/** Kitchens are dealt by their share, in random order; none comes again before fourteen others: neighbors differ. */
function kitchenDealer(random: SeededRandom): () => Kitchen {
  const deck = random.some(
    kitchens.flatMap(kitchen => Array.from({ length: kitchen.share }, () => kitchen)),
    10_000,
  )
  const recent: Kitchen[] = []
  return () => {
    const found = deck.findIndex(kitchen => !recent.includes(kitchen))
    const [kitchen] = deck.splice(Math.max(0, found), 1)
    if (!kitchen) throw new Error('there are more places than kitchens')
    recent.push(kitchen)
    if (recent.length > 14) recent.shift()
    return kitchen
  }
}

function nameSupply(random: SeededRandom): (kitchen: Kitchen) => string {
  const used = new Set<string>()
  const left = new Map(
    kitchens.map(kitchen => {
      const made = kitchen.patterns.flatMap(pattern => kitchen.words.map(word => pattern.replace('*', word)))
      return [kitchen, [...random.some(kitchen.names, 100), ...random.some(made, 100)]]
    }),
  )
  return kitchen => {
    for (let name = left.get(kitchen)?.shift(); name; name = left.get(kitchen)?.shift()) {
      if (used.has(name)) continue
      used.add(name)
      return name
    }
    throw new Error(`there are not enough names for ${kitchen.cuisines[0]} restaurants`)
  }
}

interface Setting {
  readonly city: City
  readonly neighborhood: Neighborhood
  readonly kitchen: Kitchen
  readonly today: Day
  readonly isNew: boolean
}

function restaurant(name: string, { city, neighborhood, kitchen, today, isNew }: Setting): DemoRestaurant {
  const id = slugOf(name)
  const random = seededRandom(`restaurant ${id}`)
  const priceRange = random.pick(kitchen.prices)
  const [first = '', ...more] = kitchen.cuisines
  const cuisines = [first, ...more.filter(() => random.chance(0.55))]
  const rating = Math.round((3.6 + 1.3 * Math.sqrt(random.next() * random.between(0.5, 1))) * 10) / 10
  const { menu, dishes } = menuOf(random, kitchen, priceRange)
  const { hours, mealsServed } = openingHours(random, random.pick(kitchen.hours))
  const place = addressIn(random, city, neighborhood)
  const features = featuresOf(random, priceRange)
  const isAcclaimed = priceRange >= 3 && rating >= 4.3 && random.chance(0.55)
  const acclaimedLevel = isAcclaimed ? (seededRandom(`vips ${id}`).chance(0.3) ? 2 : 1) : 0
  const openTableId = priceRange >= 2 && random.chance(0.6) ? String(random.int(100_000, 999_999)) : null
  const elsewhere = elsewhereOf(id, features)
  const isRated = !isNew && (acclaimedLevel > 0 || seededRandom(`rated ${id}`).chance(0.97))
  const written = isRated ? reviewsOf(random, rating, dishes) : []
  const merchant = {
    id,
    source: demoSource,
    sourceId: id,
    name,
    about: aboutText(random, kitchen, {
      neighborhood: neighborhood.name,
      priceRange,
      dinner: mealsServed.includes('dinner'),
      dishes,
    }),
    cuisines,
    priceRange,
    ...ratingOf(written),
    ...place,
    neighborhood: neighborhood.name,
    website: `https://${id}.example`,
    ...elsewhere,
    hours: JSON.stringify(hours),
    menu: JSON.stringify(menu),
    mealsServed,
    features: [...features, ...comfortsOf(id, priceRange, kitchen)],
    diets: dietsOf(seededRandom(`diets ${id}`), kitchen),
    acclaimedLevel,
    openTableId,
    takesBookings: openTableId !== null,
    searchText: searchTextOf({ name, cuisines, neighborhood: neighborhood.name }),
    updatedAt: new Date(`${today}T00:00:00Z`),
  }
  return {
    merchant,
    mids: midsOf(random, id, today),
    reviews: written.map(({ daysAgo, ...review }, i) => ({
      ...review,
      id: demoId(`review ${id} ${i}`),
      merchantId: id,
      dinedOn: addDays(today, -daysAgo),
    })),
  }
}

/** Every rating is of a review that can be read. */
function ratingOf(reviews: readonly { readonly rating: number }[]) {
  if (reviews.length === 0) return { rating: null, numberOfRatings: 0 }
  const stars = reviews.reduce((total, { rating }) => total + rating, 0)
  return { rating: Math.round((stars / reviews.length) * 10) / 10, numberOfRatings: reviews.length }
}

const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/Đ/g, 'D')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function addressIn(random: SeededRandom, city: City, neighborhood: Neighborhood) {
  const around = (middle: number, spread: number) =>
    Math.round((middle + (random.next() + random.next() - 1) * spread) * 1e5) / 1e5
  return {
    street: `${random.int(11, 890)} ${random.pick(neighborhood.streets)}`,
    city: city.city,
    state: city.state,
    zipCode: neighborhood.zipCode,
    latitude: around(neighborhood.latitude, 0.0046),
    longitude: around(neighborhood.longitude, 0.005),
    timezone: city.timezone,
    phone: `${random.pick(city.areaCodes)}-555-01${String(random.int(0, 99)).padStart(2, '0')}`,
  }
}

function featuresOf(random: SeededRandom, priceRange: number): string[] {
  const takeout = priceRange < 4 && random.chance(priceRange === 3 ? 0.5 : 0.9)
  const delivery = takeout && random.chance(0.65)
  const ordering = takeout && random.chance(0.6)
  return [
    ...(delivery ? ['delivery'] : []),
    'dineIn',
    ...(takeout ? ['takeout'] : []),
    ...(ordering ? ['onlineOrdering'] : []),
  ]
}

function comfortsOf(id: string, priceRange: number, { hours }: Kitchen): string[] {
  const random = seededRandom(`comforts ${id}`)
  const isCafe = hours.includes('cafe') || hours.includes('morning')
  return [
    ...(random.chance(isCafe ? 0.5 : 0.35) ? ['outdoorSeating'] : []),
    ...(random.chance(priceRange === 4 || isCafe ? 0.15 : 0.4) ? ['goodForGroups'] : []),
  ]
}

function elsewhereOf(id: string, features: readonly string[]) {
  const random = seededRandom(`elsewhere ${id}`)
  const menuUrl = random.chance(1 / 3) ? `https://${id}.example/menu` : ''
  const onlineOrderingUrl = random.chance(0.7)
    ? `https://order.${id}.example/`
    : `https://tableside-orders.example/${id}`
  return { menuUrl, onlineOrderingUrl: features.includes('onlineOrdering') ? onlineOrderingUrl : '' }
}

/** Twelve digits, too short to be mistaken for a card number. Some got a new terminal, and with it a new number. */
function midsOf(random: SeededRandom, merchantId: string, today: Day): Insertable<MerchantMidsTable>[] {
  const mid = () => `4${random.int(10_000, 99_999)}${random.int(100_000, 999_999)}`
  const changed = random.chance(0.12) ? addDays(today, -random.int(40, 500)) : null
  if (!changed) return [{ mid: mid(), merchantId, validFrom: '2018-01-01', validTo: null }]
  return [
    { mid: mid(), merchantId, validFrom: '2018-01-01', validTo: changed },
    { mid: mid(), merchantId, validFrom: changed, validTo: null },
  ]
}
