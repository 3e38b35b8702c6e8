import { postImpressions } from '@dineward/core/tracking/tracking.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { recordEvents } from './tracking.service.ts'

/** What pages measured (shell §3.8). */
export function trackingRoutes(app: FastifyInstance, options: AppOptions): void {
  serve(
    app,
    options,
    postImpressions,
    async (ctx, { body }, { request }) => {
      // A browser that says "do not" for its owner is heard here too, whatever the page in it did.
      if (request.headers['sec-gpc'] === '1') return { accepted: 0 }
      return { accepted: await recordEvents(ctx, body) }
    },
    { config: { rateLimit: limits.tracking } },
  )
}
