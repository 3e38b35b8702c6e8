import {
  getCredentials,
  postCredentialsConfirm,
  postCredentialsLater,
  postEmailRestore,
  putCredentials,
} from '@dineward/core/credentials/credentials.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { sessionId } from '../identity/sessions.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import {
  confirmEmailChange,
  describeCredentials,
  postponeCredentials,
  requestEmailChange,
} from './credentials.service.ts'
import { restoreEmail } from './email-restore.service.ts'

interface CredentialsServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function credentialsRoutes(app: FastifyInstance, services: CredentialsServices): void {
  const limited = { config: { rateLimit: limits.recovery } }
  serve(app, services, getCredentials, describeCredentials)
  serve(app, services, postCredentialsLater, postponeCredentials, limited)
  serve(
    app,
    services,
    putCredentials,
    async (ctx, { body }) => {
      await requestEmailChange(ctx, { ...body, origin: services.partners.siteOf(ctx.partner) })
      services.wakeMails()
      return { accepted: true }
    },
    limited,
  )
  serve(
    app,
    services,
    postCredentialsConfirm,
    async (ctx, { body }, { request }) => {
      const current = sessionId(request.sessionToken ?? '')
      const origin = services.partners.siteOf(ctx.partner)
      await confirmEmailChange(ctx, { code: body.code, sessionId: current, origin })
      services.wakeMails()
      return { changed: true }
    },
    limited,
  )
  serve(
    app,
    services,
    postEmailRestore,
    async (ctx, { body }) => {
      await restoreEmail(ctx, { token: body.token, origin: services.partners.siteOf(ctx.partner) })
      services.wakeMails()
      return { restored: true }
    },
    limited,
  )
}
