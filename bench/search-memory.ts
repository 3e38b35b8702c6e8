import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import { maskOf, priceFlags } from '../apps/server/src/features/search/search-flags.rules.ts'
import {
  type FoundMerchants,
  requiredFlags,
  type SearchQuery,
} from '../apps/server/src/features/search/search-query.rules.ts'
import { newScratch } from '../apps/server/src/features/search/snapshot/matches.snapshot.ts'
import { PartnerSnapshot } from '../apps/server/src/features/search/snapshot/partner.snapshot.ts'
import { SegmentBuilder } from '../apps/server/src/features/search/snapshot/segment.builder.ts'
import { TextWriter } from '../apps/server/src/features/search/snapshot/summaries.snapshot.ts'
import { unitVector } from '../apps/server/src/features/search/sphere.rules.ts'
import { type BenchRestaurant, benchPartner, benchRestaurants } from './search-data.ts'

interface MemorySnapshot {
  readonly search: (query: SearchQuery) => FoundMerchants
  readonly terms: Iterable<readonly [term: string, id: number]>
}

export const snapshotInMemory = (count: number): MemorySnapshot['search'] =>
  snapshotOf([...benchRestaurants(count)]).search

export function snapshotOf(restaurants: readonly BenchRestaurant[]): MemorySnapshot {
  const texts = new TextWriter()
  const builder = new SegmentBuilder(texts)
  const termIds = new Map<string, number>()
  const idOf = (word: string) => {
    const id = termIds.get(word) ?? termIds.size + 1
    termIds.set(word, id)
    return id
  }
  const byId = restaurants.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const restaurant of byId) {
    const { id, name, neighborhood, latitude, longitude, rating, cuisines } = restaurant
    const { x, y, z } = unitVector(restaurant)
    const [foldedName = '', rest = ''] = searchTextOf(restaurant).split(' | ')
    const words = [...new Set(`${foldedName} ${rest}`.split(' '))].filter(Boolean)
    const address = ['12 Long Street', 'Anywhere', 'NY', '10001'] as const
    builder.add([
      benchPartner,
      [id, name, 'bench', 40, ...address, neighborhood, restaurant.isAcclaimed ? 1 : 0, null, cuisines, ''],
      ...([x, y, z, latitude, longitude, flagsOf(restaurant)] as const),
      rating === null ? -1 : Math.round(rating * 10),
      Date.parse(restaurant.joinedOn) / 86_400_000,
      ...([null, 'America/New_York', [], null, foldedName] as const),
      words.map(idOf).sort((a, b) => a - b),
    ])
  }
  const snapshot = new PartnerSnapshot({ segment: builder.finish(), texts: texts.finish() })
  const scratch = newScratch()
  return { search: query => snapshot.search(query, requiredFlags(query)!, scratch), terms: termIds }
}

function flagsOf({ priceRange, isAcclaimed, takesBookings, ...lists }: BenchRestaurant): number {
  return maskOf(
    priceFlags[priceRange - 1]!,
    ...lists.features,
    ...lists.mealsServed,
    ...lists.benefitDays,
    ...(isAcclaimed ? (['acclaimed'] as const) : []),
    ...(takesBookings ? (['takesBookings'] as const) : []),
  )
}
