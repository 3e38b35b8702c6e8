import type { Location } from '@dineward/core/search/location-search.rules.ts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { locationIndex, zipIn } from './locations.read.ts'

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
    ['ny', 'New York'],
    ['10019', '10019 (New York, NY)'],
    ['100', '10001 (New York, NY)'],
    ['texas', 'Texas'],
    ['Los Angeles', 'Los Angeles, CA'],
    ['st louis mo', 'Saint Louis, MO'],
    ['springfield, il', 'Springfield, IL'],
  ])('%j is first of all %j', async (query, label) => {
    const items = await find(query)
    expect(items[0]?.label).toBe(label)
    expect(items.length).toBeLessThanOrEqual(8)
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

test('where one is who has not said: Times Square', async () => {
  const response = await client.get('/api/DefaultUserLocation')
  expect(response.json()).toEqual({ latitude: 40.7577, longitude: -73.9857 })
})

test('the middle of a ZIP code', async () => {
  const index = await locationIndex()
  expect(zipIn(index, '10019')).toMatchObject({ city: 'New York', state: 'NY', latitude: 40.7651 })
  for (const zip of ['00000', '1001', '100190', 'abcde', '']) expect(zipIn(index, zip)).toBeNull()
})
