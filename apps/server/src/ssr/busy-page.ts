import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from './brand.ts'
import type { CachedPage } from './cache/cached-page.ts'
import { failureDocument } from './document.ts'
import type { PageRenderer } from './page-renderer.ts'

/** It is in seconds. */
const retryAfter = '2'
/** It slows down programs that retry at once. */
const delayMs = 250
const logIntervalMs = 10_000

const pages = new WeakMap<Brand, CachedPage>()
let loggedAt = Number.NEGATIVE_INFINITY

/** Answer 503 at almost no cost: the page is rendered and compressed once per brand. */
export async function sendBusyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  brand: Brand,
  renderer: PageRenderer,
): Promise<FastifyReply> {
  if (performance.now() - loggedAt > logIntervalMs) {
    loggedAt = performance.now()
    request.log.warn('render queue is full, answering 503')
  }
  await sleep(delayMs)
  const page = pages.get(brand) ?? busyPage(brand, renderer)
  pages.set(brand, page)
  return renderer.sendCached(request, reply, page)
}

function busyPage(brand: Brand, renderer: PageRenderer): CachedPage {
  return renderer.cachePage(503, failureDocument(brand, renderer.build, null), {
    'cache-control': 'no-store',
    'content-security-policy': renderer.policyOf(brand),
    'retry-after': retryAfter,
  })
}
