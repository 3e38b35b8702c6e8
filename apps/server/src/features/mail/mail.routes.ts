import { postMailSubscription } from '@dineward/core/mail/mail-subscription.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { changeMailSubscription } from './mail-subscription.service.ts'

export function mailRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, postMailSubscription, (ctx, { body }) => changeMailSubscription(ctx, body), {
    config: { rateLimit: limits.visitor },
  })
}
