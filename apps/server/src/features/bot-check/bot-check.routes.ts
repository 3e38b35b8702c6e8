import { getBotCheckChallenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { issueChallenge } from './bot-check.service.ts'

/** Challenges of the bot check (integrations: Bot check). */
export function botCheckRoutes(app: FastifyInstance, options: AppOptions): void {
  serve(
    app,
    options,
    getBotCheckChallenge,
    async (ctx, _input, { reply }) => {
      reply.header('cache-control', 'no-store')
      return issueChallenge(ctx)
    },
    { config: { rateLimit: limits.botCheck } },
  )
}
