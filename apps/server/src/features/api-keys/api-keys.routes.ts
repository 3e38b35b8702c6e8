import {
  deleteApiKey,
  getApiKeys,
  postApiKey,
  putApiKey,
} from '@dineward/core/partner-api/api-keys.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiServices } from '../../http/serve-api.ts'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { isSandbox } from '../partner-api/sandbox.rules.ts'
import { createApiKey, limitApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts'

export function apiKeysRoutes(
  app: FastifyInstance,
  services: ConsoleServices & Pick<ApiServices, 'api'>,
): void {
  serveConsole(app, services, getApiKeys, async (ctx, { params }) => ({
    items: await listApiKeys(programContext(ctx, params.slug)),
  }))

  serveConsole(app, services, postApiKey, (ctx, { params, body }) => {
    const program = programContext(ctx, params.slug)
    return createApiKey(program, { ...body, isTest: isSandbox(services, program.partner) })
  })

  serveConsole(app, services, putApiKey, async (ctx, { params: { slug, id }, body }) => ({
    apiKey: await limitApiKey(programContext(ctx, slug), { id, ...body }),
  }))

  serveConsole(app, services, deleteApiKey, async (ctx, { params: { slug, id } }) => ({
    apiKey: await revokeApiKey(programContext(ctx, slug), id),
  }))
}
