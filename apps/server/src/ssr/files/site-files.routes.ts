import type { Partner } from '@dineward/core/partner/partner.ts'
import { passwordPage } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { ContentStore } from '../../features/content/content-store.service.ts'
import { listMerchantPages } from '../../features/merchants/merchants.service.ts'
import { originOf } from '../../http/origin.ts'
import type { Services } from '../../http/serve.ts'
import { sendFile } from './send-file.ts'
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
  /** It is for the origin that asked last. */
  text?: { readonly origin: string; readonly content: Buffer }
}

export interface SiteFileServices extends Pick<Services, 'db' | 'clock'> {
  readonly content: ContentStore
  /** A staging site is public, but hidden from search engines. */
  readonly staging?: boolean
}

export function siteFileRoutes(app: FastifyInstance, services: SiteFileServices): void {
  const hidden = { schema: { hide: true } as object }
  const { staging = false, clock, content, db } = services
  const cached = new Map<string, CachedPages>()

  app.get('/robots.txt', hidden, (request, reply) =>
    sendFile(request, reply, {
      type: 'text/plain; charset=utf-8',
      maxAge: 3_600,
      content: robotsTxt(originOf(request), { staging }),
    }),
  )
  app.get('/.well-known/security.txt', hidden, (request, reply) =>
    sendFile(request, reply, {
      type: 'text/plain; charset=utf-8',
      maxAge: 3_600,
      content: securityTxt(request.partner, originOf(request), new Date()),
    }),
  )
  app.get('/sitemap.xml', hidden, async (request, reply) =>
    sendFile(request, reply, {
      type: 'application/xml; charset=utf-8',
      maxAge: 3_600,
      content: await sitemapFor(request.partner, originOf(request)),
    }),
  )

  // Where password managers send people who change their password.
  app.get('/.well-known/change-password', hidden, async ({ partner }, reply) => {
    const page = passwordPage(partner)
    if (page === null) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').redirect(page, 302)
  })

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
