import {
  getCredentials,
  postCredentialsConfirm,
  postCredentialsLater,
  postEmailChange,
  postEmailRestore,
  putCredentials,
  putPassword,
} from '@dineward/core/credentials/credentials.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { renewTokenAfterProof } from '../../http/sessions/renew-token.ts'
import { sessionId } from '../identity/sessions/sessions.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { securityEvent } from '../security-events/security-events.service.ts'
import { changeOwnPassword } from './change-password.service.ts'
import {
  confirmEmailChange,
  describeCredentials,
  postponeCredentials,
  requestEmailChange,
} from './credentials.service.ts'
import { changeEmailByLink } from './email-change.service.ts'
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
    async (ctx, { body }, { request, reply }) => {
      await requestEmailChange(ctx, {
        email: body.email,
        password: body.password,
        sessionToken: request.sessionToken,
        origin: services.partners.siteOf(ctx.partner),
      })
      securityEvent(request, 'credentials', 'email_change_requested')
      await renewTokenAfterProof(ctx, request, reply)
      services.wakeMails()
      return { accepted: true }
    },
    limited,
  )
  serve(
    app,
    services,
    putPassword,
    async (ctx, { body }, { request, reply }) => {
      const current = sessionId(request.sessionToken ?? '')
      const origin = services.partners.siteOf(ctx.partner)
      await changeOwnPassword(ctx, { ...body, sessionId: current, origin })
      securityEvent(request, 'credentials', 'password_changed')
      await renewTokenAfterProof(ctx, request, reply)
      services.wakeMails()
      return { changed: true }
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
      securityEvent(request, 'credentials', 'email_changed')
      services.wakeMails()
      return { changed: true }
    },
    limited,
  )
  linkRoutes(app, services)
}

/** Mailed links lead to pages whose buttons call these. */
function linkRoutes(app: FastifyInstance, services: CredentialsServices): void {
  const limited = { config: { rateLimit: limits.recovery } }
  serve(
    app,
    services,
    postEmailChange,
    async (ctx, { body }, { request }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const { memberId } = await changeEmailByLink(ctx, { token: body.token, origin })
      securityEvent(request, 'credentials', 'email_changed', { memberId })
      services.wakeMails()
      return { changed: true }
    },
    limited,
  )
  serve(
    app,
    services,
    postEmailRestore,
    async (ctx, { body }, { request }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const { memberId } = await restoreEmail(ctx, { token: body.token, origin })
      securityEvent(request, 'credentials', 'email_restored', { memberId })
      services.wakeMails()
      return { restored: true }
    },
    limited,
  )
}
