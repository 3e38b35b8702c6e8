import { registerRoute } from 'workbox-routing'
import { cachedPageOf, changesWhoIsSignedIn, isSignOut, keyOf, pageMessage } from './cached-pages.rules.ts'
import { dropCopies, dropMemberCopies, pageCacheName, pagesIn } from './cached-pages.ts'
import { fileCacheNames, respondWithFile, respondWithPicture, storePictures, storeShell } from './files.ts'
import { endNotifications, openNotified, showNotification } from './notifications.ts'
import { cachePage, respondAndDropCopies, respondToCall, respondWithPage } from './responses.ts'
import { scope, type WorkerEvent, type WorkerFetchEvent } from './worker-scope.ts'

/*
 * Offline use, one worker per partner origin. Pages are network-first, so that builds do not mix; immutable files are
 * cache-first. For members' pages see cached-pages.ts.
 */

interface RouteParams {
  readonly event: unknown
  readonly request: Request
  readonly url: URL
}

const bypassForEvents = { condition: { urlPattern: '/api/Impressions' }, source: 'network' } as const

scope.addEventListener('install', event => {
  // Events sent on unload would be lost if the worker handled them.
  event.waitUntil(event.addRoutes?.(bypassForEvents) ?? Promise.resolve())
  event.waitUntil(installBuild(event))
})

scope.addEventListener('activate', event => {
  event.waitUntil(activateBuild())
})

scope.addEventListener('message', event => {
  const message =
    event.source?.type === 'window' && isOurs(new URL(event.source.url)) ? pageMessage(event.data) : null
  if (message) event.waitUntil(handleMessage(event, message))
})

scope.addEventListener('push', event => event.waitUntil(showNotification(event)))

scope.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotified(event.notification.data))
})

const isOurs = (url: URL): boolean => url.origin === scope.location.origin

for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
  registerRoute(
    ({ request, url }) => isOurs(url) && changesWhoIsSignedIn(request, url),
    ({ event, url }: RouteParams) => {
      const fetchEvent = event as WorkerFetchEvent
      if (isSignOut(url)) fetchEvent.waitUntil(endNotifications())
      return respondAndDropCopies(fetchEvent)
    },
    method,
  )

registerRoute(
  ({ request, url }) =>
    isOurs(url) && request.mode === 'navigate' && !/^\/(api|hooks|images|assets|brand)\//.test(url.pathname),
  ({ event, url }: RouteParams) => respondWithPage(event as WorkerFetchEvent, url),
)

registerRoute(
  ({ url }) => isOurs(url) && url.pathname.startsWith('/api/') && keyOf(url) !== null,
  ({ event, url }: RouteParams) => respondToCall(event as WorkerFetchEvent, url),
)

registerRoute(
  ({ url }) => isOurs(url) && /^\/(assets|brand)\//.test(url.pathname),
  ({ event, request }: RouteParams) => respondWithFile(event as WorkerEvent, request),
)

registerRoute(
  ({ request, url }) => isOurs(url) && url.pathname.startsWith('/images/') && request.destination === 'image',
  ({ event, request }: RouteParams) => respondWithPicture(event as WorkerEvent, request),
)

async function handleMessage(
  event: WorkerEvent,
  message: NonNullable<ReturnType<typeof pageMessage>>,
): Promise<void> {
  if (message.kind === 'memberChanged') return void (await dropCopies())
  if (message.kind === 'signedOut') return void (await dropMemberCopies())
  const url = new URL(message.path, scope.location.origin)
  if (cachedPageOf(url) === null) return
  await Promise.allSettled([cachePage(event, url), storePictures(event, message.pictures)])
}

/** Pages that an earlier build cached are fetched from this one. */
async function installBuild(event: WorkerEvent): Promise<void> {
  await storeShell()
  const pages = await Promise.all(
    (await oldCaches()).filter(name => name.startsWith('dw-pages-')).map(pagesIn),
  )
  await Promise.allSettled(pages.flat().map(url => cachePage(event, url)))
  await scope.skipWaiting()
}

/** It makes no requests: a navigation waits until the worker is activated. */
async function activateBuild(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
  await Promise.all((await oldCaches()).map(name => caches.delete(name)))
}

async function oldCaches(): Promise<string[]> {
  const current = [...fileCacheNames, pageCacheName]
  return (await caches.keys()).filter(name => name.startsWith('dw-') && !current.includes(name))
}
