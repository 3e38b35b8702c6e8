import { getDefaultUserLocation, getLocations } from '@dineward/core/merchants/merchants.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { findLocations } from './locations.service.ts'

/** Times Square: where one searches who has not said where (shell §9 Geolocation). */
const defaultUserLocation = { latitude: 40.7577, longitude: -73.9857 }

export function locationsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getLocations, async (_ctx, { query }) => ({ items: await findLocations(query.query) }))
  serve(app, services, getDefaultUserLocation, async () => defaultUserLocation)
}
