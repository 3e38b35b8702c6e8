import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { pictureUrl } from './merchant-picture.tsx'
import { weekdays } from './restaurant-hours.ts'

const dayNames = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
}

/** What a search engine reads of a restaurant (schema.org). A block of data: no browser runs it. */
export function MerchantJsonLd({ merchant }: { readonly merchant: Merchant }) {
  const { origin } = useApp()
  const json = JSON.stringify(restaurantOf(merchant, origin)).replace(/</g, '\\u003c')
  return <script type="application/ld+json">{json}</script>
}

function restaurantOf(merchant: Merchant, origin: string) {
  const { address, coordinates } = merchant.location
  const { rating, priceRange, cuisines } = merchant.details
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: merchant.name,
    url: `${origin}/merchants/${merchant.id}`,
    image: origin + pictureUrl(merchant, 'detail'),
    telephone: merchant.phone || undefined,
    servesCuisine: cuisines,
    priceRange: priceRange > 0 ? '$'.repeat(priceRange) : undefined,
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
            reviewCount: rating.numberOfRatings,
          }
        : undefined,
    openingHoursSpecification: weekdays.flatMap(day =>
      (merchant.hours[day] ?? []).map(({ opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: dayNames[day],
        opens,
        closes,
      })),
    ),
  }
}
