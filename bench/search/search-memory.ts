import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import type { SearchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import {
  type FoundMerchants,
  requiredFlags,
  type SearchQuery,
} from '../../apps/server/src/features/search/search-query.rules.ts'
import { newScratch } from '../../apps/server/src/features/search/snapshot/matches.snapshot.ts'
import { PartnerSnapshot } from '../../apps/server/src/features/search/snapshot/partner.snapshot.ts'
import { SegmentBuilder } from '../../apps/server/src/features/search/snapshot/segment.builder.ts'
import { TextWriter } from '../../apps/server/src/features/search/snapshot/summaries.snapshot.ts'
import { TermIds } from '../../apps/server/src/features/search/snapshot/term-ids.snapshot.ts'
import { type BenchRestaurant, benchPartner, benchRestaurants } from './search-data.ts'

interface MemorySnapshot {
  readonly search: (query: SearchQuery, tiers: SearchTiers | null) => FoundMerchants
  readonly terms: TermIds
}

export const snapshotInMemory = (count: number): MemorySnapshot['search'] =>
  snapshotOf([...benchRestaurants(count)]).search

export function snapshotOf(restaurants: readonly BenchRestaurant[]): MemorySnapshot {
  const [texts, terms] = [new TextWriter(), new TermIds()]
  const builder = new SegmentBuilder(texts, terms)
  const address = ['12 Long Street', 'Anywhere', 'NY', '10001'] as const
  for (const one of restaurants) {
    const { id, name, neighborhood, cuisines } = one
    builder.add([
      benchPartner,
      [id, name, 'bench', 40, ...address, neighborhood, one.isAcclaimed ? 1 : 0, null, cuisines, ''],
      one.latitude,
      one.longitude,
      one.priceRange,
      one.takesBookings,
      one.features,
      one.mealsServed,
      one.benefitDays,
      one.rating,
      Date.parse(one.joinedOn) / 86_400_000,
      null,
      'America/New_York',
      [],
      null,
      searchTextOf(one),
      [],
      [],
      '{}',
    ])
  }
  const snapshot = new PartnerSnapshot(terms, { segment: builder.finish(), texts: texts.finish() })
  const scratch = newScratch()
  return { search: (query, tiers) => snapshot.search(query, tiers, requiredFlags(query)!, scratch), terms }
}
