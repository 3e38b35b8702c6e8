import { addFavorite, getFavorites, removeFavorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { listFavorites, saveFavorite, unsaveFavorite } from './favorites.service.ts'

export function favoritesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getFavorites, (ctx, { query }) => listFavorites(ctx, query))
  serve(app, services, addFavorite, (ctx, { params }) => saveFavorite(ctx, params))
  serve(app, services, removeFavorite, (ctx, { params }) => unsaveFavorite(ctx, params))
}
