import { type CachedPage, filesIn, keptPageOf, keyOf, toldSession, withKeptAt } from './kept.rules.ts'
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

/** Maximum age: older lists of restaurants mislead. */
const oldestMs = 7 * 24 * 3_600_000
const sessionKey = '/.kept/session'
export const keptCacheName = `dw-kept-${scope.appShell.version}`

/** Incremented when copies are dropped: responses to earlier requests are not cached. */
let drops = 0
/** Serializes changes. */
let lastChange: Promise<unknown> = Promise.resolve()

/** Read before the request, and passed with its response. */
export const beforeAsking = (): number => drops

export function dropCopies(): Promise<unknown> {
  drops += 1
  return inTurn(() => caches.delete(keptCacheName))
}

/** After sign-out, drop a member's copies. */
export function dropMemberCopies(): Promise<unknown> {
  return inTurn(async () => {
    if (await sessionIn(await caches.open(keptCacheName))) {
      drops += 1
      await caches.delete(keptCacheName)
    }
  })
}

/**
 * Read the session from a response, and cache it if it is cacheable. A page without a session header belongs to an
 * anonymous visitor.
 */
export async function noteAnswer(url: URL, answer: Response, asked: number): Promise<string[]> {
  if (answer.type !== 'basic' || answer.redirected) return []
  const key = keyOf(url)
  const keeps = key !== null && answer.status === 200
  const text = keeps ? await answer.text() : ''
  const told = toldSession(answer.headers.get('x-session'))
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  await inTurn(async () => {
    if (asked !== drops) return
    const session = await sessionAfter(told, isPage && answer.status < 500)
    if (!keeps) return
    const cache = await caches.open(keptCacheName)
    for (const other of await cache.keys())
      if (new URL(other.url).pathname === url.pathname) await cache.delete(other)
    await cache.put(key, copyOf(answer, text, told ? session : null))
  })
  return keeps && isPage ? filesIn(text) : []
}

/** The copy, if the current visitor may see it. Pages are marked as copies. */
export async function findCopy(url: URL): Promise<{ answer: Response; keptAt: Date } | null> {
  const key = keyOf(url)
  if (key === null || !(await mayBeShown())) return null
  const cache = await caches.open(keptCacheName)
  const found = await cache.match(key, { ignoreVary: true })
  if (!found) return null
  const keptAt = new Date(Number(found.headers.get('x-kept-at')))
  const keptFor = found.headers.get('x-kept-for')
  const isTheirs = keptFor === '' || keptFor === (await sessionIn(cache))?.sign
  if (!isTheirs || Date.now() - keptAt.getTime() > oldestMs) return null
  if (keptPageOf(url) === null) return { answer: found, keptAt }
  const { status, headers } = found
  return { answer: new Response(withKeptAt(await found.text(), keptAt), { status, headers }), keptAt }
}

/** URLs of the pages available offline. */
export async function keptPages(): Promise<Partial<Record<CachedPage, string>>> {
  const pages: Partial<Record<CachedPage, string>> = {}
  if (!(await mayBeShown())) return pages
  for (const url of await pagesIn(keptCacheName)) {
    const page = keptPageOf(url)
    if (page && (await findCopy(url))) pages[page] = url.pathname + url.search
  }
  return pages
}

export async function pagesIn(cacheName: string): Promise<URL[]> {
  const requests = await (await caches.open(cacheName)).keys()
  return requests.map(request => new URL(request.url)).filter(url => keptPageOf(url) !== null)
}

function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change, change)
  lastChange = done.catch(() => {})
  return done
}

/** The session after a response; a different one drops the copies. */
async function sessionAfter(told: ReturnType<typeof toldSession>, tells: boolean): Promise<Session | null> {
  const before = await sessionIn(await caches.open(keptCacheName))
  if (told === null && !tells) return before
  const after =
    told === null || told === 'ended' ? null : { sign: told.sign, until: Date.now() + told.seconds * 1_000 }
  if (before?.sign !== after?.sign) {
    drops += 1
    await caches.delete(keptCacheName)
  }
  if (after) await (await caches.open(keptCacheName)).put(sessionKey, new Response(JSON.stringify(after)))
  return after
}

async function sessionIn(cache: Cache): Promise<Session | null> {
  const found = await cache.match(sessionKey)
  return found ? ((await found.json()) as Session) : null
}

/** An expired session, or one without its cookie, drops its copies. */
async function mayBeShown(): Promise<boolean> {
  const session = await sessionIn(await caches.open(keptCacheName))
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
function copyOf(answer: Response, text: string, session: Session | null): Response {
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set('x-kept-at', String(Date.now()))
  headers.set('x-kept-for', session?.sign ?? '')
  return new Response(text, { status: answer.status, headers })
}
