import { getFlexOffers } from '@dineward/core/offers/flex-offers.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { listFlexOffers } from './flex-offers.service.ts'

export function flexOffersRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getFlexOffers, (ctx, { params }) => listFlexOffers(ctx, params))
}
