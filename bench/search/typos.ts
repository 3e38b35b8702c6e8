import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readNycRow } from '@dineward/core/merchant-import/nyc-import.rules.ts'
import { searchWords } from '@dineward/core/search/search-text.rules.ts'
import { searchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import { buildVocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { locationIndex, zipIn } from '../../apps/server/src/features/search/locations/locations.read.ts'
import type { FoundMerchants, SearchQuery } from '../../apps/server/src/features/search/search-query.rules.ts'
import { demoRestaurants } from '../../packages/demo-world/src/demo-restaurants.ts'
import { mistyped } from '../../packages/demo-world/src/mistyped.ts'
import type { Figure } from '../figure.ts'
import { type BenchRestaurant, benchPartner } from './search-data.ts'
import { snapshotOf } from './search-memory.ts'

const pageSize = 16

/** P17 by `npm run bench typos -- FILE`: the restaurants of New York's open data, or of the demo without a file. */
export async function typoBudgets(file: string | undefined): Promise<Figure[]> {
  const restaurants = file ? await readRestaurants(file) : demoNames()
  const { search, terms } = snapshotOf(restaurants)
  const vocabulary = buildVocabulary(terms.all())
  const find = (text: string): FoundMerchants => {
    const steps = searchTiers(vocabulary, searchWords(text))
    for (;;) {
      const step = steps.next()
      if (step.done) return search(everywhere, step.value)
    }
  }
  const random = seededRandom('typing mistakes')
  const missed: string[] = []
  let onFirstPage = 0
  let exactOnFirstPage = 0
  for (const { id, name } of restaurants) {
    const typed = mistyped(random, name)
    const isFound = (found: FoundMerchants, most: number) =>
      found.page.slice(0, most).some(merchant => merchant.id === id)
    const found = find(typed)
    if (!isFound(found, everywhere.limit)) missed.push(`${name}: ${typed} (${found.total})`)
    if (isFound(found, pageSize)) onFirstPage++
    if (isFound(find(name), pageSize)) exactOnFirstPage++
  }
  if (process.env.SHOW_MISSED) console.log(missed.join('\n'))
  const share = (count: number) => `${((100 * count) / restaurants.length).toFixed(1)} %`
  return [
    {
      budget: 'P17',
      what: `of ${restaurants.length} names with one typing mistake, at least 98 % are found`,
      measured: `${share(restaurants.length - missed.length)} (first page ${share(onFirstPage)}, typed right ${share(exactOnFirstPage)})`,
      isMet: missed.length <= 0.02 * restaurants.length,
    },
  ]
}

const everywhere: SearchQuery = {
  partnerId: benchPartner,
  from: { latitude: 40.7577, longitude: -73.9857 },
  radiusMiles: null,
  bounds: { west: -180, south: -90, east: 180, north: 90 },
  words: null,
  bookingProvider: null,
  sortBy: 'distance',
  offset: 0,
  limit: 100_000,
  now: new Date('2026-03-10T18:00:00Z'),
}

async function readRestaurants(file: string): Promise<BenchRestaurant[]> {
  const packed = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(packed) : packed).toString()
  const locations = await locationIndex()
  return text.split('\n').flatMap(line => {
    if (line.trim() === '') return []
    const read = readNycRow(JSON.parse(line), zip => zipIn(locations, zip))
    return 'merchant' in read ? [withDefaults(read.merchant)] : []
  })
}

const demoNames = () => demoRestaurants('2026-03-10').map(({ merchant }) => withDefaults(merchant))

type Named = Pick<BenchRestaurant, 'id' | 'name' | 'latitude' | 'longitude'> & {
  readonly cuisines: readonly string[]
  readonly neighborhood?: string | undefined
}

function withDefaults({
  id,
  name,
  cuisines,
  neighborhood = '',
  latitude,
  longitude,
}: Named): BenchRestaurant {
  return {
    id,
    name,
    cuisines,
    neighborhood,
    latitude,
    longitude,
    priceRange: 2,
    rating: null,
    features: [],
    mealsServed: [],
    benefitDays: [],
    joinedOn: '2025-01-01',
    isAcclaimed: false,
    takesBookings: false,
  }
}
