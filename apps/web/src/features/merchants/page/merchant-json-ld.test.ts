import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { describe, expect, it } from 'vitest'
import { merchantJsonLd } from './merchant-json-ld.ts'

const merchant: Merchant = {
  id: 'casa-lumen',
  name: 'Casa Lumen',
  images: { imageBaseUrl: '/images/merchants', placeholder: 'x1' },
  details: {
    rating: { overallRating: 4.4, numberOfRatings: 120 },
    priceRange: 3,
    cuisines: ['Italian', 'Pasta'],
    highlight: null,
  },
  location: {
    address: { street: '12 Bleecker St', city: 'New York', state: 'NY', zipCode: '10012' },
    neighborhood: 'NoHo',
    coordinates: { latitude: 40.7258, longitude: -73.9932 },
  },
  distance: null,
  origin: 'test',
  acclaimedLevel: 0,
  benefitAvailability: { campaignCodes: [], weekdays: [] },
  reservationProviders: { openTable: null, book: true },
  reservationBonus: null,
  about: 'Handmade pasta.',
  phone: '212-555-0100',
  phoneToDial: '2125550100',
  website: 'https://casa.example',
  timezone: 'America/New_York',
  hours: {
    Mon: [],
    Tue: [{ opens: '17:00', closes: '22:00' }],
    Wed: [{ opens: '17:00', closes: '22:00' }],
    Sat: [
      { opens: '11:30', closes: '14:30' },
      { opens: '17:00', closes: '02:00' },
    ],
  },
  menu: [{ title: 'Pasta', items: [{ name: 'Cacio e pepe', description: '', priceCents: 2100 }] }],
  mealsServed: ['dinner'],
  features: ['dineIn'],
  diets: [],
  reviews: [],
  reviewSpread: [0, 0, 0, 0, 0],
  events: [],
  menuUrl: '',
  photos: [],
  menuImages: [],
  onlineOrdering: null,
  maximumPartySize: null,
  maximumSpendPerMonthCents: null,
  maximumVisitsPerMonth: null,
  joinedOn: '2020-01-01',
  leftOn: null,
}
const setting = { origin: 'https://dine.example', isBookable: true }
const read = (overrides: Partial<Merchant> = {}, isBookable = true) =>
  JSON.parse(JSON.stringify(merchantJsonLd({ ...merchant, ...overrides }, { ...setting, isBookable })))

describe('restaurant JSON-LD', () => {
  it('complete restaurant: schema.org fields with absolute URLs', () => {
    expect(read()).toEqual({
      '@type': 'Restaurant',
      name: 'Casa Lumen',
      url: 'https://dine.example/merchants/casa-lumen',
      image: 'https://dine.example/images/merchants/casa-lumen/promo?preset=detail&v=x1',
      telephone: '212-555-0100',
      servesCuisine: ['Italian', 'Pasta'],
      priceRange: '$$$',
      sameAs: 'https://casa.example/',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '12 Bleecker St',
        addressLocality: 'New York',
        addressRegion: 'NY',
        postalCode: '10012',
        addressCountry: 'US',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 40.7258, longitude: -73.9932 },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.4, ratingCount: 120 },
      hasMenu: 'https://dine.example/merchants/casa-lumen#menu',
      acceptsReservations: true,
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Tuesday', 'Wednesday'],
          opens: '17:00',
          closes: '22:00',
        },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '11:30', closes: '14:30' },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '17:00', closes: '02:00' },
      ],
    })
  })

  it.each([
    [
      'a rating',
      'aggregateRating',
      { details: { ...merchant.details, rating: { overallRating: 0, numberOfRatings: 0 } } },
    ],
    ['a telephone', 'telephone', { phone: '' }],
    ['a price level', 'priceRange', { details: { ...merchant.details, priceRange: 0 } }],
    ['cuisines', 'servesCuisine', { details: { ...merchant.details, cuisines: [] } }],
    ['a menu', 'hasMenu', { menu: [] }],
    ['hours', 'openingHoursSpecification', { hours: {} }],
    ['a website', 'sameAs', { website: '' }],
    ['reviews', 'review', { reviews: [] }],
    ['events', 'event', { events: [] }],
  ])('no %s: left out', (_what, key, overrides) => {
    expect(read(overrides)).not.toHaveProperty(key)
  })

  it('open all day: 00:00 to 23:59', () => {
    const [hours] = read({ hours: { Sun: [{ opens: '00:00', closes: '00:00' }] } }).openingHoursSpecification
    expect(hours).toMatchObject({ dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' })
  })

  it('no bookings: does not accept reservations', () => {
    expect(read({}, false)).not.toHaveProperty('acceptsReservations')
  })

  it('menu: the restaurant’s page before ours, if it is a web page', () => {
    expect(read({ menuUrl: 'https://casa.example/menu' }).hasMenu).toBe('https://casa.example/menu')
    expect(read({ menuUrl: 'javascript:alert(1)' }).hasMenu).toBe(
      'https://dine.example/merchants/casa-lumen#menu',
    )
    expect(read({ website: 'javascript:alert(1)' })).not.toHaveProperty('sameAs')
  })

  it('reviews and events: with author, rating, place and times', () => {
    const { review, event } = read({
      reviews: [{ id: 'r1', authorName: 'Ana P.', rating: 5, body: 'Again.', dinedOn: '2026-10-01' }],
      events: [
        {
          id: 'e1',
          title: 'Truffle night',
          text: 'Six courses.',
          startsAt: '2026-12-03T19:00',
          endsAt: '2026-12-03T22:00',
          url: '',
        },
      ],
    })
    expect(review).toEqual([
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ana P.' },
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
        reviewBody: 'Again.',
        datePublished: '2026-10-01',
      },
    ])
    expect(event).toEqual([
      {
        '@type': 'Event',
        name: 'Truffle night',
        description: 'Six courses.',
        startDate: '2026-12-03T19:00',
        endDate: '2026-12-03T22:00',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: { '@type': 'Place', name: 'Casa Lumen', address: '12 Bleecker St, New York, NY 10012' },
      },
    ])
  })
})
