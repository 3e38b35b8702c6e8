import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { hostOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner
  }
  interface FastifyContextConfig {
    /** For the machine, not for visitors: no partner, no rate limit. */
    ops?: true
  }
}

/** Before any other hook. Ops routes have no partner. */
export function resolvePartner(app: FastifyInstance, partners: PartnerRegistry): void {
  app.decorateRequest('partner')
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.ops) return done()
    const partner = partners.byHost(hostOf(request))
    if (!partner) return done(new AppError('partner_unknown'))
    request.partner = partner
    done()
  })
}
