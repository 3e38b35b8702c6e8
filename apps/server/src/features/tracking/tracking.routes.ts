import { postImpressions } from '@dineward/core/tracking/tracking.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { recordEvents } from './tracking.service.ts'

export function trackingRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    postImpressions,
    async (ctx, { body }, { request }) => {
      // Global Privacy Control applies here too, whatever the page's script did.
      if (request.headers['sec-gpc'] === '1') return { accepted: 0 }
      return { accepted: await recordEvents(ctx, body) }
    },
    { config: { rateLimit: limits.tracking } },
  )
}
