import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { getKnownMember, postActivate } from '@dineward/core/identity/activation.contract.ts'
import { getCsrf, getSignOut, postSignIn } from '@dineward/core/identity/identity.contract.ts'
import { postJoin, postProspect } from '@dineward/core/members/members.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { originOf } from '../../http/origin.ts'
import { type Services, serve } from '../../http/serve.ts'
import { assertNotPrefetched, assertSameSite, issueCsrfToken } from '../../http/sessions/csrf.ts'
import { clearEmulationCookie } from '../../http/sessions/emulation.ts'
import { browserOf, clearSessionCookies, setSessionCookies } from '../../http/sessions/session.ts'
import { createHumanGate, type FreeCalls, type HumanGate } from '../bot-check/human-gate.service.ts'
import { exitEmulation } from '../emulation/emulation.service.ts'
import { getMemberById } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { securityEvent } from '../security-events/security-events.service.ts'
import { activateMember, getVisitor } from './joining/activation.service.ts'
import { emailConfirmationRoutes } from './joining/email-confirmation.routes.ts'
import { joinAsPerson, joinProgram } from './joining/join.service.ts'
import { recoveryRoutes } from './passwords/recovery.routes.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { signOut } from './sessions/sessions.service.ts'
import { isKnownDeviceOf, signIn } from './sign-in/sign-in.service.ts'
import { providerCallsRoutes } from './sign-in-providers/provider-calls.routes.ts'
import { providerSignInRoutes } from './sign-in-providers/provider-sign-in.routes.ts'
import { ssoRoutes } from './single-sign-on/sso.routes.ts'
import { providerSignOutUrl } from './single-sign-on/sso.service.ts'

/** The limit counts failed sign-ins: an office, or a phone network, is one address. */
const freeFailures: FreeCalls = { perAddress: 20, overall: 1_000, windowMinutes: 15 }
/** Joining discloses which addresses are taken. A household is one address. */
const freeJoins: FreeCalls = { perAddress: 10, overall: 300, windowMinutes: 15 }

export interface IdentityServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function identityRoutes(app: FastifyInstance, services: IdentityServices): void {
  serve(app, services, getCsrf, async (_ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { csrfToken: issueCsrfToken(request, reply, services.appSecrets) }
  })
  const signInGate = createHumanGate(services.db, 'sign-in', freeFailures)
  serveSignIn(app, services, signInGate)
  serveSignOut(app, services)
  serveJoin(app, services)
  serveActivation(app, services)
  sessionsRoutes(app, services)
  recoveryRoutes(app, services)
  ssoRoutes(app, services)
  providerSignInRoutes(app, services)
  providerCallsRoutes(app, services, signInGate)
  emailConfirmationRoutes(app, services)
}

function serveSignIn(app: FastifyInstance, services: IdentityServices, gate: HumanGate): void {
  serve(
    app,
    services,
    postSignIn,
    async (ctx, { body }, { request, reply }) => {
      const { userName, password, rememberMe = false } = body
      const browser = browserOf(request)
      const uncount = await gate.pass(ctx, {
        address: clientOf(request),
        answer: body[botCheckField],
        isKnownDevice: () => isKnownDeviceOf(ctx, userName, browser.deviceToken),
      })
      const { memberId, session } = await signIn(ctx, {
        userName,
        password,
        remember: rememberMe,
        browser,
        origin: services.partners.siteOf(ctx.partner),
      })
      await uncount()
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      if (session.isNewDevice) services.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: await getMemberById(ctx, memberId), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'password' } },
  )
}

function serveSignOut(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getSignOut,
    async (ctx, _input, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      assertSameSite(request)
      assertNotPrefetched(request)
      if (request.emulationToken !== null) {
        await exitEmulation(ctx, request.emulationToken)
        clearEmulationCookie(request, reply)
        return { signedOut: true, providerUrl: null }
      }
      const subject = request.sessionToken && (await signOut(ctx, request.sessionToken))
      if (request.sessionToken) securityEvent(request, 'sign_out', 'signed_out')
      clearSessionCookies(request, reply)
      const returnTo = `${originOf(request)}/SignOut`
      const providerUrl = subject ? await providerSignOutUrl(ctx, { subject, returnTo }) : null
      return { signedOut: true, providerUrl }
    },
    { withoutHead: true },
  )
}

function serveJoin(app: FastifyInstance, services: IdentityServices): void {
  const gate = createHumanGate(services.db, 'join', freeJoins)
  serve(
    app,
    services,
    postProspect,
    async (ctx, { body }, { request, reply }) => {
      await gate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      const browser = browserOf(request)
      const origin = services.partners.siteOf(ctx.partner)
      const { memberId, session } = await joinProgram(ctx, { prospect: body, browser, origin })
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      services.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: await getMemberById(ctx, memberId), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.join, way: 'joining' } },
  )
  serve(
    app,
    services,
    postJoin,
    async (ctx, { body }) => {
      await joinAsPerson(ctx, { person: body, origin: services.partners.siteOf(ctx.partner) })
      services.wakeMails()
      return { member: await getMemberById(ctx, ctx.actor.id) }
    },
    { config: { rateLimit: limits.join } },
  )
}

function serveActivation(app: FastifyInstance, services: Services): void {
  const limited = { config: { rateLimit: limits.visitor } }
  serve(
    app,
    services,
    getKnownMember,
    async (ctx, { params }, { reply }) => {
      reply.header('cache-control', 'no-store')
      return getVisitor(ctx, params.publicId)
    },
    limited,
  )
  serve(app, services, postActivate, async (ctx, { body }) => activateMember(ctx, body.publicId), limited)
}
