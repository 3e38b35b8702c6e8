import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../http/allowances.ts'
import { forwardedVisit } from '../http/forwarding.ts'
import type { HttpHandler } from '../http/http-server.ts'
import { pageRoute } from '../http/logging.ts'
import type { AnonymousPages } from './anonymous-pages.ts'
import { writeCached } from './cached-page.ts'

export interface CachedAnswerCount {
  readonly method: string
  readonly status: number
  readonly count: number
}

export interface CachedAnswers {
  /** @returns false where the request is Fastify's */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Those since the last call, for metrics: Fastify's hooks do not see them. */
  takeCounts(): readonly CachedAnswerCount[]
}

interface Parts {
  readonly app: FastifyInstance
  readonly pages: AnonymousPages
  readonly trustProxy: boolean
  readonly isClosing: () => boolean
}

/** Pages of the cache, in front of Fastify (decision 051). Partner, rate limit, log and metrics still apply. */
export function createCachedAnswers({ app, pages, trustProxy, isClosing }: Parts): CachedAnswers {
  const isLogged = ['trace', 'debug', 'info'].includes(app.log.level)
  let counts: { method: string; status: number; count: number }[] = []

  function count(method: string, status: number): void {
    const same = counts.find(one => one.method === method && one.status === status)
    if (same) same.count += 1
    else counts.push({ method, status, count: 1 })
  }

  return {
    answer(request, response) {
      const visit = forwardedVisit(request, trustProxy)
      const page = pages.find(visit)
      const encoded = page?.readyEncoding(visit.headers['accept-encoding'])
      if (!page || !encoded || !app.countCall(clientOf(visit))) return false
      const status = writeCached(visit, response, page, encoded, isClosing() ? ['connection', 'close'] : [])
      pages.countHit()
      count(visit.method, status)
      if (!isLogged) return true
      const req = { method: visit.method, url: visit.url, headers: visit.headers, routeOptions: pageRoute }
      const res = { statusCode: status, request: req }
      app.log.info({ reqId: randomUUID(), req, res }, 'answered from cache')
      return true
    },

    takeCounts() {
      const taken = counts
      counts = []
      return taken
    },
  }
}

/** @param cachedAnswers Once they are there: the server is made before its pages. */
export function cachedAnswersFirst(
  cachedAnswers: () => CachedAnswers | null,
  handler: HttpHandler,
): HttpHandler {
  return (request, response) => {
    if (!cachedAnswers()?.answer(request, response)) handler(request, response)
  }
}
