import { lookUp } from '@dineward/core/shared/look-up.ts'
/* Which responses are cached for offline use, and how a cached page is marked. Pure: no cache, no network. */

export type CachedPage = 'home' | 'search' | 'overview' | 'activity'

const pages = {
  '/': 'home',
  '/search': 'search',
  '/account/overview': 'overview',
  '/account/recent_activity': 'activity',
} satisfies Record<string, CachedPage>

const calls: ReadonlySet<string> = new Set([
  '/api/Member',
  '/api/Member/DineSummary',
  '/api/Member/Referral',
  '/api/Member/RewardsYear',
  '/api/Member/Transactions',
  '/api/Member/TransactionsStatementCredits',
  '/api/v2/Merchants/Search',
  '/api/DefaultUserLocation',
  '/api/Locations',
])

/** Referral parameters (shell §2.2) do not change the page. */
const referral = /^(utm_(term|medium|campaign|source|content)|referrer|source)$/

/** Requests that may change who is signed in: they drop all copies. */
const endings =
  /^\/(SignOut|api\/SignIn(?:\/.*)?|api\/SignOut|api\/Sso\/.*|api\/Members\/Prospects|api\/Member\/Reenroll)\/?$/i

export const cachedPageOf = (url: URL): CachedPage | null => lookUp(pages, url.pathname) ?? null

/** It is the cache key, or null if not cacheable. Each path has one copy: the latest. */
export function keyOf(url: URL): string | null {
  if (cachedPageOf(url) === null && !calls.has(url.pathname)) return null
  // These are personal links, and staff previews.
  if (url.searchParams.has('public_id') || url.searchParams.has('preview')) return null
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !referral.test(name))).toString()
  return query ? `${url.pathname}?${query}` : url.pathname
}

/** Of a session that this browser does not remember, others may use it: nothing of it is kept. */
export const isKept = (header: SessionHeader): boolean =>
  header === null || header === 'ended' || header.isRemembered

export function changesWhoIsSignedIn({ method, mode }: Pick<Request, 'method' | 'mode'>, url: URL): boolean {
  return endings.test(url.pathname) || (mode === 'navigate' && method !== 'GET')
}

/** The member leaves this browser. */
export const isSignOut = (url: URL): boolean => /^\/(SignOut|api\/SignOut)\/?$/i.test(url.pathname)

/**
 * The `x-session` header has a fingerprint of the session, the seconds left, and whether this browser is remembered.
 */
export type SessionHeader =
  | { readonly sign: string; readonly seconds: number; readonly isRemembered: boolean }
  | 'ended'
  | null

export function parseSessionHeader(header: string | null): SessionHeader {
  if (header === null) return null
  const found = /^([\w-]{16}) (\d{1,9}) (remembered|brief)$/.exec(header)
  return found
    ? { sign: found[1]!, seconds: Number(found[2]), isRemembered: found[3] === 'remembered' }
    : 'ended'
}

/** They are scripts and styles of a page, cached with it for hydration offline. */
export function filesIn(html: string): string[] {
  const found = html.matchAll(/(?:src|href)="(\/(?:assets|brand)\/(?!icon-|og-)[\w.-]+)"/g)
  return [...new Set([...found].map(match => match[1]!))]
}

/** Mark the page as a copy, with the time of caching. */
export function withCachedAt(html: string, cachedAt: Date): string {
  return html.replace('<head>', `<head><meta name="cached-at" content="${cachedAt.toISOString()}">`)
}

/** The offline page has links to cached pages only. */
export function offlinePageWith(html: string, cached: Readonly<Partial<Record<CachedPage, string>>>): string {
  if (Object.keys(cached).length === 0) return html.replace(/<nav\b.*?<\/nav>/s, '')
  return html.replace(
    /<li data-cached="(\w+)"><a href="[^"]*">(.*?)<\/li>/gs,
    (_, kind: CachedPage, rest: string) => {
      const path = cached[kind]
      return path === undefined ? '' : `<li data-cached="${kind}"><a href="${escaped(path)}">${rest}</li>`
    },
  )
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

export type PageMessage =
  | { readonly kind: 'memberChanged' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'keep'; readonly path: string; readonly pictures: readonly string[] }

const maxPictures = 60

export function pageMessage(given: unknown): PageMessage | null {
  const { kind, path, pictures } = (given ?? {}) as Record<string, unknown>
  if (kind === 'memberChanged' || kind === 'signedOut') return { kind }
  if (kind !== 'keep' || typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || path.length > 2_000)
    return null
  const shown = Array.isArray(pictures) ? pictures.slice(0, maxPictures) : []
  return { kind, path, pictures: shown.filter(one => typeof one === 'string' && one.startsWith('/images/')) }
}
