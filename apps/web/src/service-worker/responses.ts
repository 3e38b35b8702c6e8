import { keyOf, offlinePageWith } from './cached-pages.rules.ts'
import { cacheResponse, currentGeneration, dropCopies, findCopy, listCachedPages } from './cached-pages.ts'
import { offlinePage, storeFiles } from './files.ts'
import { scope, type WorkerEvent, type WorkerFetchEvent } from './worker-scope.ts'

/** A slow page is replaced by its copy after this long. */
const timeoutMs = 3_500

/** The network comes first, then the copy, then the offline page. */
export async function respondWithPage(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const pending = fetchAndCache(event, url, () => fetchOnce(event))
  try {
    const first = keyOf(url) === null ? await pending : await Promise.race([pending, timeout()])
    if (first) return first
    return (await findCopy(url))?.response ?? (await pending)
  } catch {
    return (await findCopy(url))?.response ?? (await offlineResponse())
  }
}

/** The network comes first, then the copy; the page is notified that it is a copy. */
export async function respondToCall(event: WorkerFetchEvent, url: URL): Promise<Response> {
  try {
    return await fetchAndCache(event, url, () => fetch(event.request))
  } catch (error) {
    const copy = await findCopy(url)
    if (!copy) throw error
    const page = await scope.clients.get(event.clientId)
    page?.postMessage({ kind: 'cached', at: copy.cachedAt.toISOString() })
    return copy.response
  }
}

/** The session may change: drop copies before and after. */
export async function respondAndDropCopies(event: WorkerFetchEvent): Promise<Response> {
  await dropCopies()
  try {
    return await fetchOnce(event)
  } catch (error) {
    if (event.request.mode !== 'navigate') throw error
    return await offlineResponse()
  } finally {
    await dropCopies()
  }
}

/** Client-side navigation needs it, which requests no document. */
export async function cachePage(event: WorkerEvent, url: URL): Promise<void> {
  const generation = currentGeneration()
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  await storeFiles(event, await cacheResponse(url, response, generation))
}

/** A navigation may be on its way already: a second request would sign out, or use up a code, twice. */
const fetchOnce = async ({ preloadResponse, request }: WorkerFetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

async function fetchAndCache(
  event: WorkerFetchEvent,
  url: URL,
  send: () => Promise<Response>,
): Promise<Response> {
  const generation = currentGeneration()
  const response = await send()
  const copy = response.clone()
  event.waitUntil(cacheResponse(url, copy, generation).then(files => storeFiles(event, files)))
  return response
}

const timeout = () => new Promise<null>(resolve => setTimeout(() => resolve(null), timeoutMs))

async function offlineResponse(): Promise<Response> {
  const page = await offlinePage()
  if (page.type === 'error') return page
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(offlinePageWith(await page.text(), await listCachedPages()), { headers })
}
