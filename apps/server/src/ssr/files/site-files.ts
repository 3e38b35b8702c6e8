import type { PartnerContent } from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasDiscoverPage, hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'

/** Search engines ignore larger sitemaps. */
export const maxSitemapPages = 50_000

export interface SitemapPage {
  readonly path: string
  readonly changedAt?: Date
}

/** Members' own pages, and paths that are no page. */
const privatePaths = [
  '/api/',
  '/account',
  '/join_rate',
  '/add_card',
  '/card_added',
  '/activate',
  '/booking',
  '/change_email',
  '/confirm_email',
  '/fix_credentials',
  '/restore_email',
  '/unsubscribe',
  '/recover',
  '/reenroll',
  '/session_link',
  '/login',
  '/Login',
  '/SignOut',
  '/error',
  '/surveys',
  '/stgtools',
]

/** A demo answers as production does. Staging is public with production's copy, so it is disallowed. */
export function robotsTxt(origin: string, { staging }: { readonly staging: boolean }): string {
  const rules = staging ? ['Disallow: /'] : ['Allow: /', ...privatePaths.map(path => `Disallow: ${path}`)]
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** It follows RFC 9116, and is computed, so that it never expires. */
export function securityTxt({ settings }: Partner, origin: string, now: Date): string {
  const contact = settings.securityContact ?? settings.customerSupport.email.href
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + days(90)).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** Restaurants are left out, and each path comes once. */
export function publicPaths(partner: Partner, content: PartnerContent): string[] {
  const earnPages = content.earn_details
    .map(({ fields }) => fields.url)
    .filter(url => url.startsWith('/earn/'))
  const contentPages = content.pages.map(({ fields }) => fields.url).filter(url => url.startsWith('/'))
  const guides = content.guides.map(({ slug }) => `/guides/${slug}`)
  return [
    ...new Set([
      '/',
      '/search',
      ...(hasDiscoverPage(partner) ? ['/discover'] : []),
      '/how-it-works',
      '/earn',
      ...earnPages,
      ...contentPages,
      ...(guides.length > 0 ? ['/guides', ...guides] : []),
      ...(hasEnrollment(partner) ? ['/join'] : []),
    ]),
  ]
}

/** It follows `sitemaps.org/schemas/sitemap/0.9`; pages past the limit are left out. */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.slice(0, maxSitemapPages).map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${xmlText(new URL(path, origin).href)}</loc>${changed}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

function xmlText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;')
}
