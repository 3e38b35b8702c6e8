import { getFeatureFlags } from '@dineward/core/partner/feature-flags.contract.ts'
import { featureFlagsOf } from '@dineward/core/partner/feature-flags.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'

export function featureFlagRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getFeatureFlags, async ({ partner }, _input, { reply }) => {
    // Settings change while the product runs: caches must revalidate.
    reply.header('cache-control', 'no-cache')
    return featureFlagsOf(partner.settings)
  })
}
