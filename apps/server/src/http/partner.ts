import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerRegistry } from '../features/partner/partner-registry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner
  }
}

/** Host -> partner, once, before anything else looks at the request. Paths of the machine itself have no partner. */
export function resolvePartner(app: FastifyInstance, partners: PartnerRegistry): void {
  app.decorateRequest('partner')
  app.addHook('onRequest', async request => {
    if (withoutPartner.some(prefix => request.url.startsWith(prefix))) return
    const partner = partners.byHost(request.headers.host ?? '')
    if (!partner) throw new AppError('partner_unknown')
    request.partner = partner
  })
}

const withoutPartner = ['/healthz', '/readyz', '/metrics', '/hooks/']
