import { rateDependsOnEmails, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import { SingleSignOnError } from '../../../gateways/sign-on/single-sign-on.ts'
import { limits } from '../../../http/limits/rate-limits.ts'
import { describeHook, describeRedirect } from '../../../http/openapi/openapi.ts'
import { originOf } from '../../../http/origin.ts'
import { contextOf, type Services } from '../../../http/serve.ts'
import {
  browserTokenOf,
  redirect,
  samePath,
  setBrowserToken,
} from '../../../http/sessions/browser-redirects.ts'
import { assertDocument, assertNotPrefetched, isFromElsewhere } from '../../../http/sessions/csrf.ts'
import { browserOf, setSessionCookies } from '../../../http/sessions/session.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import { newToken } from '../sessions/tokens.service.ts'
import { finishSingleSignOn, logOutByProvider, startSingleSignOn } from './sso.service.ts'

export const ssoCallbackPath = '/api/Sso/Callback'

interface StartQuery {
  readonly returnTo?: string
  /** With `yes` the person proves once more who they are. */
  readonly recent?: string
}

/** Redirects for browsers, and a call of the provider (wire: Single sign-on). */
export function ssoRoutes(
  app: FastifyInstance,
  services: Services & { readonly wakeMails: () => void },
): void {
  const config = { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'single_sign_on' } as const

  const start = {
    schema: describeRedirect('/api/Sso/Start', 'Redirects to the sign-in page of the partner.', [
      'returnTo',
      'recent',
    ]),
    config,
  }
  app.get<{ Querystring: StartQuery }>('/api/Sso/Start', start, async (request, reply) => {
    assertNotPrefetched(request)
    assertDocument(request)
    const returnTo = samePath(request.query.returnTo)
    const signIn = signInPath(request.partner)
    // Its button comes back here: another site signs no one in, or in again, without a press.
    if (signIn !== null && isFromElsewhere(request))
      return redirect(reply, `${signIn}?returnTo=${encodeURIComponent(returnTo)}`)
    const browserToken = browserTokenOf(request) ?? newToken()
    const redirectUri = originOf(request) + ssoCallbackPath
    try {
      const ctx = contextOf(services, request)
      const url = await startSingleSignOn(ctx, {
        redirectUri,
        browserToken,
        returnTo,
        isRecent: request.query.recent === 'yes',
      })
      setBrowserToken(request, reply, browserToken)
      return redirect(reply, url)
    } catch (error) {
      return explain(request, reply, error, returnTo)
    }
  })

  const callback = {
    schema: describeRedirect(ssoCallbackPath, 'Where the sign-in page of the partner redirects to.', [
      'code',
      'state',
      'iss',
      'error',
    ]),
    config,
  }
  app.get(ssoCallbackPath, callback, async (request, reply) => {
    try {
      const ctx = contextOf(services, request)
      const { memberId, session, returnTo, isNew } = await finishSingleSignOn(ctx, {
        callbackUrl: new URL(request.url, originOf(request)),
        browserToken: browserTokenOf(request) ?? '',
        browser: browserOf(request),
        origin: originOf(request),
      })
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      setSessionCookies(request, reply, session)
      if (!isNew) return redirect(reply, returnTo)
      services.wakeMails()
      return redirect(reply, `${joiningPath(ctx.partner)}?returnTo=${encodeURIComponent(returnTo)}`)
    } catch (error) {
      return explain(request, reply, error, (error as { returnTo?: string }).returnTo ?? '')
    }
  })

  serveBackchannelLogout(app, services)
}

/** @returns the page on which joining goes on after the first sign-in. */
function joiningPath(partner: Context['partner']): string {
  if (!partner.settings.hasAutoEnroll) return '/join'
  return rateDependsOnEmails(partner) ? '/join_rate' : '/add_card'
}

function serveBackchannelLogout(app: FastifyInstance, services: Services): void {
  const config = { rateLimit: limits.signIn }
  app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    const logout = {
      schema: describeHook(
        'POST',
        '/api/Sso/BackchannelLogout',
        'The partner signed a member out: a form with logout_token.',
        { answer: z.null(), bodyType: 'application/x-www-form-urlencoded' },
      ),
      config,
    }
    scope.post('/api/Sso/BackchannelLogout', logout, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      try {
        await logOutByProvider(contextOf(services, request), token ?? '')
        securityEvent(request, 'sign_out', 'signed_out_by_provider')
        return reply.code(200).send()
      } catch (error) {
        if (!(error instanceof SingleSignOnError)) throw error
        request.log.warn({ err: error }, 'single sign-on: logout refused')
        if (error.kind === 'unavailable') throw new AppError('unavailable')
        throw new AppError('validation_failed', { concern: { reason: 'logout_token_invalid' } })
      }
    })
  })
}

/** The sign-in page says what happened; the log says why. */
function explain(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  returnTo: string,
): FastifyReply {
  const signIn = signInPath(request.partner)
  if (!(error instanceof SingleSignOnError) || signIn === null) throw error
  request.log.warn({ err: error }, 'single sign-on failed')
  securityEvent(request, 'sign_in', `provider_${error.kind}`)
  const query = new URLSearchParams({ sso: error.kind, ...(returnTo ? { returnTo } : {}) })
  return redirect(reply, `${signIn}?${query}`)
}
