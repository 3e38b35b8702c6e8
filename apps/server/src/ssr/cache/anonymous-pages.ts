import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import { withKnownParams } from '@dineward/core/pages/page-params.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { referralNames } from '@dineward/core/tracking/referral.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { ContentStore } from '../../features/content/content-store.service.ts'
import type { PartnerRegistry } from '../../features/partner/partner-registry.service.ts'
import type { SearchIndex } from '../../features/search/search-index.service.ts'
import type { Visit } from '../../http/forwarding.ts'
import { hostOf, originOf } from '../../http/origin.ts'
import type { Brand } from '../brand.ts'
import { closedAnnouncementOf } from '../closed-announcement.ts'
import type { PageRenderer, RenderedAnswer } from '../page-renderer.ts'
import type { CachedPage } from './cached-page.ts'
import {
  PageCache,
  type PageCacheLimits,
  type PageVersion,
  pageCacheLimits,
  type RenderOutcome,
} from './page-cache.ts'

export interface PageCacheOptions {
  readonly limits?: Partial<PageCacheLimits>
  readonly now?: () => number
}

export interface AnonymousPages {
  /** A page that needs no rendering and may be shared. Null also where it takes a look at content or brand. */
  find(visit: Visit): CachedPage | null
  /** @returns null where this visitor's page must be rendered for them alone. */
  render(request: FastifyRequest): Promise<RenderOutcome<RenderedAnswer> | null>
  /** Call it for a page that `find` returned, once it is answered. */
  countHit(): void
  counts(): PageCacheCounts
}

export interface PageCacheCounts {
  readonly bytes: number
  /** They count since the start. */
  readonly hits: number
  readonly renders: number
}

export interface PageCacheServices {
  readonly partners: PartnerRegistry
  readonly content: ContentStore
  readonly searchIndex: SearchIndex
  /** It has the changes of other processes, and is absent with the embedded database, which has one process. */
  readonly changes?: Changes | null
  /** Until then pages are rendered, but not cached. */
  readonly hasStarted: () => boolean
}

interface Parts {
  readonly app: FastifyInstance
  readonly services: PageCacheServices
  readonly renderer: PageRenderer
  readonly cacheOptions: PageCacheOptions
}

/** What a partner's pages were last made from; asking takes several turns of the event loop. */
interface Sources {
  readonly brand: Brand
  readonly entries: object
  readonly at: number
}

/** Changed content shows within these milliseconds. */
const sourcesMs = 20

/** Longer addresses are not cached. */
const maxUrlLength = 1_024
/** It is part of the cache key; pages exist in one locale so far. */
const locale = 'en-US'

/**
 * These are pages without a session, by partner, locale, origin, path, known parameters, and version of brand and
 * content (decision 009).
 */
export function createAnonymousPages(parts: Parts): AnonymousPages {
  const { app, services, renderer, cacheOptions } = parts
  const { partners, content, searchIndex } = services
  /** Changed settings are another partner object. */
  const sources = new WeakMap<Partner, Sources>()
  let changesOfPages = 0
  const counts = { hits: 0, renders: 0 }
  services.changes?.on('pages', () => void changesOfPages++)
  const cache = new PageCache<RenderedAnswer>({
    limits: { ...pageCacheLimits, ...cacheOptions.limits },
    now: cacheOptions.now ?? (() => performance.now()),
    onTrouble(cause) {
      if (cause === null) app.log.info('pages render again')
      else app.log.warn({ err: cause }, 'pages cannot be rendered, serving stale copies for up to an hour')
    },
  })

  return {
    find(visit) {
      const partner = visit.url.startsWith('/api/') ? null : partners.byHost(hostOf(visit))
      const seen = partner && sources.get(partner)
      if (!seen || performance.now() - seen.at > sourcesMs || !isShareable(visit, partner)) return null
      const found = cache.find(keyOf(visit, partner), versionWith(partner, seen))
      // A stale one is rendered again by `render`, for the first visitor who comes.
      return found && !found.isStale ? found.page : null
    },

    async render(request) {
      const { partner } = request
      if (!isShareable(request, partner)) return null
      const version = await versionOf(partner)
      if (renderer.isPersonal(request, version[0])) return null
      let isOwn = false
      const key = keyOf(request, partner)
      if (!cache.find(key, version)) renderer.countPage(request)
      const outcome = await cache.getOrRender(key, version, () => {
        isOwn = true
        return render(request, version[0])
      })
      if (outcome.kind === 'cached' && !isOwn) counts.hits++
      // Cookies for the first visitor are not for those who waited for the same rendering.
      const isShared = outcome.kind === 'cached' || outcome.answer.setCookies.length === 0
      return isOwn || isShared ? outcome : null
    },

    countHit() {
      counts.hits++
    },

    counts: () => ({ bytes: cache.bytes, ...counts }),
  }

  async function versionOf(partner: Partner): Promise<PageVersion & readonly [Brand, object, string]> {
    const [brand, entries] = [await renderer.brandOf(partner), await content.contentOf(partner)]
    const seen = { brand, entries, at: performance.now() }
    sources.set(partner, seen)
    return versionWith(partner, seen)
  }

  function versionWith(partner: Partner, { brand, entries }: Sources): readonly [Brand, object, string] {
    return [brand, entries, `${searchIndex.versionOf(partner.slug)} ${changesOfPages}`]
  }

  async function render(request: FastifyRequest, brand: Brand): Promise<RenderOutcome<RenderedAnswer>> {
    const isStarting = !services.hasStarted()
    counts.renders++
    const answer = await renderer.render(request, brand, { anonymous: true })
    const isPage = answer.kind === 'page' && (answer.status === 200 || answer.status === 404)
    const failed = answer.kind === 'page' && answer.failed
    if (!isPage || failed || isStarting || answer.personal || answer.setCookies.length > 0)
      return { kind: 'uncached', answer, failed }
    const headers = { ...answer.headers, 'cache-control': 'private, no-cache' }
    return { kind: 'cached', page: renderer.cachePage(answer.status, answer.html, headers) }
  }
}

/** A shareable visit has no session cookie and no native app. */
function isShareable({ method, url, headers }: Visit, partner: Partner): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (url.length > maxUrlLength || url.includes('preview=')) return false
  if (headers.cookie !== undefined && hasIdentityCookie(headers.cookie)) return false
  return nativeAppOf(headers['user-agent'] ?? '', partner.settings) === null
}

/** Scripts read where a visitor came from; a closed announcement is part of the key. */
const sharedCookies = ['csrf', 'device', 'known_visitor', 'closed_announcement', ...referralNames]
const identityCookie = new RegExp(`(?:^|[;\\s])(?:__Host-)?dw_(?!(?:${sharedCookies.join('|')})=)`)

function hasIdentityCookie(cookies: string): boolean {
  return identityCookie.test(cookies)
}

function keyOf(visit: Visit, partner: Partner): string {
  const closed = closedAnnouncementOf(visit) ?? ''
  return `${partner.slug} ${locale} ${closed} ${originOf(visit)} ${withKnownParams(visit.url)}`
}
