import { getPicks, hidePick, showPick } from '@dineward/core/picks/picks.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { hideFromPicks, listPicks, showInPicks } from './picks.service.ts'

interface PicksServices extends Services {
  readonly searchIndex: SearchIndex
}

export function picksRoutes(app: FastifyInstance, services: PicksServices): void {
  const { searchIndex } = services
  serve(app, services, getPicks, async ctx => ({ items: await listPicks({ ...ctx, searchIndex }) }))
  serve(app, services, hidePick, (ctx, { params }) => hideFromPicks(ctx, params))
  serve(app, services, showPick, (ctx, { params }) => showInPicks(ctx, params))
}
