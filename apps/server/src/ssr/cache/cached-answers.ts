import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { forwardedVisit } from '../../http/forwarding.ts'
import type { HttpHandler } from '../../http/http-server.ts'
import { clientOf } from '../../http/limits/allowances.ts'
import { logAnswer, pageRoute } from '../../http/logging.ts'
import type { AnonymousPages } from './anonymous-pages.ts'
import { writeCached } from './cached-page.ts'

export interface CachedAnswers {
  /** @returns false where the request is Fastify's */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

interface Parts {
  readonly app: FastifyInstance
  readonly pages: AnonymousPages
  readonly trustProxy: boolean
  readonly isClosing: () => boolean
}

/** These are pages of the cache, in front of Fastify (decision 051), with the same limit, log and metrics. */
export function createCachedAnswers({ app, pages, trustProxy, isClosing }: Parts): CachedAnswers {
  const isLogged = ['trace', 'debug', 'info'].includes(app.log.level)

  return {
    answer(request, response) {
      const startedAt = performance.now()
      const visit = forwardedVisit(request, trustProxy)
      const page = pages.find(visit)
      const encoded = page?.readyEncoding(visit.headers['accept-encoding'])
      if (!page || !encoded) return false
      const call = app.countCall(clientOf(visit))
      if (!call.isAllowed) return false
      const added = isClosing() ? [...call.headers, 'connection', 'close'] : call.headers
      const status = writeCached(visit, response, page, encoded, added)
      pages.countHit()
      const responseTime = performance.now() - startedAt
      const { method, url, headers } = visit
      app.measureAnswer({ method, route: pageRoute.url, status, responseTime })
      if (!isLogged) return true
      const req = { method, url, headers, routeOptions: pageRoute }
      const res = { statusCode: status, request: req }
      logAnswer(app.log.child({ reqId: randomUUID() }), { req, res, responseTime })
      return true
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
