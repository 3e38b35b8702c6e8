import { searchMerchants } from '@dineward/core/merchants/merchant-search.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { findMerchants } from './merchant-search.service.ts'

export function merchantSearchRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, searchMerchants, (ctx, { query }) => findMerchants(ctx, query))
}
