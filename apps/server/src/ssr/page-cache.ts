import { byteLru } from './byte-lru.ts'
import type { KeptPage } from './kept-page.ts'

export interface PageCacheLimits {
  /** So long a page is answered without another thought. */
  readonly freshMs: number
  /** So long it is answered while it is drawn anew behind the answer. */
  readonly staleMs: number
  /** So old it may be where it cannot be drawn anew. */
  readonly rescueMs: number
  /** So long a visitor waits for a page to be drawn where there is an old one, and so long a failure is not repeated. */
  readonly patienceMs: number
  readonly bytes: number
  /** Pages that do not exist are many: they may not drive out those that do. */
  readonly notFoundBytes: number
  readonly pageBytes: number
}

export const pageCacheLimits: PageCacheLimits = {
  freshMs: 2_000,
  staleMs: 30_000,
  rescueMs: 3_600_000,
  patienceMs: 1_000,
  bytes: 64 * 1_024 * 1_024,
  notFoundBytes: 4 * 1_024 * 1_024,
  pageBytes: 512 * 1_024,
}

/** What came of drawing: a page for everybody who asks for it, or an answer that is not kept. */
export type Drawn<Loose> =
  | { readonly kind: 'kept'; readonly page: KeptPage }
  | {
      readonly kind: 'loose'
      readonly answer: Loose /** Something it needs was away. */
      readonly failed: boolean
    }

/**
 * What a page is made from. Brand and content are compared by identity: from others another page is made. `restaurants`
 * counts changes to them: a page from before is out of date, and still better than none.
 */
export type Edition = readonly [brand: object, content: object, restaurants: number]

export interface PageCache<Loose> {
  /** A page that may be answered at once, and whether it is time to draw it anew (`answer`). */
  find(key: string, edition: Edition): { readonly page: KeptPage; readonly isDue: boolean } | null
  /**
   * What is kept, or drawn: once however many ask, behind the answer where what is kept is good enough for now. An old
   * copy is answered where drawing fails or takes long; where there is none it throws what `draw` throws.
   */
  answer(key: string, edition: Edition, draw: () => Promise<Drawn<Loose>>): Promise<Drawn<Loose>>
  bytes(): number
}

interface Entry {
  readonly page: KeptPage
  readonly edition: Edition
  readonly drawnAt: number
  /** After a failure; before then it is not tried again. */
  retryAt: number
}

interface Flight<Loose> {
  readonly edition: Edition
  readonly startedAt: number
  readonly drawn: Promise<Drawn<Loose>>
}

interface Options {
  readonly limits: PageCacheLimits
  /** Milliseconds that only grow: a clock that is set must not make old pages new. */
  readonly now: () => number
  /** From now on old copies stand in for pages that cannot be drawn; or, with null, no longer. */
  readonly onTrouble: (cause: unknown) => void
}

/**
 * Anonymous pages, whole. Fresh for a moment, then answered while they are drawn anew, then drawn while the visitor
 * waits; for an hour an old copy is better than an error (quality: faults 5 and 6).
 */
export function createPageCache<Loose>({ limits, now, onTrouble }: Options): PageCache<Loose> {
  const pages = byteLru<Entry>(limits.bytes)
  const notFound = byteLru<Entry>(limits.notFoundBytes)
  const flights = new Map<string, Flight<Loose>>()
  let isTrouble = false

  return {
    find,

    async answer(key, edition, draw) {
      const found = find(key, edition)
      if (found) {
        if (found.isDue) flightOf(key, edition, draw)
        return { kind: 'kept', page: found.page }
      }
      const flight = flightOf(key, edition, draw)
      const old = entryOf(key, edition)
      if (!old || !isRescue(old)) return flight.drawn
      const patience = flight.startedAt + limits.patienceMs - now()
      const drawn = await Promise.race([flight.drawn.catch(() => null), nothingAfter(patience)])
      const isDrawn = drawn !== null && !(drawn.kind === 'loose' && drawn.failed)
      return isDrawn ? drawn : { kind: 'kept', page: old.page }
    },

    bytes: () => pages.bytes() + notFound.bytes(),
  }

  function find(key: string, edition: Edition): { page: KeptPage; isDue: boolean } | null {
    const entry = entryOf(key, edition)
    if (!entry) return null
    const { page, drawnAt, retryAt } = entry
    const age = entry.edition[2] === edition[2] ? now() - drawnAt : Number.POSITIVE_INFINITY
    if (age <= limits.freshMs) return { page, isDue: false }
    if (age <= limits.staleMs) return { page, isDue: retryAt <= now() && !flights.has(key) }
    const waited = now() - (flights.get(key)?.startedAt ?? now())
    const isHopeless = retryAt > now() || waited >= limits.patienceMs
    return isHopeless && isRescue(entry) ? { page, isDue: false } : null
  }

  function entryOf(key: string, edition: Edition): Entry | null {
    const entry = pages.get(key) ?? notFound.get(key)
    return entry && isSame(entry.edition, edition) ? entry : null
  }

  function isRescue({ page, drawnAt }: Entry): boolean {
    return now() - drawnAt <= (page.status === 200 ? limits.rescueMs : limits.staleMs)
  }

  function flightOf(key: string, edition: Edition, draw: () => Promise<Drawn<Loose>>): Flight<Loose> {
    const known = flights.get(key)
    if (known && isSame(known.edition, edition) && known.edition[2] === edition[2]) return known
    const flight = { edition, startedAt: now(), drawn: draw() }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.drawn.then(
      drawn => {
        land()
        if (drawn.kind === 'kept') keep(key, edition, drawn.page)
        else if (drawn.failed) fail(key, edition, null)
      },
      cause => {
        land()
        fail(key, edition, cause)
      },
    )
    return flight
  }

  function keep(key: string, edition: Edition, drawn: KeptPage): void {
    if (isTrouble) onTrouble(null)
    isTrouble = false
    const page = asItWas(key, edition, drawn)
    if (page.bytes > limits.pageBytes) return
    const shelf = page.status === 200 ? pages : notFound
    shelf.set(key, { page, edition, drawnAt: now(), retryAt: 0 }, page.bytes)
  }

  /** What is drawn anew is mostly what is here already, packed. */
  function asItWas(key: string, edition: Edition, drawn: KeptPage): KeptPage {
    const old = entryOf(key, edition)?.page
    if (old?.sign !== drawn.sign) return drawn
    old.lasts()
    return old
  }

  function fail(key: string, edition: Edition, cause: unknown): void {
    const entry = entryOf(key, edition)
    if (!entry || !isRescue(entry)) return
    entry.retryAt = now() + limits.patienceMs
    if (!isTrouble) onTrouble(cause ?? new Error('something that pages need does not answer'))
    isTrouble = true
  }
}

const isSame = (a: Edition, b: Edition): boolean => a[0] === b[0] && a[1] === b[1]

function nothingAfter(ms: number): Promise<null> {
  return new Promise(resolve => setTimeout(resolve, ms, null).unref())
}
