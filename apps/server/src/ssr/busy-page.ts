import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from './brand.ts'
import { failureDocument } from './document.ts'
import type { KeptPage } from './kept-page.ts'
import type { PageRenderer } from './page-renderer.ts'

/** Seconds after which whoever was sent away may try again. */
const retryAfter = '2'
/** A program that asks again as soon as it is answered would be answered thousands of times a second: it waits this long. */
const answerAfterMs = 250
/** A line in the log says it for all who are sent away within this time. */
const quietMs = 10_000

const pages = new WeakMap<Brand, KeptPage>()
let saidAt = Number.NEGATIVE_INFINITY

/**
 * More pages are wanted than can be drawn. Made and packed once: what is sent away must cost next to nothing, or it
 * slows what is being drawn.
 */
export async function answerBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  brand: Brand,
  renderer: PageRenderer,
): Promise<FastifyReply> {
  if (performance.now() - saidAt > quietMs) {
    saidAt = performance.now()
    request.log.warn('more pages are wanted than can be drawn: some visitors are asked to come back')
  }
  await sleep(answerAfterMs)
  const page = pages.get(brand) ?? busyPage(brand, renderer)
  pages.set(brand, page)
  return renderer.sendKept(request, reply, page)
}

function busyPage(brand: Brand, renderer: PageRenderer): KeptPage {
  return renderer.keep(503, failureDocument(brand, renderer.build, null), {
    'cache-control': 'no-store',
    'content-security-policy': renderer.policyOf(brand),
    'retry-after': retryAfter,
  })
}
