import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import type { FoundMerchants, PlaceSearch } from '../apps/server/src/features/search/place-search.rules.ts'
import { wantedFacts } from '../apps/server/src/features/search/search-flags.rules.ts'
import { createLocalDays } from '../apps/server/src/features/search/snapshot/local-days.snapshot.ts'
import { createPartnerSnapshot } from '../apps/server/src/features/search/snapshot/partner.snapshot.ts'
import { createSegmentBuilder } from '../apps/server/src/features/search/snapshot/segment.builder.ts'
import { newScratch } from '../apps/server/src/features/search/snapshot/segment-search.snapshot.ts'
import { createTextWriter } from '../apps/server/src/features/search/snapshot/texts.snapshot.ts'
import { spotOf } from '../apps/server/src/features/search/sphere.rules.ts'
import { type BenchRestaurant, benchPartner, benchRestaurants } from './search-data.ts'

/** The search in the process over so many restaurants, without a database that they would have to be loaded into first. */
export function snapshotInMemory(count: number): (search: PlaceSearch) => FoundMerchants {
  const texts = createTextWriter()
  const builder = createSegmentBuilder(texts)
  const termIds = new Map<string, number>()
  const idOf = (word: string) => {
    const known = termIds.get(word)
    if (known !== undefined) return known
    termIds.set(word, termIds.size + 1)
    return termIds.size
  }
  const byId = [...benchRestaurants(count)].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const restaurant of byId) {
    const { x, y, z } = spotOf(restaurant)
    const [name = '', rest = ''] = searchTextOf(restaurant).split(' | ')
    const words = [...new Set(`${name} ${rest}`.split(' '))].filter(Boolean)
    builder.add([
      benchPartner,
      [
        ...([
          restaurant.id,
          restaurant.name,
          'bench',
          40,
          '12 Long Street',
          'Anywhere',
          'NY',
          '10001',
        ] as const),
        ...([
          restaurant.neighborhood,
          restaurant.isAcclaimed ? 1 : 0,
          null,
          restaurant.cuisines,
          '',
        ] as const),
      ],
      ...([x, y, z, restaurant.latitude, restaurant.longitude, factsOf(restaurant)] as const),
      restaurant.rating === null ? -1 : Math.round(restaurant.rating * 10),
      Date.parse(restaurant.joinedOn) / 86_400_000,
      ...([null, 'America/New_York', [], null, name] as const),
      words.map(idOf).sort((a, b) => a - b),
    ])
  }
  const segment = builder.finish()
  const snapshot = createPartnerSnapshot({ segment, texts: texts.finish() }, createLocalDays())
  const scratch = newScratch()
  return search => snapshot.search(search, wantedFacts(search)!, scratch)
}

/** The bits of a restaurant are those of a search that asks for all that it has. */
function factsOf(restaurant: BenchRestaurant): number {
  const { all, prices } = wantedFacts({
    priceRange: [restaurant.priceRange],
    features: restaurant.features as PlaceSearch['features'],
    mealsServed: restaurant.mealsServed as PlaceSearch['mealsServed'],
    benefitsFor: restaurant.benefitDays as PlaceSearch['benefitsFor'],
    acclaimed: restaurant.isAcclaimed,
    reservations: restaurant.takesBookings,
    isNew: undefined,
    campaignCode: undefined,
    bookingProvider: 'book',
  })!
  return all | prices
}
