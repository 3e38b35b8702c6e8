import { getBotCheckChallenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { challengeSize } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf, createAllowances } from '../../http/allowances.ts'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { issueChallenge } from './bot-check.service.ts'

const minute = { max: Number.POSITIVE_INFINITY, timeWindow: 60_000 }

export function botCheckRoutes(app: FastifyInstance, services: Services): void {
  const asked = createAllowances(minute)
  const count = (key: string): number => {
    asked.take(key, 1)
    return asked.used(key)
  }
  serve(
    app,
    services,
    getBotCheckChallenge,
    async (ctx, _input, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      const { slug } = ctx.partner
      const size = challengeSize({ byClient: count(`${slug} ${clientOf(request)}`), atPartner: count(slug) })
      return issueChallenge(ctx, size)
    },
    { config: { rateLimit: limits.botCheck } },
  )
}
