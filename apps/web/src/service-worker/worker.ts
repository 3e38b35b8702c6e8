import { registerRoute } from 'workbox-routing'
import { answerAfterForgetting, answerCall, answerPage, cachePage } from './answers.ts'
import { answerFile, answerPicture, fileCacheNames, storePictures, storeShell } from './files.ts'
import { changesWhoIsSignedIn, keptPageOf, keyOf, pageMessage } from './kept.rules.ts'
import { dropCopies, dropMemberCopies, keptCacheName, pagesIn } from './kept-copies.ts'
import { scope, type WorkerEvent, type WorkerFetchEvent } from './worker-scope.ts'

/*
 * Offline use, one worker per partner origin. Pages are network-first, so that builds do not mix; immutable files are
 * cache-first. For members' pages see kept-copies.ts.
 */

interface Asked {
  readonly event: unknown
  readonly request: Request
  readonly url: URL
}

const eventsGoPast = { condition: { urlPattern: '/api/Impressions' }, source: 'network' } as const

scope.addEventListener('install', event => {
  // Events sent on unload would be lost if the worker handled them.
  event.waitUntil(event.addRoutes?.(eventsGoPast) ?? Promise.resolve())
  event.waitUntil(storeShell().then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', event => {
  event.waitUntil(takeOver(event))
})

scope.addEventListener('message', event => {
  const message =
    event.source?.type === 'window' && isOurs(new URL(event.source.url)) ? pageMessage(event.data) : null
  if (message) event.waitUntil(hear(event, message))
})

const isOurs = (url: URL): boolean => url.origin === scope.location.origin

for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
  registerRoute(
    ({ request, url }) => isOurs(url) && changesWhoIsSignedIn(request, url),
    ({ event }: Asked) => answerAfterForgetting(event as WorkerFetchEvent),
    method,
  )

registerRoute(
  ({ request, url }) =>
    isOurs(url) && request.mode === 'navigate' && !/^\/(api|hooks|images|assets|brand)\//.test(url.pathname),
  ({ event, url }: Asked) => answerPage(event as WorkerFetchEvent, url),
)

registerRoute(
  ({ url }) => isOurs(url) && url.pathname.startsWith('/api/') && keyOf(url) !== null,
  ({ event, url }: Asked) => answerCall(event as WorkerFetchEvent, url),
)

registerRoute(
  ({ url }) => isOurs(url) && /^\/(assets|brand)\//.test(url.pathname),
  ({ event, request }: Asked) => answerFile(event as WorkerEvent, request),
)

registerRoute(
  ({ request, url }) => isOurs(url) && url.pathname.startsWith('/images/') && request.destination === 'image',
  ({ event, request }: Asked) => answerPicture(event as WorkerEvent, request),
)

async function hear(event: WorkerEvent, message: NonNullable<ReturnType<typeof pageMessage>>): Promise<void> {
  if (message.kind === 'memberChanged') return void (await dropCopies())
  if (message.kind === 'signedOut') return void (await dropMemberCopies())
  const url = new URL(message.path, scope.location.origin)
  if (keptPageOf(url) === null) return
  await Promise.allSettled([cachePage(event, url), storePictures(event, message.pictures)])
}

/** Delete caches of earlier builds, and fetch their pages again from this build. */
async function takeOver(event: WorkerEvent): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
  const current = [...fileCacheNames, keptCacheName]
  const old = (await caches.keys()).filter(name => name.startsWith('dw-') && !current.includes(name))
  const pages = await Promise.all(old.filter(name => name.startsWith('dw-kept-')).map(pagesIn))
  await Promise.all(old.map(name => caches.delete(name)))
  await Promise.allSettled(pages.flat().map(url => cachePage(event, url)))
}
