import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { consoleHostPattern, hostOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner
  }
  interface FastifyContextConfig {
    /** The route is for the machine, not for visitors, and has no partner and no rate limit. */
    ops?: true
    /** The route is the console's, whose host has no partner. */
    console?: true
  }
}

/** It goes before any other hook. Routes of ops and of the console have no partner. */
export function resolvePartner(
  app: FastifyInstance,
  partners: PartnerRegistry,
  consoleHosts: readonly string[],
): void {
  const consoleHost = consoleHostPattern(consoleHosts)
  app.decorateRequest('partner')
  app.addHook('onRequest', (request, _reply, done) => {
    const { ops, console: isConsole } = request.routeOptions.config
    if (ops || isConsole) return done()
    if (consoleHost.test(hostOf(request))) return done(new AppError('not_found'))
    const partner = partners.byHost(hostOf(request))
    if (!partner) return done(new AppError('partner_unknown'))
    request.partner = partner
    done()
  })
}
