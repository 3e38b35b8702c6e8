import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  deleteSignInProvider,
  getProviderSignIn,
  getSignInProviders,
  postProviderJoin,
  postProviderLink,
  postSignInProvider,
} from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../../http/limits/allowances.ts'
import { limits } from '../../../http/limits/rate-limits.ts'
import { serve } from '../../../http/serve.ts'
import { browserTokenOf } from '../../../http/sessions/browser-redirects.ts'
import { renewTokenAfterProof } from '../../../http/sessions/renew-token.ts'
import { browserOf, setSessionCookies } from '../../../http/sessions/session.ts'
import type { HumanGate } from '../../bot-check/human-gate.service.ts'
import { getMemberById } from '../../members/members.service.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import { listSignInProviders, unlinkProvider } from './linked-providers.service.ts'
import {
  describeProvenIdentity,
  joinWithProvider,
  linkByPassword,
  linkProvider,
} from './proven-identity.service.ts'
import type { ProviderServices } from './provider-sign-in.routes.ts'

/** `signInGate` counts with the sign-ins by password. */
export function providerCallsRoutes(
  app: FastifyInstance,
  services: ProviderServices,
  signInGate: HumanGate,
): void {
  serve(
    app,
    services,
    getProviderSignIn,
    async (ctx, _input, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { signIn: await describeProvenIdentity(ctx, browserTokenOf(request)) }
    },
    { config: { rateLimit: limits.visitor } },
  )
  serveJoin(app, services)
  serveLink(app, services, signInGate)
  serveOwn(app, services)
}

function serveJoin(app: FastifyInstance, services: ProviderServices): void {
  serve(
    app,
    services,
    postProviderJoin,
    async (ctx, { body }, { request, reply }) => {
      const { memberId, session } = await joinWithProvider(ctx, {
        prospect: body,
        browserToken: browserTokenOf(request),
        browser: browserOf(request),
        origin: services.partners.siteOf(ctx.partner),
      })
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      services.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: await getMemberById(ctx, memberId), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.join, way: 'provider' } },
  )
}

function serveLink(app: FastifyInstance, services: ProviderServices, gate: HumanGate): void {
  serve(
    app,
    services,
    postProviderLink,
    async (ctx, { body }, { request, reply }) => {
      const uncount = await gate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      const { memberId, session } = await linkByPassword(ctx, {
        password: body.password,
        browserToken: browserTokenOf(request),
        browser: browserOf(request),
        origin: services.partners.siteOf(ctx.partner),
      })
      await uncount()
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      securityEvent(request, 'credentials', 'provider_linked', { memberId })
      services.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: await getMemberById(ctx, memberId), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'password' } },
  )
}

function serveOwn(app: FastifyInstance, services: ProviderServices): void {
  const limited = { config: { rateLimit: limits.signIn } }
  serve(app, services, getSignInProviders, async ctx => listSignInProviders(ctx))
  serve(
    app,
    services,
    postSignInProvider,
    async (ctx, { body }, { request, reply }) => {
      const linked = await linkProvider(ctx, {
        browserToken: browserTokenOf(request),
        proof: { password: body?.password, sessionToken: request.sessionToken },
        origin: services.partners.siteOf(ctx.partner),
      })
      securityEvent(request, 'credentials', 'provider_linked')
      services.wakeMails()
      await renewTokenAfterProof(ctx, request, reply)
      return { linked }
    },
    limited,
  )
  serve(
    app,
    services,
    deleteSignInProvider,
    async (ctx, { query, body }, { request, reply }) => {
      await unlinkProvider(ctx, {
        ...query,
        proof: { password: body?.password, sessionToken: request.sessionToken },
        origin: services.partners.siteOf(ctx.partner),
      })
      securityEvent(request, 'credentials', 'provider_unlinked')
      services.wakeMails()
      await renewTokenAfterProof(ctx, request, reply)
      return { unlinked: true }
    },
    limited,
  )
}
