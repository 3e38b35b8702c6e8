import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { hostOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner
  }
}

/** Before any other hook. Ops paths have no partner. */
export function resolvePartner(app: FastifyInstance, partners: PartnerRegistry): void {
  app.decorateRequest('partner')
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOpsPath(request.url)) return done()
    const partner = partners.byHost(hostOf(request))
    if (!partner) return done(new AppError('partner_unknown'))
    request.partner = partner
    done()
  })
}

/** Whole paths: `/healthzoo` is a partner's (missing) page. */
const ownPaths = new Set(['/healthz', '/readyz', '/metrics'])

export function isOpsPath(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return path.startsWith('/hooks/') || ownPaths.has(path)
}
