import { getReferral as getReferralContract } from '@dineward/core/referrals/referrals.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { getReferral } from './referrals.service.ts'

interface ReferralServices extends Services {
  readonly partners: PartnerRegistry
}

export function referralsRoutes(app: FastifyInstance, services: ReferralServices): void {
  serve(app, services, getReferralContract, ctx => getReferral(ctx, services.partners.siteOf(ctx.partner)))
}
