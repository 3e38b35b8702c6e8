import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { here, names, search } from './search-for-test.ts'

const app = await createTestApp()

describe('words that people add, spell out and abbreviate', () => {
  let client: TestClient
  beforeAll(async () => {
    const partner = app.newPartner()
    client = newClient(app, partner)
    const restaurants = [
      ['Quillfeather & Daughters', 'French'],
      ['Salt + Char', 'Barbecue'],
      ['Andora Test Kitchen and Cellar', 'American'],
      ['St. Wenna Deli', 'Deli'],
      ['Mt. Olive', 'Italian'],
      ['Fort Oak', 'Sushi'],
      ['Ox', 'Sushi'],
      ['Bros. Five', 'Pizza'],
    ] as const
    for (const [name, cuisine] of restaurants) await newMerchant(app, partner, { name, cuisines: [cuisine] })
  })

  test.each([
    ['quillfeather and daughters', ['Quillfeather & Daughters']],
    ['Quillfeather & Daughters', ['Quillfeather & Daughters']],
    ['salt and char', ['Salt + Char']],
    ['andora test kitchen & cellar', ['Andora Test Kitchen and Cellar']],
    ['saint wenna', ['St. Wenna Deli']],
    ['St Wenna delicatessen', ['St. Wenna Deli']],
    ['mount olive', ['Mt. Olive']],
    ['ft oak', ['Fort Oak']],
    ['brothers 5', ['Bros. Five']],
    ['italian restaurant', ['Mt. Olive']],
    ['italian food', ['Mt. Olive']],
    ['trattoria', ['Mt. Olive']],
    ['sushi bar', ['Fort Oak', 'Ox']],
    ['sushi place', ['Fort Oak', 'Ox']],
    ['pizzeria', ['Bros. Five']],
    ['bbq restaurant', ['Salt + Char']],
  ])('%s', async (typed, expected) => {
    const query = `${here}&restaurantOrCuisine=${encodeURIComponent(typed)}`
    expect(names(await search(client, query))).toEqual(expected)
  })

  test('a name with a cuisine in it comes before others of the cuisine', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Ox', cuisines: ['Thai'] })
    await newMerchant(app, partner, { name: 'Thai Kitchen', cuisines: ['Thai'], latitude: 40.8 })
    const { merchants } = await search(newClient(app, partner), `${here}&restaurantOrCuisine=thai%20kitchen`)
    expect(merchants.map(({ name }) => name)).toEqual(['Thai Kitchen', 'Ox'])
  })
})

describe('words that mean filters', () => {
  let client: TestClient
  beforeAll(async () => {
    const partner = app.newPartner()
    client = newClient(app, partner)
    await newMerchant(app, partner, { name: 'Green', cuisines: ['Thai'], diets: ['vegan'], priceRange: 3 })
    await newMerchant(app, partner, { name: 'Blue', cuisines: ['Thai'], priceRange: 1 })
    await newMerchant(app, partner, { name: 'Great Wall', cuisines: ['Chinese'], priceRange: 1, rating: 2 })
    await newMerchant(app, partner, { name: 'Late Night Pie', cuisines: ['Pizza'], priceRange: 4 })
  })

  test.each([
    ['are filters', 'cheap thai', ['Blue'], { restaurantOrCuisine: ['thai'], priceRange: ['1'] }],
    ['are filters without others', 'Vegan food', ['Green'], { diets: ['vegan'] }],
    ['may be a part of a name', 'great wall', ['Great Wall'], undefined],
    ['may be a whole name', 'Late Night Pie!', ['Late Night Pie'], undefined],
    ['find nothing, but a name does', 'late night', ['Late Night Pie'], undefined],
    ['find nothing at all', 'halal', [], { diets: ['halal'] }],
    ['name a place', 'thai in Brooklyn', ['Blue', 'Green'], { location: ['Brooklyn, NY'] }],
    ['name no place', 'thai in Elbonia', [], undefined],
  ])('%s: %s', async (_case, typed, expected, understood) => {
    const query = `${here}&restaurantOrCuisine=${encodeURIComponent(typed)}`
    const found = await search(client, query)
    expect(names(found)).toEqual(expected)
    expect(found.understood).toEqual(understood && expect.objectContaining(understood))
  })

  test('what is filtered already stays', async () => {
    const query = `${here}&priceRange=3&restaurantOrCuisine=${encodeURIComponent('cheap thai')}`
    expect(names(await search(client, query))).toEqual(['Blue', 'Green'])
  })

  test('the map has the same restaurants', async () => {
    const response = await client.get(`/api/v2/Merchants/Map?${here}&restaurantOrCuisine=cheap+thai`)
    expect(response.json().places.map(({ name }: { name: string }) => name)).toEqual(['Blue'])
  })
})
