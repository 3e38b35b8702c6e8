import { getMerchant, getMerchantReviews } from '@dineward/core/merchants/merchants.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { showMerchant } from './merchants.service.ts'
import { showMerchantReviews } from './reviews/merchant-reviews.service.ts'

export function merchantsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getMerchant, (ctx, { params }) => showMerchant(ctx, params.merchantId))
  serve(app, services, getMerchantReviews, showMerchantReviews)
}
