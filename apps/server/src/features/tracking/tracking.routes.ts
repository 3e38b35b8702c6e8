import { AppError } from '@dineward/core/shared/errors.ts'
import { postImpressions } from '@dineward/core/tracking/tracking.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Allowance, clientOf, createAllowances } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { recordEvents } from './tracking.service.ts'

/** A visitor who scrolls makes some 20 a minute; an office is one client. */
const eventsOfClient: Allowance = { max: 2_000, timeWindow: 60_000 }
/** These are some 500 MB of rows, counted in this process. */
const eventsOfPartner: Allowance = { max: 1_000_000, timeWindow: 24 * 3_600_000 }

export interface TrackingServices extends Services {
  readonly trackedEvents?: { readonly ofClient: Allowance; readonly ofPartner: Allowance }
}

export function trackingRoutes(app: FastifyInstance, services: TrackingServices): void {
  const { ofClient, ofPartner } = services.trackedEvents ?? {
    ofClient: eventsOfClient,
    ofPartner: eventsOfPartner,
  }
  const clients = createAllowances(ofClient)
  const partners = createAllowances(ofPartner)
  serve(
    app,
    services,
    postImpressions,
    async (ctx, { body }, { request }) => {
      // Global Privacy Control applies here too, whatever the page's script did.
      if (request.headers['sec-gpc'] === '1') return { accepted: 0 }
      const isAllowed =
        clients.take(clientOf(request), body.length) && partners.take(ctx.partner.slug, body.length)
      if (!isAllowed) throw new AppError('rate_limited')
      return { accepted: await recordEvents(ctx, body) }
    },
    { config: { rateLimit: limits.tracking } },
  )
}
