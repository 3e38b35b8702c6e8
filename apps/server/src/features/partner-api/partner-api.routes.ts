import { getApiProgram } from '@dineward/core/partner-api/program.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ApiServices, serveApi } from '../../http/serve-api.ts'
import type { CardEventServices } from '../card-events/card-events.routes.ts'
import { apiMembersRoutes } from './api-members.routes.ts'
import { apiPlacesRoutes } from './api-places.routes.ts'
import { apiRewardsRoutes } from './api-rewards.routes.ts'
import { apiSettlementRoutes } from './api-settlement.routes.ts'
import { isSandbox } from './sandbox.rules.ts'

export interface PartnerApiServices
  extends ApiServices,
    Pick<CardEventServices, 'publicUrl' | 'webhookSecrets' | 'senderClock'> {
  readonly wakeMails: () => void
}

/** What other systems of a program call, at the hosts of the partner API. */
export function partnerApiRoutes(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiProgram, async ({ partner, actor }) => ({
    program: {
      slug: partner.slug,
      name: partner.settings.programName,
      currency: partner.settings.currencyType,
      isSandbox: isSandbox(services, partner),
    },
    key: { id: actor.id, name: actor.name, scopes: [...actor.scopes] },
  }))
  apiMembersRoutes(app, services)
  apiRewardsRoutes(app, services)
  apiPlacesRoutes(app, services)
  apiSettlementRoutes(app, services)
}
