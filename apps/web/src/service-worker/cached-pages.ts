import {
  type CachedPage,
  cachedPageOf,
  filesIn,
  isKept,
  keyOf,
  parseSessionHeader,
  withCachedAt,
} from './cached-pages.rules.ts'
import { scope } from './worker-scope.ts'

/*
 * Copies of responses for offline use, all of one visitor: a member's session, or an anonymous one. A change of visitor
 * drops them all, and the end of the session disables them.
 */

interface Session {
  readonly sign: string
  /** By the device's clock, in ms. */
  readonly until: number
}

/** Older lists of restaurants mislead. */
const maxAgeMs = 7 * 24 * 3_600_000
const sessionKey = '/.cached/session'
export const pageCacheName = `dw-pages-${scope.appShell.version}`

/** Incremented when copies are dropped: responses to earlier requests are not cached. */
let generation = 0
/** Serializes changes. */
let lastChange: Promise<unknown> = Promise.resolve()

/** Read before the request, and passed with its response. */
export const currentGeneration = (): number => generation

export function dropCopies(): Promise<unknown> {
  generation += 1
  return serialize(() => caches.delete(pageCacheName))
}

/** After sign-out, drop a member's copies. */
export function dropMemberCopies(): Promise<unknown> {
  return serialize(async () => {
    if (await sessionIn(await caches.open(pageCacheName))) {
      generation += 1
      await caches.delete(pageCacheName)
    }
  })
}

/**
 * Read the session from a response, and cache it if it is cacheable. A page without a session header belongs to an
 * anonymous visitor.
 */
export async function cacheResponse(
  url: URL,
  response: Response,
  generationBefore: number,
): Promise<string[]> {
  if (response.type !== 'basic' || response.redirected) return []
  const key = keyOf(url)
  const header = parseSessionHeader(response.headers.get('x-session'))
  const isCacheable = key !== null && response.status === 200 && isKept(header)
  const text = isCacheable ? await response.text() : ''
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  await serialize(async () => {
    if (generationBefore !== generation) return
    const session = await updateSession(header, isPage && response.status < 500)
    if (!isCacheable) return
    const cache = await caches.open(pageCacheName)
    for (const other of await cache.keys())
      if (new URL(other.url).pathname === url.pathname) await cache.delete(other)
    await cache.put(key, copyOf(response, text, header ? session : null))
  })
  return isCacheable && isPage ? filesIn(text) : []
}

/** The copy, if the current visitor may see it. Pages are marked as copies. */
export async function findCopy(url: URL): Promise<{ response: Response; cachedAt: Date } | null> {
  const key = keyOf(url)
  if (key === null || !(await hasValidSession())) return null
  const cache = await caches.open(pageCacheName)
  const found = await cache.match(key, { ignoreVary: true })
  if (!found) return null
  const cachedAt = new Date(Number(found.headers.get('x-cached-at')))
  const cachedFor = found.headers.get('x-cached-for')
  const isTheirs = cachedFor === '' || cachedFor === (await sessionIn(cache))?.sign
  if (!isTheirs || Date.now() - cachedAt.getTime() > maxAgeMs) return null
  if (cachedPageOf(url) === null) return { response: found, cachedAt }
  const { status, headers } = found
  return { response: new Response(withCachedAt(await found.text(), cachedAt), { status, headers }), cachedAt }
}

export async function listCachedPages(): Promise<Partial<Record<CachedPage, string>>> {
  const pages: Partial<Record<CachedPage, string>> = {}
  if (!(await hasValidSession())) return pages
  for (const url of await pagesIn(pageCacheName)) {
    const page = cachedPageOf(url)
    if (page && (await findCopy(url))) pages[page] = url.pathname + url.search
  }
  return pages
}

export async function pagesIn(cacheName: string): Promise<URL[]> {
  const requests = await (await caches.open(cacheName)).keys()
  return requests.map(request => new URL(request.url)).filter(url => cachedPageOf(url) !== null)
}

function serialize<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change, change)
  lastChange = done.catch(() => {})
  return done
}

/** It keeps the session of a response; a different one drops the copies. */
async function updateSession(
  header: ReturnType<typeof parseSessionHeader>,
  isPage: boolean,
): Promise<Session | null> {
  const before = await sessionIn(await caches.open(pageCacheName))
  if (header === null && !isPage) return before
  const after =
    header === null || header === 'ended'
      ? null
      : { sign: header.sign, until: Date.now() + header.seconds * 1_000 }
  if (before?.sign !== after?.sign) {
    generation += 1
    await caches.delete(pageCacheName)
  }
  if (after) await (await caches.open(pageCacheName)).put(sessionKey, new Response(JSON.stringify(after)))
  return after
}

async function sessionIn(cache: Cache): Promise<Session | null> {
  const found = await cache.match(sessionKey)
  return found ? ((await found.json()) as Session) : null
}

/** An expired session, or one without its cookie, drops its copies. */
async function hasValidSession(): Promise<boolean> {
  const session = await sessionIn(await caches.open(pageCacheName))
  if (session === null) return true
  if (session.until > Date.now() && (await hasSessionCookie())) return true
  await dropCopies()
  return false
}

/** Without a cookie API in the worker, only the expiry counts; the page checks the cookie. */
async function hasSessionCookie(): Promise<boolean> {
  const cookies = await scope.cookieStore?.getAll().catch(() => undefined)
  return cookies?.some(({ name }) => /^(__Host-)?dw_session_expires$/.test(name ?? '')) ?? true
}

/** The body is decoded: remove headers about its encoding. */
function copyOf(response: Response, text: string, session: Session | null): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set('x-cached-at', String(Date.now()))
  headers.set('x-cached-for', session?.sign ?? '')
  return new Response(text, { status: response.status, headers })
}
