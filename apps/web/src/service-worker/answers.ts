import { offlinePage, storeFiles } from './files.ts'
import { keyOf, offlinePageWith } from './kept.rules.ts'
import { beforeAsking, dropCopies, findCopy, keptPages, noteAnswer } from './kept-copies.ts'
import { scope, type WorkerEvent, type WorkerFetchEvent } from './worker-scope.ts'

/** A slow page is replaced by its copy after this long. */
const patienceMs = 3_500

/** Network first, then the copy, then the offline page. */
export async function answerPage(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const { request } = event
  const asking = ask(event, url, async () => (await event.preloadResponse) ?? fetch(request))
  try {
    const first = keyOf(url) === null ? await asking : await Promise.race([asking, patience()])
    if (first) return first
    return (await findCopy(url))?.answer ?? (await asking)
  } catch {
    return (await findCopy(url))?.answer ?? (await offlineAnswer())
  }
}

/** Network first, then the copy; the page is notified that it is a copy. */
export async function answerCall(event: WorkerFetchEvent, url: URL): Promise<Response> {
  try {
    return await ask(event, url, () => fetch(event.request))
  } catch (error) {
    const copy = await findCopy(url)
    if (!copy) throw error
    const page = await scope.clients.get(event.clientId)
    page?.postMessage({ kind: 'kept', at: copy.keptAt.toISOString() })
    return copy.answer
  }
}

/** The session may change: drop copies before and after. */
export async function answerAfterForgetting(event: WorkerFetchEvent): Promise<Response> {
  await dropCopies()
  try {
    return await fetch(event.request)
  } catch (error) {
    if (event.request.mode !== 'navigate') throw error
    return await offlineAnswer()
  } finally {
    await dropCopies()
  }
}

/** For client-side navigation, which requests no document. */
export async function cachePage(event: WorkerEvent, url: URL): Promise<void> {
  const asked = beforeAsking()
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  await storeFiles(event, await noteAnswer(url, answer, asked))
}

async function ask(event: WorkerFetchEvent, url: URL, send: () => Promise<Response>): Promise<Response> {
  const asked = beforeAsking()
  const answer = await send()
  const copy = answer.clone()
  event.waitUntil(noteAnswer(url, copy, asked).then(files => storeFiles(event, files)))
  return answer
}

const patience = () => new Promise<null>(resolve => setTimeout(() => resolve(null), patienceMs))

async function offlineAnswer(): Promise<Response> {
  const page = await offlinePage()
  if (page.type === 'error') return page
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(offlinePageWith(await page.text(), await keptPages()), { headers })
}
