import { getBotCheckChallenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { issueChallenge } from './bot-check.service.ts'

export function botCheckRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getBotCheckChallenge,
    async (ctx, _input, { reply }) => {
      reply.header('cache-control', 'no-store')
      return issueChallenge(ctx)
    },
    { config: { rateLimit: limits.botCheck } },
  )
}
