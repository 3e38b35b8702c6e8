import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { hostOf, hostPattern } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner
  }
  interface FastifyContextConfig {
    /** The route is for the machine, not for visitors, and has no partner and no rate limit. */
    ops?: true
    /** The route is the console's, whose host has no partner. */
    console?: true
    /** The route is of the partner API, where the key says whose call it is. */
    api?: true
  }
}

/** It goes before any other hook. Routes of ops, of the console and of the partner API have no partner yet. */
export function resolvePartner(
  app: FastifyInstance,
  partners: PartnerRegistry,
  ownHosts: readonly string[],
): void {
  const ownHost = hostPattern(ownHosts)
  app.decorateRequest('partner')
  app.addHook('onRequest', (request, _reply, done) => {
    const { ops, console: isConsole, api: isApi } = request.routeOptions.config
    if (ops || isConsole || isApi) return done()
    if (ownHost.test(hostOf(request))) return done(new AppError('not_found'))
    const partner = partners.byHost(hostOf(request))
    if (!partner) return done(new AppError('partner_unknown'))
    request.partner = partner
    done()
  })
}
