import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

const app = await createTestApp()

describe('one restaurant', () => {
  test('is shown whole', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(
      app,
      partner,
      {
        about: 'Handmade pasta.',
        phone: '212-555-0100',
        website: 'https://casa.example',
        neighborhood: 'NoHo',
        rating: 4.5,
        hours: JSON.stringify({ Mon: [{ opens: '12:00', closes: '22:00' }] }),
        menu: JSON.stringify([
          { title: 'Pasta', items: [{ name: 'Cacio e pepe', description: '', priceCents: 2100 }] },
        ]),
        mealsServed: ['dinner', 'lunch'],
        takesBookings: true,
        onlineOrderingUrl: 'https://casa.example/order',
      },
      {
        joinedOn: '2026-03-01',
        maxSpendPerMonthCents: 60_000,
        reservationBonus: 50,
        benefitDays: ['Sat', 'Fri'],
      },
    )
    const response = await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      id: merchant.id,
      name: 'Casa Lumen',
      images: { imageBaseUrl: '/images/merchants', placeholder: expect.stringMatching(/^[a-z0-9]{8}$/) },
      details: {
        rating: { overallRating: 4.5, numberOfRatings: 120 },
        priceRange: 2,
        cuisines: ['Italian'],
        highlight: 'new',
      },
      location: {
        address: { street: '12 Bleecker St', city: 'New York', state: 'NY', zipCode: '10012' },
        neighborhood: 'NoHo',
        coordinates: { latitude: 40.7258, longitude: -73.9932 },
      },
      distance: null,
      origin: 'test',
      acclaimedLevel: 0,
      benefitAvailability: { campaignCodes: [] },
      reservationProviders: { openTable: null, book: true },
      about: 'Handmade pasta.',
      phone: '212-555-0100',
      phoneToDial: '2125550100',
      website: 'https://casa.example',
      timezone: 'America/New_York',
      hours: { Mon: [{ opens: '12:00', closes: '22:00' }] },
      menu: [{ title: 'Pasta', items: [{ name: 'Cacio e pepe', description: '', priceCents: 2100 }] }],
      mealsServed: ['lunch', 'dinner'],
      features: ['dineIn'],
      diets: [],
      reviews: [],
      reviewSpread: [0, 0, 0, 0, 0],
      events: [],
      menuUrl: '',
      photos: [],
      menuImages: [],
      onlineOrdering: { origin: 'https://casa.example', url: 'https://casa.example/order' },
      reservationBonus: 50,
      maximumPartySize: null,
      joinedOn: '2026-03-01',
      leftOn: null,
    })
  })

  test('member -> also sees earning days and limits', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(
      app,
      partner,
      {},
      { maxSpendPerMonthCents: 60_000, benefitDays: ['Sat', 'Fri'] },
    )
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect((await client.get(`/api/v2/Merchants/${merchant.id}`)).json()).toMatchObject({
      benefitAvailability: { campaignCodes: [], weekdays: ['Fri', 'Sat'] },
      maximumSpendPerMonthCents: 60_000,
      maximumVisitsPerMonth: null,
    })
  })

  test('with its five newest reviews', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    const days = [
      '2026-01-03',
      '2026-02-01',
      '2025-12-24',
      '2026-01-09',
      '2026-03-01',
      '2024-01-01',
      '2026-01-20',
    ]
    const { db } = app.database
    await db
      .insertInto('merchantReviews')
      .values(
        days.map(dinedOn => ({
          id: randomUUID(),
          merchantId: merchant.id,
          authorName: 'Ada M.',
          rating: 5,
          body: `On ${dinedOn}`,
          dinedOn,
        })),
      )
      .execute()
    const response = await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)
    expect(response.statusCode, response.body).toBe(200)
    const { reviews } = response.json()
    expect(reviews.map((review: { dinedOn: string }) => review.dinedOn)).toEqual([
      '2026-03-01',
      '2026-02-01',
      '2026-01-20',
      '2026-01-09',
      '2026-01-03',
    ])
    expect(reviews[0]).toMatchObject({ authorName: 'Ada M.', rating: 5, body: 'On 2026-03-01' })
  })

  test.each(['javascript:alert(1)//https://casa.example', '/order', 'casa.example', 'data:text/html,x', ''])(
    'takes no orders at %j, which is no page of the web',
    async onlineOrderingUrl => {
      const partner = app.newPartner()
      const merchant = await newMerchant(app, partner, { onlineOrderingUrl })
      const response = await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)
      expect(response.statusCode).toBe(200)
      expect(response.json().onlineOrdering).toBeNull()
    },
  )

  test.each([
    ['2026-03-10', '2026-03-10', { highlight: null }],
    ['2026-03-11', null, { highlight: 'leavingSoon', highlightDate: '2026-03-10' }],
  ])('that leaves on %s says leftOn %s', async (leftOn, expected, details) => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner, {}, { leftOn })
    const response = await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ leftOn: expected, details })
  })

  test('without a rating has 0 of 0', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner, { rating: null, numberOfRatings: 0 })
    const { details } = (await newClient(app, partner).get(`/api/v2/Merchants/${merchant.id}`)).json()
    expect(details.rating).toEqual({ overallRating: 0, numberOfRatings: 0 })
  })

  test('does not exist for a partner it has no terms with', async () => {
    const merchant = await newMerchant(app, app.newPartner())
    const response = await newClient(app, app.newPartner()).get(`/api/v2/Merchants/${merchant.id}`)
    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('merchant_not_found')
  })

  test.each(['unknown', '%00', '%F0%9F%8D%95', "'%20or%201=1--", '..%2F..%2Fetc', '__proto__'])(
    'with the id %s is not found',
    async id => {
      const response = await newClient(app, app.newPartner()).get(`/api/v2/Merchants/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.json().code).toBe('merchant_not_found')
    },
  )

  test('with an id of 101 characters is refused', async () => {
    const response = await newClient(app, app.newPartner()).get(`/api/v2/Merchants/${'x'.repeat(101)}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().fieldErrors[0].field).toBe('merchantId')
  })
})

test('the search documents its parameters as numbers and words, not as anything', async () => {
  const { paths } = (await newClient(app, app.newPartner()).get('/api/openapi.json')).json()
  const parameters: { name: string; schema: object }[] = paths['/api/v2/Merchants/Search'].get.parameters
  const schemaOf = (name: string) => parameters.find(parameter => parameter.name === name)?.schema
  expect(schemaOf('latitude')).toMatchObject({ type: 'number', minimum: -90, maximum: 90 })
  expect(schemaOf('bounds')).toMatchObject({ type: 'string' })
  expect(schemaOf('sortBy')).toMatchObject({ enum: ['distance', 'rating', 'name', 'newest', 'reward'] })
})
