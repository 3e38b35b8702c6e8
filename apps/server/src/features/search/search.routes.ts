import { getMapPlaces, searchMerchants } from '@dineward/core/search/search.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { findMapPlaces, findMerchants } from './search.service.ts'
import type { SearchIndex } from './search-index.service.ts'

export interface SearchServices extends Services {
  readonly searchIndex: SearchIndex
}

export function merchantSearchRoutes(app: FastifyInstance, services: SearchServices): void {
  const { searchIndex } = services
  serve(app, services, searchMerchants, (ctx, { query }) => findMerchants({ ...ctx, searchIndex }, query))
  serve(app, services, getMapPlaces, (ctx, { query }) => findMapPlaces({ ...ctx, searchIndex }, query))
}
