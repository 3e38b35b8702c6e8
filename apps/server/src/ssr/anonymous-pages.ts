import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import { withKnownParams } from '@dineward/core/pages/page-params.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { referralNames } from '@dineward/core/tracking/referral.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../db/changes.ts'
import type { ContentStore } from '../features/content/content-store.service.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import type { SearchIndex } from '../features/search/search-index.service.ts'
import { hostOf, originOf } from '../http/origin.ts'
import type { Brand } from './brand.ts'
import { sendCached } from './cached-page.ts'
import {
  PageCache,
  type PageCacheLimits,
  type PageVersion,
  pageCacheLimits,
  type RenderOutcome,
} from './page-cache.ts'
import type { PageRenderer, RenderedAnswer } from './page-renderer.ts'

export interface PageCacheOptions {
  readonly limits?: Partial<PageCacheLimits>
  readonly now?: () => number
}

export interface AnonymousPages {
  /** Serve cached pages before any other hook; partner, rate limits, log and metrics still apply. */
  serveFromCache(app: FastifyInstance): void
  /** Null where this visitor's page must be rendered for them alone. */
  render(request: FastifyRequest): Promise<RenderOutcome<RenderedAnswer> | null>
  counts(): PageCacheCounts
}

export interface PageCacheCounts {
  readonly bytes: number
  /** Since the start. */
  readonly hits: number
  readonly renders: number
}

export interface PageCacheServices {
  readonly partners: PartnerRegistry
  readonly content: ContentStore
  readonly searchIndex: SearchIndex
  /** Of other processes; absent with the embedded database, which has one. */
  readonly changes?: Changes | null
  /** Until then pages are rendered, but not cached. */
  readonly hasStarted: () => boolean
}

interface Parts {
  readonly services: PageCacheServices
  readonly renderer: PageRenderer
  readonly isClosing: () => boolean
  readonly cacheOptions: PageCacheOptions
}

/** Longer addresses are not cached. */
const maxUrlLength = 1_024
/** Part of the cache key; pages exist in one locale so far. */
const locale = 'en-US'

/**
 * Pages without a session, by partner, locale, origin, path, known parameters, and version of brand and content (decision 009).
 */
export function createAnonymousPages(parts: Parts): AnonymousPages {
  const { services, renderer, isClosing, cacheOptions } = parts
  const { partners, content, searchIndex } = services
  let changesOfPages = 0
  const counts = { hits: 0, renders: 0 }
  services.changes?.on('pages', () => void changesOfPages++)
  let log: FastifyInstance['log'] | undefined
  const cache = new PageCache<RenderedAnswer>({
    limits: { ...pageCacheLimits, ...cacheOptions.limits },
    now: cacheOptions.now ?? (() => performance.now()),
    onTrouble(cause) {
      if (cause === null) log?.info('pages render again')
      else log?.warn({ err: cause }, 'pages cannot be rendered, serving stale copies for up to an hour')
    },
  })

  return {
    serveFromCache(app) {
      log = app.log
      const countRequest = app.rateLimit()
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done()
        const partner = partners.byHost(hostOf(request))
        if (!partner || !isShareable(request, partner)) return done()
        serve(request, reply, partner).then(isServed => (isServed ? undefined : done()), done)
      })

      async function serve(request: FastifyRequest, reply: FastifyReply, partner: Partner): Promise<boolean> {
        const key = keyOf(request, partner)
        const version = await versionOf(partner)
        const found = cache.find(key, version)
        const encoded = found?.page.readyEncoding(request.headers['accept-encoding'])
        if (!found || !encoded) return false
        await countRequest.call(app, request, reply)
        request.partner = partner
        sendCached(request, reply, found.page, encoded, isClosing())
        counts.hits++
        if (found.isStale) void cache.getOrRender(key, version, () => render(request, version[0]))
        return true
      }
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
      // Cookies for the first visitor are not for those who waited for the same rendering.
      const isShared = outcome.kind === 'cached' || outcome.answer.setCookies.length === 0
      return isOwn || isShared ? outcome : null
    },

    counts: () => ({ bytes: cache.bytes, ...counts }),
  }

  async function versionOf(partner: Partner): Promise<PageVersion & readonly [Brand, object, string]> {
    const restaurants = `${searchIndex.versionOf(partner.slug)} ${changesOfPages}`
    return [await renderer.brandOf(partner), await content.contentOf(partner), restaurants]
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

/** No session cookie, no native app. */
function isShareable(request: FastifyRequest, partner: Partner): boolean {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (url.length > maxUrlLength || url.includes('preview=')) return false
  if (headers.cookie !== undefined && hasIdentityCookie(headers.cookie)) return false
  return nativeAppOf(headers['user-agent'] ?? '', partner.settings) === null
}

/** No page depends on these: scripts read where a visitor came from. */
const sharedCookies = ['csrf', 'device', 'known_visitor', ...referralNames]
const identityCookie = new RegExp(`(?:^|[;\\s])(?:__Host-)?dw_(?!(?:${sharedCookies.join('|')})=)`)

function hasIdentityCookie(cookies: string): boolean {
  return identityCookie.test(cookies)
}

function keyOf(request: FastifyRequest, partner: Partner): string {
  return `${partner.slug} ${locale} ${originOf(request)} ${withKnownParams(request.url)}`
}
