import {
  deleteSavedSearch,
  getSavedSearches,
  saveSearch,
} from '@dineward/core/search/saved-searches.contract.ts'
import { getListedMerchants, getMapPlaces, searchMerchants } from '@dineward/core/search/search.contract.ts'
import { getSuggestions } from '@dineward/core/search/suggestions.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import * as saved from './saved/saved-searches.service.ts'
import { findListed, findMapPlaces, findMerchants } from './search.service.ts'
import type { SearchIndex } from './search-index.service.ts'
import { suggest } from './suggestions.service.ts'

export interface SearchServices extends Services {
  readonly searchIndex: SearchIndex
  readonly content: ContentStore
}

export function merchantSearchRoutes(app: FastifyInstance, services: SearchServices): void {
  const { searchIndex, content } = services
  serve(app, services, searchMerchants, (ctx, { query }) => findMerchants({ ...ctx, searchIndex }, query))
  serve(app, services, getListedMerchants, (ctx, { query }) => findListed({ ...ctx, searchIndex }, query))
  serve(app, services, getSuggestions, async (ctx, { query }) => ({
    items: await suggest({ ...ctx, searchIndex, content }, query),
  }))
  serve(app, services, getMapPlaces, (ctx, { query }) => findMapPlaces({ ...ctx, searchIndex }, query))
  serve(app, services, getSavedSearches, ctx => saved.listSavedSearches(ctx))
  serve(app, services, saveSearch, (ctx, { body }) => saved.saveSearch(ctx, body))
  serve(app, services, deleteSavedSearch, (ctx, { query }) => saved.deleteSavedSearch(ctx, query))
}
