import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { here, names, search } from './search-for-test.ts'

const app = await createTestApp()

describe('filters', () => {
  let client: TestClient
  let member: TestClient
  beforeAll(async () => {
    const partner = app.newPartner({ settings: { reservations: { provider: 'book' } } })
    client = newClient(app, partner)
    member = await signedInClient(app, partner, (await newMember(app, partner)).id)
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
      { name: 'The Room', cuisines: ['French'], priceRange: 4, acclaimedLevel: 1, takesBookings: true },
      { joinedOn: '2026-04-01' },
    )
    await newMerchant(app, partner, { name: 'Unpriced Diner', cuisines: [], priceRange: 0 })
  })

  test.each([
    ['restaurantOrCuisine=pizza', ['Luigi']],
    ['restaurantOrCuisine=PIZ', ['Luigi']],
    ['restaurantOrCuisine=zza', []],
    ['restaurantOrCuisine=piza', ['Luigi']],
    ['restaurantOrCuisine=luiggi%20italain', ['Luigi']],
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

  test.each([
    ['benefitsFor=Mon', ['Café Zoë', 'Luigi', 'The Room', 'Unpriced Diner']],
    ['benefitsFor=Mon&benefitsFor=Wed', ['Café Zoë', 'The Room', 'Unpriced Diner']],
  ])('%s: member -> by earning days; visitor -> ignored', async (filter, expected) => {
    expect(names(await search(member, `${here}&${filter}`))).toEqual(expected)
    expect((await search(client, `${here}&${filter}`)).totalResultSize).toBe(4)
  })

  test('earning days: counted for members only', async () => {
    expect((await search(member, here)).facets.benefitsFor).toContainEqual({ value: 'Wed', count: 3 })
    expect((await search(client, here)).facets.benefitsFor).toEqual([])
    const [first] = (await search(client, here)).merchants
    expect(first?.benefitAvailability).not.toHaveProperty('weekdays')
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
    const partner = app.newPartner({ settings: { reservations: { provider: 'none' } } })
    await newMerchant(app, partner, { openTableId: 'ot-2', takesBookings: true })
    const without = newClient(app, partner)
    expect((await search(without, `${here}&reservations=true`)).totalResultSize).toBe(0)
    expect((await search(without, here)).merchants[0]?.reservationProviders).toEqual({
      openTable: null,
      book: false,
    })
  })
})

describe('pages', () => {
  test.each([
    ['', 2, 20, 1],
    ['&orphans=5', 1, 21, 0],
    ['&orphans=1', 1, 21, 0],
    ['&orphans=5&pageSize=10', 2, 10, 11],
    ['&orphans=5&pageSize=15', 2, 15, 6],
    ['&orphans=20&pageSize=1', 1, 21, 0],
  ])('21 restaurants%s: %i pages of %i and %i', async (query, pages, first, second) => {
    const partner = app.newPartner()
    for (let count = 0; count < 21; count++) await newMerchant(app, partner)
    const client = newClient(app, partner)
    const page = (pageNo: number) => search(client, `${here}${query}&pageNo=${pageNo}`)
    const found = [await page(1), await page(2)]
    expect(found.map(({ totalPages }) => totalPages)).toEqual([pages, pages])
    expect(found.map(({ merchants }) => merchants.length)).toEqual([first, second])
    const ids = found.flatMap(({ merchants }) => merchants.map(({ id }) => id))
    expect(new Set(ids).size).toBe(21)
  })
})

describe('what one earns', () => {
  test('member -> the rate of their tier; visitor -> left out', async () => {
    const partner = app.newPartner({ settings: { showEarnRate: true } })
    const { id } = await newMerchant(app, partner)
    const earned = async (client: TestClient) => [
      (await search(client, here)).merchants[0]?.earnRate,
      (await client.get(`/api/v2/Merchants/${id}`)).json().earnRate,
    ]
    const rates = {
      0: { text: '1 point per $2', short: '0.5x' },
      2: { text: '3 points per $1', short: '3x' },
    }
    expect(await earned(newClient(app, partner))).toEqual([undefined, undefined])
    for (const [tierLevel, rate] of Object.entries(rates)) {
      const member = await newMember(app, partner, { tierLevel: Number(tierLevel) })
      expect(await earned(await signedInClient(app, partner, member.id))).toEqual([rate, rate])
    }
  })

  test('map -> the rate for members, with a short form', async () => {
    const partner = app.newPartner({ settings: { showEarnRate: true } })
    await newMerchant(app, partner)
    const member = await newMember(app, partner, { tierLevel: 2 })
    const placesOf = async (client: TestClient) =>
      (await client.get(`/api/v2/Merchants/Map?${here}`)).json().places
    const [seen] = await placesOf(await signedInClient(app, partner, member.id))
    expect(seen.earnRate).toEqual({ text: '3 points per $1', short: '3x' })
    expect((await placesOf(newClient(app, partner)))[0]).not.toHaveProperty('earnRate')
  })

  test('partner does not show rates -> left out', async () => {
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
    [`${here}&radiusMiles=NaN`, 'radiusMiles'],
    [`${here}&radiusMiles=1e309`, 'radiusMiles'],
    [`${here}&radiusMiles=5&radiusMiles=6`, 'radiusMiles'],
    ['bounds=1,2,3', 'bounds'],
    ['bounds=1,3,2,2', 'bounds'],
    ['bounds=1,2,3,91', 'bounds'],
    ['bounds=-181,2,3,4', 'bounds'],
    ['bounds=a,b,c,d', 'bounds'],
    ['bounds=1,2,3,4&latitude=1', 'longitude'],
    ['bounds=1,2,3,4&bounds=1,2,3,4', 'bounds'],
    [`${here}&pageNo=0`, 'pageNo'],
    [`${here}&pageNo=10000000000`, 'pageNo'],
    [`${here}&pageNo=1.5`, 'pageNo'],
    [`${here}&pageSize=0`, 'pageSize'],
    [`${here}&pageSize=101`, 'pageSize'],
    [`${here}&sortBy=price`, 'sortBy'],
    [`${here}&sortBy=name&sortBy=rating`, 'sortBy'],
    [`${here}&priceRange=5`, 'priceRange'],
    [`${here}&priceRange=1&priceRange=x`, 'priceRange'],
    [`${here}&benefitsFor=Monday`, 'benefitsFor'],
    [`${here}&features=valet`, 'features'],
    [`${here}&mealsServed=tea`, 'mealsServed'],
    [`${here}&acclaimed=yes`, 'acclaimed'],
    [`${here}&acclaimed=true&acclaimed=false`, 'acclaimed'],
    [`${here}&campaignCode=%00`, 'campaignCode'],
    [`${here}&campaignCode=${'x'.repeat(41)}`, 'campaignCode'],
    [`${here}&restaurantOrCuisine=${'p'.repeat(10_000)}`, 'restaurantOrCuisine'],
    [`${here}&restaurantOrCuisine=a&restaurantOrCuisine=b`, 'restaurantOrCuisine'],
    [`${here}&cuisine=pizza`, 'cuisine'],
    [`${here}&priceRange[]=1`, 'priceRange[]'],
    [`${here}&__proto__=1`, '__proto__'],
  ])('%.60s', async (query, field) => {
    for (const call of ['Search', 'Map']) {
      const response = await client.get(`/api/v2/Merchants/${call}?${query}`)
      expect(response.statusCode, response.body).toBe(400)
      expect(response.json().code).toBe('validation_failed')
      const named = response.json().fieldErrors.map((error: { field: string }) => error.field.split('.')[0])
      expect(named).toContain(field)
      expect(response.body).not.toMatch(/Invalid input|expected/)
    }
  })

  test.each([
    ['priceRange=9', [['priceRange', 'This must be at most 4.']]],
    ['priceRange=1&priceRange=9', [['priceRange.1', 'This must be at most 4.']]],
    ['priceRange=x', [['priceRange', 'This must be a number.']]],
    ['mealsServed=tea&mealsServed=brunch', [['mealsServed.0', expect.stringContaining('brunch')]]],
    [Array(21).fill('features=dineIn').join('&'), [['features', 'This can have at most 20 entries.']]],
    [
      'sort=price&cuisine=pizza',
      [
        ['sort', 'This field is not known.'],
        ['cuisine', 'This field is not known.'],
      ],
    ],
  ])('and says what is wrong with it: %.40s', async (query, expected) => {
    const response = await client.get(`/api/v2/Merchants/Search?${query}`)
    const errors: { field: string; message: string }[] = response.json().fieldErrors
    expect(errors.map(({ field, message }) => [field, message])).toEqual(expected)
  })
})

test('any text as words or campaign code: a result or a client error', longTest, async () => {
  const client = newClient(app, app.newPartner())
  const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter(text => text.isWellFormed())
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (words, code) => {
      const query = `restaurantOrCuisine=${encodeURIComponent(words)}&campaignCode=${encodeURIComponent(code)}`
      const urls = [
        `/api/v2/Merchants/Search?${here}&${query}`,
        `/api/v2/Merchants/${encodeURIComponent(words)}`,
        `/api/Locations?query=${encodeURIComponent(words)}`,
      ]
      for (const url of urls) expect((await client.get(url)).statusCode).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
})
