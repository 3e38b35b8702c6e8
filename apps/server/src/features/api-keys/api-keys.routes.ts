import { deleteApiKey, getApiKeys, postApiKey } from '@dineward/core/partner-api/api-keys.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts'

export function apiKeysRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getApiKeys, async (ctx, { params }) => ({
    items: await listApiKeys(programContext(ctx, params.slug)),
  }))

  serveConsole(app, services, postApiKey, (ctx, { params, body }) =>
    createApiKey(programContext(ctx, params.slug), body),
  )

  serveConsole(app, services, deleteApiKey, async (ctx, { params: { slug, id } }) => ({
    apiKey: await revokeApiKey(programContext(ctx, slug), id),
  }))
}
