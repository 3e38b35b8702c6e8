import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import { selectMerchants } from '../apps/server/src/features/search/search.read.ts'
import { SearchIndex } from '../apps/server/src/features/search/search-index.service.ts'
import type { FoundMerchants, SearchQuery } from '../apps/server/src/features/search/search-query.rules.ts'
import { startPostgres } from '../apps/server/src/testing/native-postgres.ts'
import type { Figure } from './figure.ts'
import { benchPartner, benchRestaurants, cities, loadRestaurants } from './search-data.ts'
import { snapshotInMemory } from './search-memory.ts'
import { addPlainIndex, type PlainSearch, plainSearch } from './search-plain.ts'
import { median } from './start.ts'

const rounds = 7
/** `SEARCH_SIZE=2000 npm run bench search` is a quick try of the bench itself. */
const size = Number(process.env.SEARCH_SIZE ?? 200_000)
const growthFactor = 5

/** P1: in memory, P2: in SQL, both against the usual SQL; P3: growth in memory to five times as many restaurants. */
export async function searchBudgets(): Promise<Figure[]> {
  const against = await againstPlain()
  return [...against, growth()]
}

async function againstPlain(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-search-'))
  const postgres = await startPostgres()
  const database = await openDatabase({
    databaseUrl: `${postgres.url}/template`,
    dataDir: folder,
    socketDir: folder,
  })
  const index = new SearchIndex(database.db)
  try {
    await migrate(database.db)
    const loaded = await timed(() => loadRestaurants(database.db, benchRestaurants(size)))
    await addPlainIndex(database.db)
    const read = await timed(() => index.refresh())
    console.log(
      `        ${size} restaurants: loaded in ${seconds(loaded)}, read into memory in ${seconds(read)}`,
    )
    const questions = await questionsOf(40, words => index.tiersOf(words))
    return await compare(database.db, questions, search => index.search(search)!)
  } finally {
    await index.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(
  db: Db,
  questions: readonly PlainSearch[],
  inProcess: (search: SearchQuery) => FoundMerchants,
): Promise<Figure[]> {
  let differ = 0
  for (const question of questions) {
    const plain = await plainSearch(db, question)
    for (const found of [inProcess(question), await selectMerchants(db, question)]) {
      // A page without rows has no total in the plain SQL.
      const isSameTotal = found.total === plain.total || plain.ids.length === 0
      if (!isSameTotal || found.page.map(({ id }) => id).join() !== plain.ids.join()) differ += 1
    }
  }
  const times = await timesOf(db, questions, inProcess)
  const ratio = (of: 'memory' | 'fallback', share: number) =>
    median(times.plain.map((plain, round) => quantile(plain, share) / quantile(times[of][round]!, share)))
  const [p50, p99, fallback] = [ratio('memory', 0.5), ratio('memory', 0.99), ratio('fallback', 0.5)]
  const ms = (of: keyof typeof times, share: number) =>
    `${median(times[of].map(one => quantile(one, share))).toFixed(of === 'memory' ? 3 : 1)} ms`
  return [
    {
      budget: 'P1',
      what: `search in memory over ${size}, p50 and p99 at least 300x the plain SQL, same ids and totals`,
      measured: `${p50.toFixed(0)}x, ${p99.toFixed(0)}x (${ms('memory', 0.5)}, ${ms('memory', 0.99)}; ${differ} differ)`,
      isMet: p50 >= 300 && p99 >= 300 && differ === 0,
    },
    {
      budget: 'P2',
      what: 'search in SQL without a snapshot, at least 12x the plain SQL',
      measured: `${fallback.toFixed(1)}x (${ms('fallback', 0.5)} against ${ms('plain', 0.5)})`,
      isMet: fallback >= 12 && differ === 0,
    },
  ]
}

type Times = Record<'memory' | 'fallback' | 'plain', number[][]>

/** The median of several tries: a search is shorter than a time slice of the scheduler. */
async function timesOf(
  db: Db,
  questions: readonly PlainSearch[],
  inProcess: (query: SearchQuery) => FoundMerchants,
): Promise<Times> {
  const times: Times = { memory: [], fallback: [], plain: [] }
  for (let round = 0; round < rounds; round++) {
    const one: Record<keyof Times, number[]> = { memory: [], fallback: [], plain: [] }
    for (const question of questions) {
      one.plain.push(await usualTime(1, () => plainSearch(db, question)))
      one.fallback.push(await usualTime(3, () => selectMerchants(db, question)))
      one.memory.push(await usualTime(11, async () => inProcess(question)))
    }
    for (const layer of ['memory', 'fallback', 'plain'] as const) times[layer].push(one[layer])
  }
  return times
}

async function usualTime(tries: number, work: () => Promise<unknown>): Promise<number> {
  const tried: number[] = []
  for (let count = 0; count < tries; count++) tried.push(await timed(work))
  return median(tried)
}

function growth(): Figure {
  const [few, many] = [snapshotInMemory(size), snapshotInMemory(size * growthFactor)]
  const questions = placesAndFilters(200).map(question => ({ ...question, tiers: null }))
  const ratios: number[] = []
  const seen: number[] = []
  const timesOf = (search: (question: SearchQuery) => FoundMerchants) =>
    questions.map(question => {
      const startedAt = performance.now()
      search(question)
      return performance.now() - startedAt
    })
  for (let round = 0; round < rounds + 2; round++) {
    const small = quantile(timesOf(few), 0.5)
    const large = quantile(timesOf(many), 0.5)
    if (round < 2) continue
    ratios.push(large / small)
    seen.push(large)
  }
  const ratio = median(ratios)
  return {
    budget: 'P3',
    what: `p50 in memory over ${size * growthFactor}, at most 6x that over ${size}`,
    measured: `${ratio.toFixed(1)}x (${median(seen).toFixed(3)} ms)`,
    isMet: ratio <= 6,
  }
}

type Question = Omit<PlainSearch, 'tiers'>

async function questionsOf(count: number, tiersOf: SearchIndex['tiersOf']): Promise<PlainSearch[]> {
  const questions = placesAndFilters(count)
  return Promise.all(
    questions.map(async question => ({
      ...question,
      tiers: question.word === null ? null : await tiersOf([question.word]),
    })),
  )
}

const weightedCities = cities.flatMap(city => Array<(typeof cities)[number]>(city[3]).fill(city))

/** Around a city, mostly without filters, mostly the first page. */
function placesAndFilters(count: number): Question[] {
  const random = seededRandom('search questions')
  const words = ['Pizza', 'Sushi', 'Café', 'Steakhouse', 'Thai', 'Vegan'].map(foldText)
  return Array.from({ length: count }, (): Question => {
    const [, latitude, longitude] = random.pick(weightedCities)
    const from = {
      latitude: latitude + random.between(-0.15, 0.15),
      longitude: longitude + random.between(-0.15, 0.15),
    }
    const radiusMiles = random.pick([10, 25, 25, 25])
    return {
      partnerId: benchPartner,
      from,
      radiusMiles,
      bounds: boundsAround(from, radiusMiles),
      word: random.chance(0.25) ? random.pick(words) : null,
      ...(random.chance(0.25) ? { priceRange: [random.int(1, 2), random.int(3, 4)] } : {}),
      ...(random.chance(0.15) ? { features: ['delivery'] as const satisfies SearchQuery['features'] } : {}),
      ...(random.chance(0.15)
        ? { mealsServed: ['dinner'] as const satisfies SearchQuery['mealsServed'] }
        : {}),
      bookingProvider: 'book',
      sortBy: random.chance(0.2) ? 'rating' : 'distance',
      offset: 20 * random.pick([0, 0, 0, 1, 4]),
      limit: 20,
      now: new Date('2026-03-10T18:00:00Z'),
    }
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
