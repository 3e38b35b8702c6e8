import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../../apps/server/src/db/open-database.ts'
import { SearchIndex } from '../../apps/server/src/features/search/search-index.service.ts'
import type { SearchQuery } from '../../apps/server/src/features/search/search-query.rules.ts'
import { startPostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import type { Figure } from '../figure.ts'
import { median } from '../start.ts'
import { benchPartner, benchRestaurants, cities, loadRestaurants } from './search-data.ts'
import { snapshotInMemory } from './search-memory.ts'
import { addPlainIndex, plainSearch } from './search-plain.ts'

const rounds = 7
/** `SEARCH_SIZE=2000 npm run bench search` is a quick try of the bench itself. */
const size = Number(process.env.SEARCH_SIZE ?? 200_000)
const growthFactor = 5

/**
 * P1 measures search against the usual SQL, P2 loading the snapshot, and P3 growth to five times as many restaurants.
 */
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
    const written = await timed(() => loadRestaurants(database.db, benchRestaurants(size)))
    await addPlainIndex(database.db)
    console.log(`        ${size} restaurants: written in ${seconds(written)}`)
    const loading = await loadSnapshot(index)
    return [await compare(database.db, index), loading, await suggesting(index)]
  } finally {
    await index.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What people type, letter by letter: names, cuisines and dishes. */
async function suggesting(index: SearchIndex): Promise<Figure> {
  const texts = ['pizza', 'sushi bar', 'pad thai', 'steakhouse', 'brooklyn', 'the garden', 'chee', 'kalin']
  const asked = texts.flatMap(text =>
    Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2)),
  )
  const now = new Date('2026-03-10T18:00:00Z')
  const times: number[] = []
  for (const [at, text] of asked.entries()) {
    const [, latitude, longitude] = cities[at % cities.length]!
    const ask = () => index.suggest(benchPartner, text, { latitude, longitude }, now)
    await ask()
    times.push(await usualTime(5, ask))
  }
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  return {
    budget: 'suggest',
    what: `suggestions in memory over ${size}, p50 below 2 ms`,
    measured: `${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    isMet: p50 < 2,
  }
}

async function loadSnapshot(index: SearchIndex): Promise<Figure> {
  const [question] = placesAndFilters(1)
  const before = memoryUsed()
  const ms = await timed(() => index.refresh())
  // The first search by a word builds the vocabulary.
  await index.search({ ...question!, words: ['pizza'] })
  const megabytes = (memoryUsed() - before) / 1_048_576
  return {
    budget: 'P2',
    what: `snapshot of ${size} restaurants, loaded within 5 s and within 60 MB`,
    measured: `${seconds(ms)}, ${megabytes.toFixed(0)} MB`,
    isMet: ms <= 5_000 && megabytes <= 60,
  }
}

function memoryUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function compare(db: Db, index: SearchIndex): Promise<Figure> {
  const questions = placesAndFilters(40)
  let differ = 0
  for (const question of questions) {
    const plain = await plainSearch(db, question)
    const found = await index.search(question)
    // A page without rows has no total in the plain SQL.
    const isSameTotal = found.total === plain.total || plain.ids.length === 0
    if (!isSameTotal || found.page.map(({ id }) => id).join() !== plain.ids.join()) differ += 1
  }
  const times = await timesOf(db, questions, index)
  const ratio = (share: number) =>
    median(times.plain.map((plain, round) => quantile(plain, share) / quantile(times.memory[round]!, share)))
  const [p50, p99] = [ratio(0.5), ratio(0.99)]
  const ms = (of: keyof Times, share: number) =>
    `${median(times[of].map(one => quantile(one, share))).toFixed(of === 'memory' ? 3 : 1)} ms`
  return {
    budget: 'P1',
    what: `search in memory over ${size}, p50 and p99 at least 300x the plain SQL, same ids and totals`,
    measured: `${p50.toFixed(0)}x, ${p99.toFixed(0)}x (${ms('memory', 0.5)}, ${ms('memory', 0.99)}; ${differ} differ)`,
    isMet: p50 >= 300 && p99 >= 300 && differ === 0,
  }
}

type Times = Record<'memory' | 'plain', number[][]>

/** The median of several tries: a search is shorter than a time slice of the scheduler. */
async function timesOf(db: Db, questions: readonly SearchQuery[], index: SearchIndex): Promise<Times> {
  const times: Times = { memory: [], plain: [] }
  for (let round = 0; round < rounds; round++) {
    const one: Record<keyof Times, number[]> = { memory: [], plain: [] }
    for (const question of questions) {
      one.plain.push(await usualTime(1, () => plainSearch(db, question)))
      one.memory.push(await usualTime(11, () => index.search(question)))
    }
    times.memory.push(one.memory)
    times.plain.push(one.plain)
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
  const questions = placesAndFilters(200).map(question => ({ ...question, words: null }))
  const ratios: number[] = []
  const seen: number[] = []
  const timesOf = (search: ReturnType<typeof snapshotInMemory>) =>
    questions.map(question => {
      const startedAt = performance.now()
      search(question, null)
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

const weightedCities = cities.flatMap(city => Array<(typeof cities)[number]>(city[3]).fill(city))

/** Questions are around a city, mostly without filters, mostly for the first page. */
export function placesAndFilters(count: number): SearchQuery[] {
  const random = seededRandom('search questions')
  const words = ['Pizza', 'Sushi', 'Café', 'Steakhouse', 'Thai', 'Vegan'].map(foldText)
  return Array.from({ length: count }, (): SearchQuery => {
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
      words: random.chance(0.25) ? [random.pick(words)] : null,
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
