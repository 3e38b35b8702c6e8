import { postBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { isInApp } from '@dineward/core/pages/native-app.rules.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { enrollInBonus } from './bonuses.service.ts'

export function bonusesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, postBonus, (ctx, { params }, { request }) =>
    enrollInBonus(ctx, { ...params, inApp: isInApp(request.headers, ctx.partner.settings) }),
  )
}
