import { getApiProgram } from '@dineward/core/partner-api/program.contract.ts'
import type { FastifyInstance } from 'fastify'
import { serveApi } from '../../http/serve-api.ts'
import type { PartnerApiServices } from './api-lists.service.ts'
import { apiMembersRoutes } from './api-members.routes.ts'
import { apiPlacesRoutes } from './api-places.routes.ts'
import { apiRewardsRoutes } from './api-rewards.routes.ts'
import { apiSettlementRoutes } from './api-settlement.routes.ts'
import { isSandbox } from './sandbox.rules.ts'

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
