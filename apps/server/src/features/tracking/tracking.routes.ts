import { postImpressions } from '@dineward/core/tracking/tracking.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { recordEvents } from './tracking.service.ts'

/** What pages measured (shell §3.8). */
export function trackingRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    postImpressions,
    async (ctx, { body }, { request }) => {
      // A browser that says "do not" for its owner is heard here too, whatever the page in it did.
      if (request.headers['sec-gpc'] === '1') return { accepted: 0 }
      return { accepted: await recordEvents(ctx, body) }
    },
    { config: { rateLimit: limits.tracking } },
  )
}
