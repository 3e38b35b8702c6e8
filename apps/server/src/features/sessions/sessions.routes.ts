import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { getCsrf, getSignOut, postSignIn } from '@dineward/core/sessions/sessions.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { issueCsrfToken, refuseCrossSite } from '../../http/csrf.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { browserTokens, clearSessionCookies, setSessionCookies } from '../../http/session.ts'
import { createHumanGate, type FreeCalls } from '../bot-check/human-gate.service.ts'
import { describeMember } from '../members/members.service.ts'
import { endSession } from './sessions.service.ts'
import { signIn } from './sign-in.service.ts'

/** Of sign-ins that failed: an office, or a phone network, is one address. */
const freeFailures: FreeCalls = { perAddress: 20, overall: 1_000, windowMinutes: 15 }

export function sessionsRoutes(app: FastifyInstance, options: AppOptions): void {
  const gate = createHumanGate(freeFailures)
  serve(app, options, getCsrf, async (_ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { csrfToken: issueCsrfToken(request, reply, options.csrfSecret) }
  })

  serve(
    app,
    options,
    postSignIn,
    async (ctx, { body }, { request, reply }) => {
      const takeBack = await gate.pass(ctx, { address: request.ip, answer: body[botCheckField] })
      const { member, session } = await signIn(ctx, {
        userName: body.userName,
        password: body.password,
        remember: body.rememberMe ?? false,
        browser: browserTokens(request),
      })
      takeBack()
      setSessionCookies(request, reply, session)
      return { member: describeMember(ctx, member), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.signIn } },
  )

  serve(app, options, getSignOut, async (ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    refuseCrossSite(request)
    if (request.sessionToken) await endSession(ctx, request.sessionToken)
    clearSessionCookies(request, reply)
    return { signedOut: true }
  })
}
