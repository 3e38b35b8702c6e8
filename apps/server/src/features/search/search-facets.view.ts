import { diets, mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { bitOf, type Flag, type FlagCounts, priceFlags } from './search-flags.rules.ts'
import { bookableFlags, type SearchQuery } from './search-query.rules.ts'

const ratingSteps = [4.5, 4, 3.5]

type Facets = MerchantSearchResult['facets']

/** The most frequent come first, then by value; values that do not occur are left out. */
export function facetsOf(
  { ofBit, ofCuisine, ofRating, openNow, withTable }: FlagCounts,
  bookingProvider: SearchQuery['bookingProvider'],
): Facets {
  const countOf = (flag: Flag) => ofBit[bitOf(flag)]!
  const facet = (flags: readonly Flag[], textOf: (flag: Flag) => string = flag => flag) =>
    sorted(flags.map(flag => ({ value: textOf(flag), count: countOf(flag) })))
  const yes = () => 'true'
  return {
    cuisines: sorted(Array.from(ofCuisine, ([value, count]) => ({ value, count }))),
    priceRange: facet(priceFlags, flag => flag.slice(-1)),
    features: facet(merchantFeatures),
    mealsServed: facet(mealsServed),
    benefitsFor: facet(weekdays),
    acclaimed: facet(['acclaimed'], yes),
    isNew: facet(['isNew'], yes),
    reservations: facet(bookableFlags(bookingProvider), yes),
    diets: facet(diets),
    hasTable: sorted([{ value: 'true', count: withTable }]),
    openNow: sorted([{ value: 'true', count: openNow }]),
    minRating: sorted(
      ratingSteps.map(step => ({
        value: String(step),
        count: ofRating.subarray(step * 10 + 1).reduce((sum, count) => sum + count, 0),
      })),
    ),
  }
}

function sorted(values: Facets['cuisines']): Facets['cuisines'] {
  return values
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
