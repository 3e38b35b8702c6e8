import {
  postConfirmationMail,
  postEmailConfirmation,
} from '@dineward/core/identity/email-confirmation.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../../http/serve.ts'
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import { confirmEmailAddress, resendEmailConfirmation } from './email-confirmation.service.ts'

interface EmailConfirmationServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function emailConfirmationRoutes(app: FastifyInstance, services: EmailConfirmationServices): void {
  const limited = { config: { rateLimit: limits.recovery } }
  serve(
    app,
    services,
    postEmailConfirmation,
    async (ctx, { body }, { request }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const { memberId } = await confirmEmailAddress(ctx, { token: body.token, origin })
      securityEvent(request, 'credentials', 'email_confirmed', { memberId })
      services.wakeMails()
      return { confirmed: true }
    },
    limited,
  )
  serve(
    app,
    services,
    postConfirmationMail,
    async ctx => {
      await resendEmailConfirmation(ctx, services.partners.siteOf(ctx.partner))
      services.wakeMails()
      return { sent: true }
    },
    limited,
  )
}
