import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/open-database.ts'
import type { FoundMerchants, PlaceSearch } from './place-search.rules.ts'
import { nothingFound, wantedFacts } from './search-flags.rules.ts'
import { type SearchChanges, type Seen, selectChanges } from './search-rows.read.ts'
import { createWords } from './search-words.service.ts'
import { createLocalDays } from './snapshot/local-days.snapshot.ts'
import { createPartnerSnapshot, type PartnerSnapshot } from './snapshot/partner.snapshot.ts'
import type { SearchRow } from './snapshot/segment.builder.ts'
import { newScratch } from './snapshot/segment-search.snapshot.ts'
import { buildSnapshot } from './snapshot/snapshot.builder.ts'

export interface SearchLog {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
}

/** The search as this process has it in memory: restaurants (the snapshot), and the words they are found by. */
export interface SearchIndex {
  /** The answer, without asking the database; null while the snapshot is not ready. */
  search(search: PlaceSearch): FoundMerchants | null
  /** Counts changes to the partner's restaurants, and what lists and pages say of them, as far as they are known here. */
  changesOf(partnerId: string): number
  /** For each word the terms that it may mean. Asks the database only where nobody keeps the words fresh. */
  termsOf(words: readonly string[]): Promise<readonly (readonly number[])[]>
  /** Reads everything, then what changes, once a second. */
  start(log: SearchLog): void
  /** Takes in what has changed until now. Reads everything the first time, and where too much has changed. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Changes show after this long, and what it takes to read them. */
const lookEveryMs = 1_000
/** More changed rows than this are not kept beside the rest: all is read again. */
const changesAtMost = 1_000

/** What was read as a whole at one moment, and has been kept up with since. */
interface Generation {
  seen: Seen
  readonly partners: Map<string, PartnerSnapshot>
  /** Too much has changed to keep up: it answers until the next is there. */
  isStale: boolean
  /** The first of its kind has 1, so that no count ever comes again. */
  readonly serial: number
}

/** More changes than one generation keeps up with, whatever comes in one look. */
const changesOfOne = 1_000_000_000

export function createSearchIndex(db: Db): SearchIndex {
  const localDays = createLocalDays()
  const scratch = newScratch()
  const stop = new AbortController()
  const words = createWords(db)
  let generation: Generation | null = null
  let looking: Promise<void> = Promise.resolve()
  let reading: Promise<void> | null = null
  let watching: Promise<void> | null = null
  let log: SearchLog | null = null

  function look(): Promise<void> {
    looking = looking.catch(() => {}).then(takeIn)
    return looking
  }

  async function takeIn(): Promise<void> {
    if (generation && !generation.isStale) {
      const changes = await selectChanges(db, generation.seen, changesAtMost + 1)
      words.add(changes.terms)
      apply(generation, changes, localDays)
    }
    if (!generation || generation.isStale) reading ??= readAll().finally(() => (reading = null))
    reading?.catch(() => {})
  }

  async function readAll(): Promise<void> {
    const startedAt = performance.now()
    const seen = await words.readAll()
    const { partners, texts } = await buildSnapshot(db, stop.signal)
    generation = {
      seen,
      isStale: false,
      serial: (generation?.serial ?? 0) + 1,
      partners: new Map(
        partners.map(([partnerId, segment]) => [
          partnerId,
          createPartnerSnapshot({ segment, texts }, localDays),
        ]),
      ),
    }
    const rows = partners.reduce((sum, [, segment]) => sum + segment.size, 0)
    log?.info({ ms: Math.round(performance.now() - startedAt), rows }, 'search: the snapshot is ready')
  }

  async function watch(): Promise<void> {
    let failed = false
    while (!stop.signal.aborted) {
      try {
        await look()
        await (generation ? null : reading)
        failed = false
      } catch (error) {
        if (!failed && !stop.signal.aborted)
          log?.warn({ err: error }, 'search: the database cannot be asked; answers are as of before')
        failed = true
      }
      await sleep(lookEveryMs, null, { ref: false, signal: stop.signal }).catch(() => {})
    }
  }

  return {
    search(search) {
      const wanted = wantedFacts(search)
      if (!generation) return null
      const partner = generation.partners.get(search.partnerId)
      if (!partner || !wanted) return nothingFound
      return partner.search(search, wanted, scratch)
    },
    changesOf(partnerId) {
      if (!generation) return 0
      return generation.serial * changesOfOne + (generation.partners.get(partnerId)?.changes ?? 0)
    },
    termsOf: typed => words.termsOf(typed, generation !== null || watching !== null),
    start(to) {
      log = to
      watching ??= watch()
    },
    async refresh() {
      await look()
      await reading
      // What was written while everything was read.
      await look()
    },
    async close() {
      stop.abort()
      await Promise.allSettled([watching, looking, reading])
    },
  }
}

function apply(
  generation: Generation,
  changes: SearchChanges,
  localDays: ReturnType<typeof createLocalDays>,
): void {
  const { partners } = generation
  generation.isStale =
    changes.rowCount > changesAtMost || changes.gone.some(([partnerId]) => partnerId === null)
  if (generation.isStale) return
  generation.seen = changes.seen
  const rows: readonly SearchRow[] = JSON.parse(changes.rows)
  for (const partnerId of new Set([...rows.map(([id]) => id), ...changes.gone.map(([id]) => id ?? '')])) {
    let partner = partners.get(partnerId)
    if (!partner) {
      partner = createPartnerSnapshot(null, localDays)
      partners.set(partnerId, partner)
    }
    partner.change(
      rows.filter(([id]) => id === partnerId),
      changes.gone.flatMap(([id, merchantId]) => (id === partnerId && merchantId !== null ? merchantId : [])),
    )
  }
  const kept = [...partners.values()].reduce((sum, partner) => sum + partner.changes, 0)
  generation.isStale = kept > changesAtMost
}
