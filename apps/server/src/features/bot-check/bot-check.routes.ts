import { getBotCheckChallenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { challengeSize } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { SharedLimit } from '../rate-limits/shared-limit.service.ts'
import { issueChallenge } from './bot-check.service.ts'

export function botCheckRoutes(app: FastifyInstance, services: Services): void {
  // Challenges are only counted: one is never refused, it gets harder.
  const max = 1_000_000
  const asked = new SharedLimit(services.db, { name: 'challenge', max, windowMinutes: 1 })
  serve(
    app,
    services,
    getBotCheckChallenge,
    async (ctx, _input, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      const { slug } = ctx.partner
      const byClient = await asked.count(`${slug} ${clientOf(request)}`)
      const atPartner = await asked.count(slug)
      return issueChallenge(ctx, challengeSize({ byClient, atPartner }))
    },
    { config: { rateLimit: limits.botCheck } },
  )
}
