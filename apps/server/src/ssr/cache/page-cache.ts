import { LRUCache } from 'lru-cache'
import type { CachedPage } from './cached-page.ts'

export interface PageCacheLimits {
  /** Until then a page is served without rendering. */
  readonly freshMs: number
  /** Served while it is rendered again (stale-while-revalidate). */
  readonly staleMs: number
  /** Served if rendering fails or is too slow (stale-if-error). */
  readonly staleIfErrorMs: number
  /** How long a request waits for rendering if a stale page exists, and the pause after a failure. */
  readonly renderTimeoutMs: number
  readonly maxBytes: number
  /** It is separate: invalid addresses must not evict existing pages. */
  readonly maxNotFoundBytes: number
  readonly maxPageBytes: number
}

export const pageCacheLimits: PageCacheLimits = {
  freshMs: 2_000,
  staleMs: 30_000,
  staleIfErrorMs: 3_600_000,
  renderTimeoutMs: 1_000,
  maxBytes: 64 * 1_024 * 1_024,
  maxNotFoundBytes: 4 * 1_024 * 1_024,
  maxPageBytes: 512 * 1_024,
}

export type RenderOutcome<Answer> =
  | { readonly kind: 'cached'; readonly page: CachedPage }
  | {
      readonly kind: 'uncached'
      readonly answer: Answer
      readonly failed: boolean
    }

/** Brand and content compare by identity. Other `restaurants` make a page stale, still better than an error. */
export type PageVersion = readonly [brand: object, content: object, restaurants: number | string]

interface Entry {
  readonly page: CachedPage
  readonly version: PageVersion
  readonly renderedAt: number
  /** After a failure it is not rendered before then. */
  retryAt: number
}

interface Rendering<Answer> {
  readonly version: PageVersion
  readonly startedAt: number
  readonly outcome: Promise<RenderOutcome<Answer>>
}

interface Options {
  readonly limits: PageCacheLimits
  /** It is in milliseconds of a monotonic clock: setting the system clock must not make old pages fresh. */
  readonly now: () => number
  /** It is called once when stale pages start to replace failed ones, and with null when that ends. */
  readonly onTrouble: (cause: unknown) => void
}

/** A page is fresh, then stale-while-revalidate, then stale-if-error for an hour (quality: faults 5 and 6). */
export class PageCache<Answer> {
  readonly #options: Options
  readonly #pages: LRUCache<string, Entry>
  readonly #notFound: LRUCache<string, Entry>
  readonly #renderings = new Map<string, Rendering<Answer>>()
  #isTrouble = false

  constructor(options: Options) {
    const { limits } = options
    const sizeCalculation = ({ page }: Entry) => page.bytes
    this.#options = options
    this.#pages = new LRUCache({ maxSize: limits.maxBytes, sizeCalculation })
    this.#notFound = new LRUCache({ maxSize: limits.maxNotFoundBytes, sizeCalculation })
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#notFound.calculatedSize
  }

  /** @returns the page with whether it has to be rendered again (`render`). */
  find(key: string, version: PageVersion): { readonly page: CachedPage; readonly isStale: boolean } | null {
    const { limits, now } = this.#options
    const entry = this.#entry(key, version)
    if (!entry) return null
    const { page, renderedAt, retryAt } = entry
    const age = entry.version[2] === version[2] ? now() - renderedAt : Number.POSITIVE_INFINITY
    if (age <= limits.freshMs) return { page, isStale: false }
    const running = this.#renderings.get(key)
    if (age <= limits.staleMs) return { page, isStale: retryAt <= now() && !running }
    const waited = now() - (running?.startedAt ?? now())
    const isUnavailable = retryAt > now() || waited >= limits.renderTimeoutMs
    return isUnavailable && this.#isUsableOnError(entry) ? { page, isStale: false } : null
  }

  /** Renders once for concurrent requests. @throws what `render` throws, if there is no stale page. */
  async getOrRender(
    key: string,
    version: PageVersion,
    render: () => Promise<RenderOutcome<Answer>>,
  ): Promise<RenderOutcome<Answer>> {
    const { limits, now } = this.#options
    const found = this.find(key, version)
    if (found) {
      if (found.isStale) this.#render(key, version, render)
      return { kind: 'cached', page: found.page }
    }
    const rendering = this.#render(key, version, render)
    const old = this.#entry(key, version)
    if (!old || !this.#isUsableOnError(old)) return rendering.outcome
    const timeoutMs = rendering.startedAt + limits.renderTimeoutMs - now()
    const outcome = await Promise.race([rendering.outcome.catch(() => null), nullAfter(timeoutMs)])
    const isRendered = outcome !== null && !(outcome.kind === 'uncached' && outcome.failed)
    return isRendered ? outcome : { kind: 'cached', page: old.page }
  }

  #entry(key: string, version: PageVersion): Entry | null {
    const entry = this.#pages.get(key) ?? this.#notFound.get(key)
    return entry && isSame(entry.version, version) ? entry : null
  }

  #isUsableOnError({ page, renderedAt }: Entry): boolean {
    const { limits, now } = this.#options
    return now() - renderedAt <= (page.status === 200 ? limits.staleIfErrorMs : limits.staleMs)
  }

  #render(
    key: string,
    version: PageVersion,
    render: () => Promise<RenderOutcome<Answer>>,
  ): Rendering<Answer> {
    const running = this.#renderings.get(key)
    if (running && isSame(running.version, version) && running.version[2] === version[2]) return running
    const rendering = { version, startedAt: this.#options.now(), outcome: render() }
    this.#renderings.set(key, rendering)
    const end = () => {
      if (this.#renderings.get(key) === rendering) this.#renderings.delete(key)
    }
    rendering.outcome.then(
      outcome => {
        end()
        if (outcome.kind === 'cached') this.#store(key, version, outcome.page)
        else if (outcome.failed) this.#markFailed(key, version, null)
      },
      cause => {
        end()
        this.#markFailed(key, version, cause)
      },
    )
    return rendering
  }

  #store(key: string, version: PageVersion, rendered: CachedPage): void {
    const { limits, now, onTrouble } = this.#options
    if (this.#isTrouble) onTrouble(null)
    this.#isTrouble = false
    const page = this.#reuseIfUnchanged(key, version, rendered)
    if (page.bytes > limits.maxPageBytes) return
    const cache = page.status === 200 ? this.#pages : this.#notFound
    cache.set(key, { page, version, renderedAt: now(), retryAt: 0 })
  }

  /** The old page has its compressed copies already. */
  #reuseIfUnchanged(key: string, version: PageVersion, rendered: CachedPage): CachedPage {
    const old = this.#entry(key, version)?.page
    if (old?.fingerprint !== rendered.fingerprint) return rendered
    old.compressBetter()
    return old
  }

  #markFailed(key: string, version: PageVersion, cause: unknown): void {
    const { limits, now, onTrouble } = this.#options
    const entry = this.#entry(key, version)
    if (!entry || !this.#isUsableOnError(entry)) return
    entry.retryAt = now() + limits.renderTimeoutMs
    if (!this.#isTrouble) onTrouble(cause ?? new Error('a service that pages need is unavailable'))
    this.#isTrouble = true
  }
}

const isSame = (a: PageVersion, b: PageVersion): boolean => a[0] === b[0] && a[1] === b[1]

function nullAfter(ms: number): Promise<null> {
  return new Promise(resolve => setTimeout(resolve, ms, null).unref())
}
