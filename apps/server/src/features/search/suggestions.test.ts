import type { Suggestion } from '@dineward/core/search/suggestions.contract.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { here } from './search-for-test.ts'

const app = await createTestApp()

async function suggestions(client: TestClient, typed: string): Promise<Suggestion[]> {
  const response = await client.get(`/api/Suggestions?query=${encodeURIComponent(typed)}&${here}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items
}

const menuOf = (...dishes: readonly string[]) =>
  JSON.stringify([
    { title: 'Mains', items: dishes.map(name => ({ name, description: '', priceCents: 1_200 })) },
  ])

describe('suggestions for what is typed', () => {
  let client: TestClient
  beforeAll(async () => {
    const partner = app.newPartner()
    client = newClient(app, partner)
    await newMerchant(app, partner, {
      id: 'thai-far',
      name: 'Thai Orchid',
      cuisines: ['Thai'],
      latitude: 40.9,
    })
    await newMerchant(app, partner, {
      id: 'thai-near',
      name: 'Thai Orchid',
      cuisines: ['Thai', 'Noodles'],
      neighborhood: 'Chelsea',
      menu: menuOf('Pad Thai', 'Green curry'),
    })
    await newMerchant(app, partner, {
      id: 'lantern',
      name: 'The Paper Lantern',
      cuisines: ['Chinese'],
      menu: menuOf('Pad Thai', 'Dan dan noodles', 'Papet soup'),
    })
    await newMerchant(app, partner, { name: 'Thaipusam', cuisines: ['Indian'] }, { leftOn: '2020-01-01' })
    await newMerchant(app, app.newPartner(), { name: 'Thai Elsewhere', cuisines: ['Thai Fusion'] })
  })

  test.each<[string, [Suggestion['kind'], string, string][]]>([
    [
      'thai',
      [
        ['cuisine', 'Thai', '/search?restaurantOrCuisine=Thai'],
        ['restaurant', 'Thai Orchid', '/merchants/thai-near'],
        ['restaurant', 'Thai Orchid', '/merchants/thai-far'],
        ['dish', 'Pad Thai', '/search?restaurantOrCuisine=Pad+Thai'],
      ],
    ],
    ['pad th', [['dish', 'Pad Thai', '/search?restaurantOrCuisine=Pad+Thai']]],
    ['lantern', [['restaurant', 'The Paper Lantern', '/merchants/lantern']]],
    ['lnatern', [['restaurant', 'The Paper Lantern', '/merchants/lantern']]],
    [
      'orchid thai',
      [
        ['restaurant', 'Thai Orchid', '/merchants/thai-near'],
        ['restaurant', 'Thai Orchid', '/merchants/thai-far'],
      ],
    ],
    ['dan', [['dish', 'Dan dan noodles', '/search?restaurantOrCuisine=Dan+dan+noodles']]],
    // A dish begins so, and "Paper" is one letter from it.
    ['papet', [['dish', 'Papet soup', '/search?restaurantOrCuisine=Papet+soup']]],
    ['zzzz', []],
    ['☃', []],
  ])('%s', async (typed, expected) => {
    const found = await suggestions(client, typed)
    const here = found.filter(({ kind }) => kind !== 'place')
    expect(here.map(({ kind, label, href }) => [kind, label, href])).toEqual(expected)
  })

  test('restaurants with one name say where each is', async () => {
    const found = await suggestions(client, 'thai orchid')
    expect(found.map(({ detail }) => detail)).toEqual(['Chelsea', 'New York, NY'])
  })

  test('places begin with what is typed', async () => {
    expect(await suggestions(client, 'brookly')).toContainEqual({
      kind: 'place',
      label: 'Brooklyn, NY',
      href: '/search?location=Brooklyn%2C+NY',
    })
  })

  test.each([
    ['date', ['/guides/date-night-downtown']],
    ['downtown dat', ['/guides/date-night-downtown']],
    ['downtown lunch', []],
    ['da', []],
  ])('guides have the words that are begun: %s', async (typed, expected) => {
    const found = await suggestions(newClient(app, app.newPartner({ withContent: true })), typed)
    expect(found.filter(({ kind }) => kind === 'guide').map(({ href }) => href)).toEqual(expected)
  })

  test('a dish finds the restaurants that have it on their menus', async () => {
    const response = await client.get(`/api/v2/Merchants/Search?${here}&restaurantOrCuisine=Pad+Thai`)
    expect(response.json().merchants.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['thai-near', 'lantern']),
    )
  })

  test.each([
    ['', ''],
    ['nothing typed', 'query='],
    ['too much', `query=${'a'.repeat(101)}`],
    ['half of a place', 'query=thai&latitude=40'],
    ['a place that is none', 'query=thai&latitude=91&longitude=0'],
    ['unknown parameters', 'query=thai&limit=5'],
  ])('%s -> 400', async (_case, query) => {
    const response = await client.get(`/api/Suggestions?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('validation_failed')
  })
})
