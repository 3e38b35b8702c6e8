import * as contract from '@dineward/core/favorites/lists.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../../http/serve.ts'
import {
  addPlace,
  createList,
  deleteList,
  listLists,
  removePlace,
  renameList,
  shareList,
  showList,
  unshareList,
} from './lists.service.ts'
import { copyList, showSharedList } from './shared-lists.service.ts'

export function listsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract.getLists, (ctx, { query }) => listLists(ctx, query))
  serve(app, services, contract.createList, (ctx, { body }) => createList(ctx, body))
  serve(app, services, contract.getList, (ctx, { params }) => showList(ctx, params))
  serve(app, services, contract.renameList, (ctx, { params, body }) =>
    renameList(ctx, { ...params, ...body }),
  )
  serve(app, services, contract.deleteList, (ctx, { params }) => deleteList(ctx, params))
  serve(app, services, contract.addPlace, (ctx, { params }) => addPlace(ctx, params))
  serve(app, services, contract.removePlace, (ctx, { params }) => removePlace(ctx, params))
  serve(app, services, contract.shareList, (ctx, { params }) => shareList(ctx, params))
  serve(app, services, contract.unshareList, (ctx, { params }) => unshareList(ctx, params))
  serve(app, services, contract.copyList, (ctx, { body }) => copyList(ctx, body))
  serve(app, services, contract.getSharedList, (ctx, { params }) => showSharedList(ctx, params), {
    config: { rateLimit: limits.sharedLinks },
  })
}
