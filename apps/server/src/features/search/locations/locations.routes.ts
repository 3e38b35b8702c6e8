import { getDefaultUserLocation, getLocations } from '@dineward/core/search/locations.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../../http/serve.ts'
import { defaultUserLocation, findLocations } from './locations.service.ts'

export function locationsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getLocations, async (ctx, { query }) => ({
    items: await findLocations(ctx, query.query),
  }))
  serve(app, services, getDefaultUserLocation, async () => defaultUserLocation)
}
