import { getApiProgram } from '@dineward/core/partner-api/program.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ApiServices, serveApi } from '../../http/serve-api.ts'
import { isSandbox } from './sandbox.rules.ts'

/** What other systems of a program call, at the hosts of the partner API. */
export function partnerApiRoutes(app: FastifyInstance, services: ApiServices): void {
  serveApi(app, services, getApiProgram, async ({ partner, actor }) => ({
    program: {
      slug: partner.slug,
      name: partner.settings.programName,
      currency: partner.settings.currencyType,
      isSandbox: isSandbox(services, partner),
    },
    key: { id: actor.id, name: actor.name, scopes: [...actor.scopes] },
  }))
}
