import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ContentStore } from '../features/content/content-store.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.ts'
import type { SearchIndex } from '../features/search/search-index.service.ts'
import { hostOf, originOf } from '../http/origin.ts'
import type { Brand } from './brand.ts'
import { sendKept } from './kept-page.ts'
import { createPageCache, type Drawn, type PageCacheLimits, pageCacheLimits } from './page-cache.ts'
import type { PageRenderer, RenderedAnswer } from './page-renderer.ts'

export interface PageCacheOptions {
  readonly limits?: Partial<PageCacheLimits>
  /** Milliseconds that only grow. */
  readonly now?: () => number
}

export interface AnonymousPages {
  /** Answers a page that is kept before anything else is done for the request: partner, limits, log and figures hold. */
  answerEarly(app: FastifyInstance): void
  /** The page, for everybody who asks for it; null where this visitor's has to be drawn for them alone. */
  draw(request: FastifyRequest): Promise<Drawn<RenderedAnswer> | null>
}

export interface PageCacheServices {
  readonly partners: PartnerRegistry
  readonly content: ContentStore
  readonly searchIndex: SearchIndex
  /** False until all data is loaded: pages are rendered, but not cached. */
  readonly hasStarted: () => boolean
}

interface Parts {
  readonly services: PageCacheServices
  readonly renderer: PageRenderer
  readonly isClosing: () => boolean
  readonly cacheOptions: PageCacheOptions
}

/** Longer addresses are drawn each time: nobody else will ask for them. */
const maxUrlLength = 1_024

/**
 * Pages that are the same for everybody without a session, kept whole for a moment (decision 009). Kept are only pages
 * that were drawn for nobody in particular; they are told from each other by partner, its settings, looks and content,
 * by scheme and host, path and query.
 */
export function createAnonymousPages(parts: Parts): AnonymousPages {
  const { services, renderer, isClosing, cacheOptions } = parts
  const { partners, content, searchIndex } = services
  let log: FastifyInstance['log'] | undefined
  const cache = createPageCache<RenderedAnswer>({
    limits: { ...pageCacheLimits, ...cacheOptions.limits },
    now: cacheOptions.now ?? (() => performance.now()),
    onTrouble(cause) {
      if (cause === null) log?.info('pages can be drawn again')
      else log?.warn({ err: cause }, 'pages cannot be drawn: old copies are answered for up to an hour')
    },
  })

  return {
    answerEarly(app) {
      log = app.log
      const countCall = app.rateLimit()
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done()
        const partner = partners.byHost(hostOf(request))
        if (!partner || !isForEveryone(request, partner)) return done()
        answerNow(request, reply, partner).then(isAnswered => (isAnswered ? undefined : done()), done)
      })

      async function answerNow(
        request: FastifyRequest,
        reply: FastifyReply,
        partner: Partner,
      ): Promise<boolean> {
        const key = keyOf(request, partner)
        const edition = await editionOf(partner)
        const found = cache.find(key, edition)
        const form = found?.page.readyForm(request.headers['accept-encoding'])
        if (!found || !form) return false
        await countCall.call(app, request, reply)
        request.partner = partner
        sendKept(request, reply, found.page, form, isClosing())
        if (found.isDue) void cache.answer(key, edition, () => draw(request, edition[0]))
        return true
      }
    },

    async draw(request) {
      const { partner } = request
      if (!isForEveryone(request, partner)) return null
      const edition = await editionOf(partner)
      if (renderer.isPersonal(request, edition[0])) return null
      let isOwn = false
      const drawn = await cache.answer(keyOf(request, partner), edition, () => {
        isOwn = true
        return draw(request, edition[0])
      })
      // What is set for the one who asked first is nothing for those who asked with them.
      const isShared = drawn.kind === 'kept' || drawn.answer.setCookies.length === 0
      return isOwn || isShared ? drawn : null
    },
  }

  async function editionOf(partner: Partner): Promise<[brand: Brand, content: object, restaurants: number]> {
    const restaurants = searchIndex.versionOf(partner.slug)
    return [await renderer.brandOf(partner), await content.contentOf(partner), restaurants]
  }

  async function draw(request: FastifyRequest, brand: Brand): Promise<Drawn<RenderedAnswer>> {
    const isEarly = !services.hasStarted()
    const answer = await renderer.render(request, brand, { forEveryone: true })
    const isPage = answer.kind === 'page' && (answer.status === 200 || answer.status === 404)
    const failed = answer.kind === 'page' && answer.failed
    if (!isPage || failed || isEarly || answer.personal || answer.setCookies.length > 0)
      return { kind: 'loose', answer, failed }
    const headers = { ...answer.headers, 'cache-control': 'private, no-cache' }
    return { kind: 'kept', page: renderer.keep(answer.status, answer.html, headers) }
  }
}

/** Nothing about the visitor can change the page: no cookie of ours that means somebody, no app around it. */
function isForEveryone(request: FastifyRequest, partner: Partner): boolean {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (url.length > maxUrlLength || url.includes('preview=')) return false
  if (headers.cookie !== undefined && bringsSomebody(headers.cookie)) return false
  return nativeAppOf(headers['user-agent'] ?? '', partner.settings) === null
}

/** Of the cookies that we set, those that say who one is. */
function bringsSomebody(cookies: string): boolean {
  return /(?:^|[;\s])(?:__Host-)?dw_(?!csrf=|device=|session_expires=)/.test(cookies)
}

function keyOf(request: FastifyRequest, partner: Partner): string {
  return `${partner.slug} ${originOf(request)} ${request.url}`
}
