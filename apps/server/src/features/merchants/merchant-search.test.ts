import { distanceMiles, roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import type { MerchantSearchResult, MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { selectMerchants } from './merchant-search.repository.ts'

const app = await createTestApp()
const timesSquare = { latitude: 40.7577, longitude: -73.9857 }
const here = 'latitude=40.7577&longitude=-73.9857'

async function search(client: TestClient, query: string): Promise<MerchantSearchResult> {
  const response = await client.get(`/api/v2/Merchants/Search?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const names = (result: MerchantSearchResult) => result.merchants.map(merchant => merchant.name).sort()

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

  test('distance is the haversine distance in miles, rounded to two decimals, nearest first', async () => {
    const { merchants } = await search(client, `${here}&radiusMiles=100`)
    const distances = merchants.map(merchant => merchant.distance)
    const expected = merchants.map(({ location }) =>
      roundMiles(distanceMiles(timesSquare, location.coordinates)),
    )
    expect(distances).toEqual(expected)
    expect(distances).toEqual([0.03, 5, 83.37])
  })

  test('SQL and the rule measure the same, from anywhere', async () => {
    const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map(n => n / 1e7)
    const [latitude, longitude] = [degrees(90), degrees(180)]
    await fc.assert(
      fc.asyncProperty(fc.record({ latitude, longitude }), async from => {
        const { page } = await selectMerchants(app.database.db, {
          partnerId: partner.slug,
          from,
          bounds: { west: -180, south: -90, east: 180, north: 90 },
          radiusMiles: null,
          words: null,
          sortBy: 'distance',
          offset: 0,
          limit: 100,
          now: app.clock.now(),
        })
        expect(page).toHaveLength(4)
        for (const row of page) expect(row.distance).toBeCloseTo(distanceMiles(from, row), 6)
      }),
      { numRuns: 50 },
    )
  })

  test('a box finds what is in it; distance only when a place is given with it', async () => {
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
  ])('the ends of the world are places too: %s', async where => {
    await search(client, where)
  })

  test('across the date line, by box and by radius', async () => {
    expect(names(await search(client, 'bounds=170,50,-170,55'))).toEqual(['Attu Island'])
    expect(names(await search(client, 'latitude=52.9&longitude=-179.9&radiusMiles=100'))).toEqual([])
    expect(names(await search(client, 'latitude=52.9&longitude=174&radiusMiles=100'))).toEqual([
      'Attu Island',
    ])
  })

  test('another partner finds none of it', async () => {
    const result = await search(newClient(app, app.newPartner()), `${here}&radiusMiles=100`)
    expect(result).toMatchObject({ merchants: [], totalResultSize: 0, totalPages: 0 })
    expect(result.facets.cuisines).toEqual([])
  })
})

describe('filters', () => {
  let client: TestClient
  beforeAll(async () => {
    const partner = app.newPartner({ settings: { openTableReservationsEnabled: true } })
    client = newClient(app, partner)
    await newMerchant(app, partner, { name: 'Café Zoë', cuisines: ['Coffee', 'Bakery'], priceRange: 1 })
    await newMerchant(
      app,
      partner,
      {
        name: 'Luigi',
        cuisines: ['Pizza', 'Italian'],
        priceRange: 2,
        features: ['dineIn', 'delivery'],
        mealsServed: ['lunch', 'dinner'],
        neighborhood: 'East Village',
      },
      { benefitDays: ['Mon', 'Tue'], campaignCodes: ['SPRING'], joinedOn: '2026-02-20' },
    )
    await newMerchant(
      app,
      partner,
      { name: 'The Room', cuisines: ['French'], priceRange: 4, acclaimedLevel: 1, openTableId: 'ot-1' },
      { joinedOn: '2026-04-01' },
    )
    await newMerchant(app, partner, { name: 'Unpriced Diner', cuisines: [], priceRange: 0 })
  })

  test.each([
    ['restaurantOrCuisine=pizza', ['Luigi']],
    ['restaurantOrCuisine=PIZ', ['Luigi']],
    ['restaurantOrCuisine=izza', []],
    ['restaurantOrCuisine=cafe', ['Café Zoë']],
    ['restaurantOrCuisine=CAF%C3%89%20zoe', ['Café Zoë']],
    ['restaurantOrCuisine=village%20italian', ['Luigi']],
    ['restaurantOrCuisine=pizza%20french', []],
    ['restaurantOrCuisine=', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['restaurantOrCuisine=%20%20', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['restaurantOrCuisine=%F0%9F%8D%95', []],
    ['restaurantOrCuisine=%25', []],
    ['restaurantOrCuisine=_', []],
    ['restaurantOrCuisine=%00', []],
    [`restaurantOrCuisine=${encodeURIComponent('مطعم')}`, []],
    [`restaurantOrCuisine=${encodeURIComponent("'; drop table merchants --")}`, []],
    ['priceRange=1', ['Café Zoë']],
    ['priceRange=1&priceRange=4', ['Café Zoë', 'The Room']],
    ['acclaimed=true', ['The Room']],
    ['acclaimed=false', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['isNew=true', ['Luigi']],
    ['reservations=true', ['The Room']],
    ['benefitsFor=Mon', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['benefitsFor=Mon&benefitsFor=Wed', ['Café Zoë', 'The Room', 'Unpriced Diner']],
    ['features=delivery', ['Luigi']],
    ['features=delivery&features=dineIn', ['Luigi']],
    ['features=delivery&features=takeout', []],
    ['mealsServed=dinner&mealsServed=lunch', ['Luigi']],
    ['campaignCode=SPRING', ['Luigi']],
    ['campaignCode=spring', []],
    ['campaignCode=', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['priceRange=2&restaurantOrCuisine=pizza&campaignCode=SPRING&isNew=true', ['Luigi']],
  ])('%s', async (filter, expected) => {
    const result = await search(client, `${here}&${filter}`)
    expect(names(result)).toEqual(expected)
    expect(result.totalResultSize).toBe(expected.length)
  })

  test('facets count every match, not the page; an unknown price is none', async () => {
    const { facets, totalResultSize, totalPages } = await search(client, `${here}&pageSize=1`)
    expect({ totalResultSize, totalPages }).toEqual({ totalResultSize: 4, totalPages: 4 })
    expect(facets.cuisines).toEqual(
      ['Bakery', 'Coffee', 'French', 'Italian', 'Pizza'].map(value => ({ value, count: 1 })),
    )
    expect(facets.priceRange).toEqual(['1', '2', '4'].map(value => ({ value, count: 1 })))
    expect(facets.features).toEqual([
      { value: 'dineIn', count: 4 },
      { value: 'delivery', count: 1 },
    ])
    expect(facets.mealsServed).toEqual([
      { value: 'dinner', count: 4 },
      { value: 'lunch', count: 1 },
    ])
  })

  test('a partner without bookings shows none, and finds none', async () => {
    const partner = app.newPartner({ settings: { openTableReservationsEnabled: false } })
    await newMerchant(app, partner, { openTableId: 'ot-2' })
    const without = newClient(app, partner)
    expect((await search(without, `${here}&reservations=true`)).totalResultSize).toBe(0)
    expect((await search(without, here)).merchants[0]?.reservationProviders).toEqual({ openTable: null })
  })
})

describe('order and pages', () => {
  let client: TestClient
  let all: MerchantSummary[]
  beforeAll(async () => {
    const partner = app.newPartner()
    client = newClient(app, partner)
    // Many ties on purpose: four places, three ratings, five names, two dates.
    for (let index = 0; index < 23; index++) {
      await newMerchant(
        app,
        partner,
        {
          name: ['Éclair', 'eden', 'Ebony', 'Zorba', 'apple'][index % 5]!,
          rating: [4.5, 3, null][index % 3]!,
          latitude: 40.75 + (index % 4) / 100,
        },
        { joinedOn: ['2024-05-01', '2025-05-01'][index % 2]! },
      )
    }
    all = (await search(client, `${here}&pageSize=100`)).merchants
    expect(all).toHaveLength(23)
  })

  test.each(['distance', 'rating', 'name', 'newest'])(
    'pages by %s never overlap and miss nothing',
    async sort => {
      const whole = (await search(client, `${here}&sortBy=${sort}&pageSize=100`)).merchants.map(
        ({ id }) => id,
      )
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async size => {
          const pages: string[] = []
          for (let page = 1; page <= Math.ceil(23 / size); page++) {
            const result = await search(client, `${here}&sortBy=${sort}&pageSize=${size}&pageNo=${page}`)
            expect(result).toMatchObject({
              totalResultSize: 23,
              totalPages: Math.ceil(23 / size),
              pageNo: page,
            })
            pages.push(...result.merchants.map(({ id }) => id))
          }
          expect(pages).toEqual(whole)
        }),
        { numRuns: 5 },
      )
    },
  )

  test('by distance, then id', async () => {
    const expected = [...all].sort((a, b) => a.distance! - b.distance! || (a.id < b.id ? -1 : 1))
    expect(all.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  test('by name without regard to case and accents', async () => {
    const { merchants } = await search(client, `${here}&sortBy=name&pageSize=100`)
    const order = [...new Set(merchants.map(({ name }) => name))]
    expect(order).toEqual(['apple', 'Ebony', 'Éclair', 'eden', 'Zorba'])
  })

  test('by rating, the unrated last', async () => {
    const { merchants } = await search(client, `${here}&sortBy=rating&pageSize=100`)
    const ratings = merchants.map(({ details }) => details.rating.overallRating)
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a))
    expect(ratings.at(-1)).toBe(0)
  })

  test('past the last page stands nothing, with the same total', async () => {
    const result = await search(client, `${here}&pageNo=1000000000&pageSize=100`)
    expect(result).toMatchObject({ merchants: [], totalResultSize: 23, totalPages: 1 })
  })
})

describe('in and out of the programme, by the restaurant’s own date', () => {
  test('one that left is not found; one that leaves or joins says so', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Left today' }, { leftOn: '2026-03-10' })
    await newMerchant(app, partner, { name: 'Leaves tomorrow' }, { leftOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Joins tomorrow' }, { joinedOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Joined yesterday' }, { joinedOn: '2026-03-09' })
    await newMerchant(app, partner, { name: 'Always there' })
    const { merchants } = await search(newClient(app, partner), `${here}&sortBy=name`)
    expect(merchants.map(({ name, details }) => [name, details.highlight])).toEqual([
      ['Always there', null],
      ['Joined yesterday', 'new'],
      ['Joins tomorrow', 'comingSoon'],
      ['Leaves tomorrow', 'leavingSoon'],
    ])
  })

  test('leaving on the 11th, it is still there late on the 10th in New York, while Honolulu would have hours to go', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'East' }, { leftOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'West', timezone: 'Pacific/Honolulu' }, { leftOn: '2026-03-11' })
    const client = newClient(app, partner)
    const before = app.clock.now()
    try {
      app.clock.set('2026-03-11T03:59:00Z')
      expect(names(await search(client, here))).toEqual(['East', 'West'])
      app.clock.set('2026-03-11T04:00:00Z')
      expect(names(await search(client, here))).toEqual(['West'])
    } finally {
      app.clock.set(before)
    }
  })
})

describe('what one earns', () => {
  test('is told to members, by their tier, and to nobody else', async () => {
    const partner = app.newPartner({ settings: { showEarnRate: true } })
    const { id } = await newMerchant(app, partner)
    const earned = async (client: TestClient) => [
      (await search(client, here)).merchants[0]?.earnRate,
      (await client.get(`/api/v2/Merchants/${id}`)).json().earnRate,
    ]
    const rates = { 0: '1 point per $2', 2: '3 points per $1' }
    expect(await earned(newClient(app, partner))).toEqual([undefined, undefined])
    for (const [tierLevel, text] of Object.entries(rates)) {
      const member = await newMember(app, partner, { tierLevel: Number(tierLevel) })
      expect(await earned(await signedInClient(app, partner, member.id))).toEqual([{ text }, { text }])
    }
  })

  test('is not told where the partner does not show it', async () => {
    const partner = app.newPartner({ settings: { showEarnRate: false } })
    await newMerchant(app, partner)
    const member = await newMember(app, partner)
    const result = await search(await signedInClient(app, partner, member.id), here)
    expect(result.merchants[0]).not.toHaveProperty('earnRate')
  })
})

describe('refuses, naming the field', () => {
  const client = newClient(app, app.newPartner())
  test.each([
    ['', 'latitude'],
    ['latitude=40', 'longitude'],
    ['longitude=40', 'latitude'],
    ['latitude=&longitude=-73', 'latitude'],
    ['latitude=91&longitude=-73', 'latitude'],
    ['latitude=-90.1&longitude=-73', 'latitude'],
    ['latitude=NaN&longitude=-73', 'latitude'],
    ['latitude=Infinity&longitude=-73', 'latitude'],
    ['latitude=40&longitude=181', 'longitude'],
    ['latitude=40&latitude=41&longitude=-73', 'latitude'],
    [`${here}&radiusMiles=0`, 'radiusMiles'],
    [`${here}&radiusMiles=101`, 'radiusMiles'],
    [`${here}&radiusMiles=-1`, 'radiusMiles'],
    [`${here}&radiusMiles=`, 'radiusMiles'],
    ['bounds=1,2,3', 'bounds'],
    ['bounds=1,3,2,2', 'bounds'],
    ['bounds=1,2,3,91', 'bounds'],
    ['bounds=-181,2,3,4', 'bounds'],
    ['bounds=a,b,c,d', 'bounds'],
    ['bounds=1,2,3,4&latitude=1', 'longitude'],
    [`${here}&pageNo=0`, 'pageNo'],
    [`${here}&pageNo=10000000000`, 'pageNo'],
    [`${here}&pageNo=1.5`, 'pageNo'],
    [`${here}&pageSize=0`, 'pageSize'],
    [`${here}&pageSize=101`, 'pageSize'],
    [`${here}&sortBy=price`, 'sortBy'],
    [`${here}&priceRange=5`, 'priceRange'],
    [`${here}&priceRange=1&priceRange=x`, 'priceRange'],
    [`${here}&benefitsFor=Monday`, 'benefitsFor'],
    [`${here}&features=valet`, 'features'],
    [`${here}&mealsServed=tea`, 'mealsServed'],
    [`${here}&acclaimed=yes`, 'acclaimed'],
    [`${here}&campaignCode=%00`, 'campaignCode'],
    [`${here}&campaignCode=${'x'.repeat(41)}`, 'campaignCode'],
    [`${here}&restaurantOrCuisine=${'p'.repeat(10_000)}`, 'restaurantOrCuisine'],
    [`${here}&cuisine=pizza`, 'cuisine'],
    [`${here}&__proto__=1`, '__proto__'],
  ])('%.60s', async (query, field) => {
    const response = await client.get(`/api/v2/Merchants/Search?${query}`)
    expect(response.statusCode, response.body).toBe(400)
    expect(response.json().code).toBe('validation_failed')
    expect(response.json().fieldErrors.map((error: { field: string }) => error.field)).toContain(field)
  })
})
