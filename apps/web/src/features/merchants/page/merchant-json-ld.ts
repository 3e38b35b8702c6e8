import type { Merchant, Review } from '@dineward/core/merchants/merchants.contract.ts'
import { webAddress } from '@dineward/core/shared/fields/web-address.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { pictureUrl } from '../../../ui/merchant-picture.tsx'

const dayNames = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
}

type MerchantEvent = Merchant['events'][number]

interface Setting {
  readonly origin: string
  readonly isBookable: boolean
}

/**
 * It describes the restaurant in terms of schema.org. Unknown values are left out: an empty value would be read as a
 * fact.
 */
export function merchantJsonLd(merchant: Merchant, { origin, isBookable }: Setting) {
  const { address, coordinates } = merchant.location
  const { rating, priceRange, cuisines } = merchant.details
  const url = `${origin}/merchants/${encodeURIComponent(merchant.id)}`
  return {
    '@type': 'Restaurant',
    name: merchant.name,
    url,
    image: new URL(pictureUrl(merchant, 'detail'), origin).href,
    telephone: merchant.phone || undefined,
    servesCuisine: cuisines.length > 0 ? cuisines : undefined,
    priceRange: priceRange > 0 ? '$'.repeat(priceRange) : undefined,
    sameAs: webAddress(merchant.website)?.href,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.zipCode,
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', ...coordinates },
    aggregateRating:
      rating.numberOfRatings > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: rating.overallRating,
            ratingCount: rating.numberOfRatings,
          }
        : undefined,
    hasMenu: webAddress(merchant.menuUrl)?.href ?? (merchant.menu.length > 0 ? `${url}#menu` : undefined),
    acceptsReservations: isBookable ? true : undefined,
    openingHoursSpecification: openingHours(merchant),
    review: merchant.reviews.length > 0 ? merchant.reviews.map(reviewOf) : undefined,
    event: merchant.events.length > 0 ? merchant.events.map(event => eventOf(event, merchant)) : undefined,
  }
}

function reviewOf({ authorName, rating, body, dinedOn }: Review) {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: authorName },
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
    reviewBody: body || undefined,
    datePublished: dinedOn,
  }
}

/** Times without an offset are the restaurant's. */
function eventOf({ title, text, startsAt, endsAt, url }: MerchantEvent, { name, location }: Merchant) {
  const { street, city, state, zipCode } = location.address
  return {
    '@type': 'Event',
    name: title,
    description: text || undefined,
    startDate: startsAt,
    endDate: endsAt || undefined,
    url: webAddress(url)?.href,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name, address: `${street}, ${city}, ${state} ${zipCode}` },
  }
}

function openingHours({ hours }: Merchant) {
  const spans = new Map<string, string[]>()
  for (const day of weekdays)
    for (const { opens, closes } of hours[day] ?? []) {
      // 00:00 to 00:00 would be read as closed.
      const span = `${opens} ${opens === '00:00' && closes === opens ? '23:59' : closes}`
      spans.set(span, [...(spans.get(span) ?? []), dayNames[day]])
    }
  const specifications = Array.from(spans, ([span, dayOfWeek]) => {
    const [opens, closes] = span.split(' ')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }
  })
  return specifications.length > 0 ? specifications : undefined
}
