import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { webAddress } from '@dineward/core/shared/web-address.ts'
import { pictureUrl } from '../../ui/merchant-picture.tsx'

const dayNames = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
}

interface Setting {
  readonly origin: string
  readonly isBookable: boolean
}

/** schema.org data for search engines, escaped so that it cannot close its script element. */
export function merchantJsonLd(merchant: Merchant, setting: Setting): string {
  return JSON.stringify(restaurantOf(merchant, setting)).replace(/</g, '\\u003c')
}

/** Unknown values are left out: an empty value would be read as a fact. */
function restaurantOf(merchant: Merchant, { origin, isBookable }: Setting) {
  const { address, coordinates } = merchant.location
  const { rating, priceRange, cuisines } = merchant.details
  const url = `${origin}/merchants/${encodeURIComponent(merchant.id)}`
  return {
    '@context': 'https://schema.org',
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
