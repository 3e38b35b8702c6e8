import { mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { demoRestaurants } from '../../packages/demo-world/src/demo-restaurants.ts'

export interface BenchRestaurant {
  readonly id: string
  readonly name: string
  readonly cuisines: readonly string[]
  readonly neighborhood: string
  readonly latitude: number
  readonly longitude: number
  readonly priceRange: number
  readonly rating: number | null
  readonly features: readonly (typeof merchantFeatures)[number][]
  readonly mealsServed: readonly (typeof mealsServed)[number][]
  readonly benefitDays: readonly (typeof weekdays)[number][]
  readonly joinedOn: string
  readonly isAcclaimed: boolean
  readonly takesBookings: boolean
}

export const benchPartner = 'skyward'

/** They are metropolitan areas with their share of restaurants, denser in the middle. */
export const cities = [
  ['New York', 40.74, -73.98, 18],
  ['Los Angeles', 34.05, -118.25, 12],
  ['Chicago', 41.88, -87.63, 9],
  ['Houston', 29.76, -95.37, 7],
  ['Dallas', 32.78, -96.8, 7],
  ['Miami', 25.77, -80.2, 6],
  ['Philadelphia', 39.95, -75.16, 6],
  ['Atlanta', 33.75, -84.39, 5],
  ['Boston', 42.36, -71.06, 5],
  ['Phoenix', 33.45, -112.07, 5],
  ['San Francisco', 37.77, -122.42, 5],
  ['Seattle', 47.61, -122.33, 4],
  ['Denver', 39.74, -104.99, 3],
  ['Minneapolis', 44.98, -93.27, 3],
  ['Saint Louis', 38.63, -90.2, 2],
  ['New Orleans', 29.95, -90.07, 2],
  ['Honolulu', 21.31, -157.86, 1],
] as const

const list = (text: string) => text.split(',')
const cuisineNames = list(
  'American,Pizza,Italian,Mexican,Chinese,Japanese,Sushi,Thai,Indian,Burgers,Coffee,Bakery,Sandwiches,Seafood,Steakhouse,' +
    'Barbecue,Korean,Vietnamese,French,Mediterranean,Greek,Spanish,Salads,Vegan,Breakfast,Diner,Delicatessen,Caribbean,' +
    'Peruvian,Turkish,Lebanese,Ethiopian,Irish,German,Cajun,Ramen,Dim Sum,Tapas',
)
const kinds = list('Kitchen,Grill,Café,House,Bar,Bistro,Express,Corner,Garden,Palace,Tavern')

/** The restaurants are the same every time: a larger count begins with those of a smaller one. */
export function* benchRestaurants(count: number): Generator<BenchRestaurant> {
  const random = seededRandom('search bench')
  const words = properNames(random, 60_000)
  const draw = cities.flatMap(city => Array<(typeof cities)[number]>(city[3]).fill(city))
  for (let serial = 0; serial < count; serial++) yield restaurant(random, serial, words, random.pick(draw))
}

function restaurant(
  random: SeededRandom,
  serial: number,
  words: readonly string[],
  [, latitude, longitude]: (typeof cities)[number],
): BenchRestaurant {
  // A third are within a few streets, some far outside.
  const spread = 0.02 / (0.03 + random.next() ** 2)
  const angle = random.between(0, 2 * Math.PI)
  const reach = spread * Math.sqrt(random.next())
  const cuisines = random.some(cuisineNames.slice(0, random.chance(0.6) ? 12 : undefined), random.int(1, 3))
  // A few names are frequent, most occur once.
  const word = words[Math.floor(words.length * random.next() ** 3)]!
  const name = `${word} ${random.chance(0.5) ? random.pick(kinds) : `${cuisines[0]} ${random.pick(kinds)}`}`
  return {
    id: `bench-${serial}`,
    name,
    cuisines,
    neighborhood: words[(serial * 7_919) % 900]!,
    latitude: latitude + reach * Math.sin(angle),
    longitude: longitude + (reach * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180),
    priceRange: random.int(1, 4),
    rating: random.chance(0.9) ? random.int(25, 50) / 10 : null,
    features: merchantFeatures.filter(() => random.chance(0.6)),
    mealsServed: mealsServed.filter(() => random.chance(0.55)),
    benefitDays: random.chance(0.7) ? weekdays : weekdays.filter(() => random.chance(0.7)),
    joinedOn: new Date(Date.UTC(2020, 0, 1 + random.int(0, 2_260))).toISOString().slice(0, 10),
    isAcclaimed: random.chance(0.04),
    takesBookings: random.chance(0.35),
  }
}

const starts = list('B,C,D,F,G,K,L,M,N,P,R,S,T,V,Ch,Br,St,Tr,W')
const middles = list('l,r,n,m,t,s,ss,ll,nd,rt,k,v,z,d,ck,st,g')
const vowels = list('a,e,i,o,u,ia,ee,ou,ai')
const ends = list(',s,n,no,ni,ez,son,ski,ta,ro')

/** Names are made of syllables: as many as family names, and similar ones among them. */
function properNames(random: SeededRandom, count: number): string[] {
  const names = new Set<string>()
  while (names.size < count) {
    const syllables = Array.from(
      { length: random.int(0, 2) },
      () => random.pick(middles) + random.pick(vowels),
    )
    names.add(random.pick(starts) + random.pick(vowels) + syllables.join('') + random.pick(ends))
  }
  return [...names]
}

export async function loadRestaurants(db: Db, restaurants: Iterable<BenchRestaurant>): Promise<void> {
  let batch: BenchRestaurant[] = []
  for (const one of restaurants) {
    batch.push(one)
    if (batch.length < 2_000) continue
    await insert(db, batch)
    batch = []
  }
  if (batch.length > 0) await insert(db, batch)
  await withoutTimeout(db, 'vacuum analyze')
}

export function withoutTimeout(db: Db, ...statements: readonly string[]): Promise<void> {
  return db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Rows are as wide as real ones: they have stories, hours and menus of the demo's restaurants. */
const stories = demoRestaurants('2026-03-10').map(({ merchant }) => ({
  about: merchant.about,
  phone: merchant.phone,
  website: merchant.website,
  hours: JSON.parse(merchant.hours),
  menu: JSON.parse(merchant.menu),
}))

async function insert(db: Db, batch: readonly BenchRestaurant[]): Promise<void> {
  const rows = batch.map(({ isAcclaimed, joinedOn, benefitDays, ...one }, index) => ({
    ...one,
    ...stories[index % stories.length],
    source: 'bench',
    source_id: one.id,
    price_range: one.priceRange,
    meals_served: one.mealsServed,
    number_of_ratings: 40,
    street: '12 Long Street',
    city: 'Anywhere',
    state: 'NY',
    zip_code: '10001',
    timezone: 'America/New_York',
    acclaimed_level: isAcclaimed ? 1 : 0,
    takes_bookings: one.takesBookings,
    search_text: searchTextOf(one),
    joined_on: joinedOn,
    benefit_days: benefitDays,
  }))
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (
    id text, source text, source_id text, name text, cuisines text[], price_range int, rating numeric,
    number_of_ratings int, street text, city text, state text, zip_code text, neighborhood text,
    latitude float8, longitude float8, timezone text, about text, phone text, website text, hours jsonb, menu jsonb, meals_served text[], features text[],
    acclaimed_level int, takes_bookings boolean, search_text text, joined_on date, benefit_days text[])`
  const columns = sql.raw(
    `id, source, source_id, name, cuisines, price_range, rating, number_of_ratings, street, city, state, zip_code,
    neighborhood, latitude, longitude, timezone, about, phone, website, hours, menu, meals_served, features, acclaimed_level, takes_bookings,
    search_text`,
  )
  await sql`insert into merchants (${columns}, updated_at) select ${columns}, now() from ${given}`.execute(db)
  await sql`insert into merchant_participations (partner_id, merchant_id, joined_on, benefit_days, campaign_codes)
    select ${benchPartner}, id, joined_on, benefit_days, '{}' from ${given}`.execute(db)
}
