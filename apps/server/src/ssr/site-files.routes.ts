import type { Partner } from '@dineward/core/partner/partner.ts'
import type { FastifyInstance } from 'fastify'
import type { ContentStore } from '../features/content/content-store.service.ts'
import { listMerchantPages } from '../features/merchants/merchants.service.ts'
import { originOf } from '../http/origin.ts'
import type { Services } from '../http/serve.ts'
import {
  maxSitemapPages,
  publicPaths,
  robotsTxt,
  type SitemapPage,
  securityTxt,
  sitemapXml,
} from './site-files.ts'

/** Restaurants change by the day: do not query thousands at every request. */
const sitemapCacheMs = 10 * 60_000

interface CachedPages {
  readonly partner: Partner
  readonly loadedAt: number
  readonly pages: Promise<SitemapPage[]>
  /** For the origin that asked last. */
  text?: { readonly origin: string; readonly content: Buffer }
}

export interface SiteFileServices extends Pick<Services, 'db' | 'clock'> {
  readonly content: ContentStore
  /** Public, but hidden from search engines. */
  readonly staging?: boolean
}

export function siteFileRoutes(app: FastifyInstance, services: SiteFileServices): void {
  const hidden = { schema: { hide: true } as object }
  const { staging = false, clock, content, db } = services
  const cached = new Map<string, CachedPages>()

  app.get('/robots.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robotsTxt(originOf(request), { staging })),
  )
  app.get('/.well-known/security.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityTxt(request.partner, originOf(request), new Date())),
  )
  app.get('/sitemap.xml', hidden, async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await sitemapFor(request.partner, originOf(request))),
  )

  async function sitemapFor(partner: Partner, origin: string): Promise<Buffer> {
    const loaded = pagesOf(partner)
    const pages = await loaded.pages
    if (loaded.text?.origin !== origin)
      loaded.text = { origin, content: Buffer.from(sitemapXml(origin, pages)) }
    return loaded.text.content
  }

  function pagesOf(partner: Partner): CachedPages {
    const now = clock.now().getTime()
    const known = cached.get(partner.slug)
    if (known?.partner === partner && Math.abs(now - known.loadedAt) < sitemapCacheMs) return known
    const pages = loadPages(partner)
    const loaded: CachedPages = { partner, loadedAt: now, pages }
    cached.set(partner.slug, loaded)
    // Retry a failure at the next request.
    pages.catch(() => cached.delete(partner.slug))
    return loaded
  }

  async function loadPages(partner: Partner): Promise<SitemapPage[]> {
    const paths = publicPaths(partner, await content.contentOf(partner))
    const merchants = await listMerchantPages({ db, partner, clock }, maxSitemapPages - paths.length)
    return [
      ...paths.map(path => ({ path })),
      ...merchants.map(({ id, updatedAt }) => ({
        path: `/merchants/${encodeURIComponent(id)}`,
        changedAt: updatedAt,
      })),
    ]
  }
}
