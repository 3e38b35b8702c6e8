import { distanceMiles, roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { here, names, search, timesSquare } from './search-for-test.ts'

const app = await createTestApp()

describe('where', () => {
  let partner: Partner
  let client: TestClient
  beforeAll(async () => {
    partner = app.newPartner()
    client = newClient(app, partner)
    await newMerchant(app, partner, { name: 'Next door', latitude: 40.758, longitude: -73.986 })
    await newMerchant(app, partner, { name: 'Five miles up', latitude: 40.8301, longitude: -73.9857 })
    await newMerchant(app, partner, { name: 'Philadelphia', latitude: 39.9526, longitude: -75.1652 })
    await newMerchant(app, partner, { name: 'Attu Island', latitude: 52.9, longitude: 172.9 })
  })

  test.each([
    ['', ['Five miles up', 'Next door']],
    ['&radiusMiles=4.99', ['Next door']],
    ['&radiusMiles=5.01', ['Five miles up', 'Next door']],
    ['&radiusMiles=100', ['Five miles up', 'Next door', 'Philadelphia']],
  ])('within the radius%s', async (radius, expected) => {
    expect(names(await search(client, here + radius))).toEqual(expected)
  })

  test('no place: the default location', async () => {
    expect(await search(client, '')).toEqual(await search(client, here))
  })

  test('distance: haversine miles with two decimals, nearest first', async () => {
    const { merchants } = await search(client, `${here}&radiusMiles=100`)
    const distances = merchants.map(merchant => merchant.distance)
    const expected = merchants.map(({ location }) =>
      roundMiles(distanceMiles(timesSquare, location.coordinates)),
    )
    expect(distances).toEqual(expected)
    expect(distances).toEqual([0.03, 5, 83.37])
  })

  test('any center: sorted by haversine distance', async () => {
    const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map(n => n / 1e7)
    const [latitude, longitude] = [degrees(90), degrees(180)]
    await fc.assert(
      fc.asyncProperty(fc.record({ latitude, longitude }), async from => {
        const { page } = await app.searchIndex.search({
          partnerId: partner.slug,
          from,
          bounds: { west: -180, south: -90, east: 180, north: 90 },
          radiusMiles: null,
          words: null,
          bookingProvider: null,
          sortBy: 'distance',
          offset: 0,
          limit: 100,
          now: app.clock.now(),
        })
        expect(page).toHaveLength(4)
        const miles = page.map(row => distanceMiles(from, row))
        expect(miles).toEqual(miles.toSorted((a, b) => a - b))
      }),
      { numRuns: 50 },
    )
  })

  test('box: restaurants inside; distance only with a place', async () => {
    const alone = await search(client, 'bounds=-75.5,39.5,-75,40.5')
    expect(names(alone)).toEqual(['Philadelphia'])
    expect(alone.merchants[0]?.distance).toBeNull()
    const withPlace = await search(client, `bounds=-75.5,39.5,-75,40.5&${here}`)
    expect(withPlace.merchants[0]?.distance).toBe(83.37)
  })

  test.each([
    'latitude=0&longitude=0',
    'latitude=90&longitude=180',
    'latitude=-90&longitude=-180',
    'latitude=5e-324&longitude=-1e-200',
    'latitude=40&longitude=-73&radiusMiles=5e-324',
    'bounds=0,0,0,0',
    'bounds=-180,-90,180,90',
    'bounds=180,-90,-180,90',
    'bounds=0.00000000000000000001,0,1,1',
  ])('extreme coordinates: no error: %s', async where => {
    await search(client, where)
  })

  test('date line: found by box and by radius', async () => {
    expect(names(await search(client, 'bounds=170,50,-170,55'))).toEqual(['Attu Island'])
    expect(names(await search(client, 'latitude=52.9&longitude=-179.9&radiusMiles=100'))).toEqual([])
    expect(names(await search(client, 'latitude=52.9&longitude=174&radiusMiles=100'))).toEqual([
      'Attu Island',
    ])
  })

  test('map: all matches nearest first, whatever the page and order', async () => {
    const map = async (query: string) => {
      const response = await client.get(`/api/v2/Merchants/Map?${query}`)
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }
    const wide = `${here}&radiusMiles=100&pageSize=1&pageNo=3&sortBy=name`
    const { merchants } = await search(client, `${here}&radiusMiles=100`)
    const { places, totalResultSize } = await map(wide)
    expect(places.map(({ id }: { id: string }) => id)).toEqual(merchants.map(({ id }) => id))
    expect(totalResultSize).toBe(3)
    expect(places[0]).toEqual({
      id: merchants[0]?.id,
      name: merchants[0]?.name,
      ...merchants[0]?.location.coordinates,
      rating: 4.4,
      priceRange: 2,
      cuisine: 'Italian',
    })
    expect((await map('bounds=170,50,-170,55')).totalResultSize).toBe(1)
    expect((await client.get('/api/v2/Merchants/Map?bounds=1,2,3')).json().fieldErrors[0].field).toBe(
      'bounds',
    )
  })

  test('another partner: no matches', async () => {
    const result = await search(newClient(app, app.newPartner()), `${here}&radiusMiles=100`)
    expect(result).toMatchObject({ merchants: [], totalResultSize: 0, totalPages: 0 })
    expect(result.facets.cuisines).toEqual([])
  })
})
