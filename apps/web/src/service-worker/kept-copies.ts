import { type CachedPage, filesIn, keptPageOf, keyOf, toldSession, withKeptAt } from './kept.rules.ts'
import { scope } from './worker-scope.ts'

/*
 * Copies of answers, for reading offline. All of them are of one visitor: a member's session, or nobody's. Whatever
 * hints at another visitor drops them all, and none is handed out once the session they belong to is over.
 */

interface Session {
  readonly sign: string
  /** By this machine's clock, in milliseconds. */
  readonly until: number
}

/** What nobody's copies may be old at most: longer than that, a list of restaurants misleads. */
const oldestMs = 7 * 24 * 3_600_000
const sessionKey = '/.kept/session'
export const keptCacheName = `dw-kept-${scope.appShell.version}`

/** Grows with every drop: what was asked for before one is not kept after it. */
let drops = 0
/** Changes happen one after the other. */
let lastChange: Promise<unknown> = Promise.resolve()

/** To be taken before the network is asked, and given back with its answer. */
export const beforeAsking = (): number => drops

export function dropCopies(): Promise<unknown> {
  drops += 1
  return inTurn(() => caches.delete(keptCacheName))
}

/** Somebody is not signed in any more: what was kept for a member goes. */
export function dropMemberCopies(): Promise<unknown> {
  return inTurn(async () => {
    if (await sessionIn(await caches.open(keptCacheName))) {
      drops += 1
      await caches.delete(keptCacheName)
    }
  })
}

/**
 * Takes from an answer what it tells of the session, and keeps a copy of it where one is kept. A page always tells: one
 * that names no session was for nobody.
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

/** The copy, if whoever is signed in may still see it. A page says in its head that it is one. */
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

/** Addresses of the pages that could be shown now. */
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

/** The session that holds after an answer told of it; another one than before drops what was kept. */
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

/** A session that is over, or whose cookie has gone, takes its copies with it. */
async function mayBeShown(): Promise<boolean> {
  const session = await sessionIn(await caches.open(keptCacheName))
  if (session === null) return true
  if (session.until > Date.now() && (await hasSessionCookie())) return true
  await dropCopies()
  return false
}

/** Where a worker cannot read cookies, the time alone decides, and the page once it is alive. */
async function hasSessionCookie(): Promise<boolean> {
  const cookies = await scope.cookieStore?.getAll().catch(() => undefined)
  return cookies?.some(({ name }) => /^(__Host-)?dw_session_expires$/.test(name ?? '')) ?? true
}

/** The body was unpacked on its way here, so what described its package goes. */
function copyOf(answer: Response, text: string, session: Session | null): Response {
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set('x-kept-at', String(Date.now()))
  headers.set('x-kept-for', session?.sign ?? '')
  return new Response(text, { status: answer.status, headers })
}
