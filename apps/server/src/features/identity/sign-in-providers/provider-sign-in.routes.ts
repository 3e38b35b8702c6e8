import { isClosed } from '@dineward/core/members/member-questions.ts'
import { type SignInProvider, signInPath, signInProviders } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ProviderProblem } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { SingleSignOnError } from '../../../gateways/sign-on/single-sign-on.ts'
import { limits } from '../../../http/limits/rate-limits.ts'
import { describeRedirect } from '../../../http/openapi/openapi.ts'
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
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import type { PostedAnswer } from '../identity.tables.ts'
import { findSignedIn } from '../sessions/sessions.service.ts'
import { newToken } from '../sessions/tokens.service.ts'
import {
  finishProviderSignIn,
  ProviderSignInError,
  receiveAnswer,
  startProviderSignIn,
} from './provider-sign-in.service.ts'

export interface ProviderServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

const config = { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'provider' } as const
const profile = '/account/user_profile'

const callbackPath = (provider: SignInProvider) => `/api/SignIn/${provider}/Callback`

/** These are redirects for browsers, and the call with which Apple answers. */
export function providerSignInRoutes(app: FastifyInstance, services: ProviderServices): void {
  for (const provider of signInProviders) {
    serveStart(app, services, provider)
    serveCallback(app, services, provider)
  }
  servePostedAnswer(app, services)
}

interface StartQuery {
  readonly returnTo?: string
  /** With `yes` the member links the provider. */
  readonly link?: string
}

function serveStart(app: FastifyInstance, services: ProviderServices, provider: SignInProvider): void {
  const path = `/api/SignIn/${provider}/Start`
  const schema = describeRedirect(path, 'Redirects to the sign-in page of the provider.', [
    'returnTo',
    'link',
  ])
  app.get<{ Querystring: StartQuery }>(path, { schema, config }, async (request, reply) => {
    assertNotPrefetched(request)
    assertDocument(request)
    const returnTo = samePath(request.query.returnTo)
    const signIn = signInPath(request.partner)
    // Its buttons come back here: another site signs no one in without a press.
    if (signIn !== null && isFromElsewhere(request))
      return redirect(reply, `${signIn}?returnTo=${encodeURIComponent(returnTo)}`)
    const browserToken = browserTokenOf(request) ?? newToken()
    try {
      const url = await startProviderSignIn(contextOf(services, request), {
        provider,
        redirectUri: originOf(request) + callbackPath(provider),
        browserToken,
        returnTo,
        isLinking: request.query.link === 'yes',
      })
      setBrowserToken(request, reply, browserToken)
      return redirect(reply, url)
    } catch (error) {
      return explain(request, reply, { provider, error, returnTo })
    }
  })
}

function serveCallback(app: FastifyInstance, services: ProviderServices, provider: SignInProvider): void {
  const path = callbackPath(provider)
  const schema = describeRedirect(path, 'Where the sign-in page of the provider redirects to.', [
    'code',
    'state',
    'iss',
    'error',
  ])
  app.get(path, { schema, config }, async (request, reply) => {
    try {
      const ctx = contextOf(services, request)
      const signedIn = await findSignedIn(ctx, request.sessionToken)
      const finished = await finishProviderSignIn(ctx, {
        provider,
        callbackUrl: new URL(request.url, originOf(request)),
        browserToken: browserTokenOf(request) ?? '',
        browser: browserOf(request),
        memberId: signedIn && !isClosed(signedIn) ? signedIn.id : null,
        origin: services.partners.siteOf(ctx.partner),
      })
      const { outcome, returnTo } = finished
      const back = `returnTo=${encodeURIComponent(returnTo)}`
      if (outcome === 'taken') return redirect(reply, `${profile}?provider=${provider}&problem=taken`)
      if (outcome !== 'signed_in')
        return redirect(reply, `${outcome === 'join' ? '/join' : '/link_sign_in'}?${back}`)
      const { memberId, session } = finished
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      if (session.isNewDevice) services.wakeMails()
      setSessionCookies(request, reply, session)
      return redirect(reply, returnTo)
    } catch (error) {
      return explain(request, reply, { provider, error, returnTo: (error as { returnTo?: string }).returnTo })
    }
  })
}

/** The state is this call's only anti-forgery token: it is no use without the cookie of the browser that began. */
function servePostedAnswer(app: FastifyInstance, services: ProviderServices): void {
  const provider = 'apple'
  const path = callbackPath(provider)
  app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    const summary = 'Apple answers: a form with code, state and, once, user.'
    const schema = describeRedirect(path, summary, [...answerFields, 'user'], 'POST')
    scope.post(path, { schema, config }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const state = form.get('state') ?? ''
      if (!/^[\w-]{43}$/.test(state)) throw new AppError('validation_failed')
      try {
        await receiveAnswer(contextOf(services, request), { provider, state, answer: answerOf(form) })
        return redirect(reply, `${path}?state=${state}`)
      } catch (error) {
        return explain(request, reply, { provider, error })
      }
    })
  })
}

const answerFields = ['code', 'state', 'iss', 'error', 'error_description']

function answerOf(form: URLSearchParams): PostedAnswer {
  const parameters = answerFields.flatMap(name => {
    const value = form.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { parameters: Object.fromEntries(parameters), ...namesIn(form.get('user') ?? '') }
}

const postedUser = z.object({
  name: z.object({
    firstName: z.catch(z.string().check(z.trim(), z.maxLength(100)), ''),
    lastName: z.catch(z.string().check(z.trim(), z.maxLength(100)), ''),
  }),
})

/** Anyone can write it: it only fills in a form. */
function namesIn(user: string): { firstName: string; lastName: string } {
  try {
    return postedUser.parse(JSON.parse(user)).name
  } catch {
    return { firstName: '', lastName: '' }
  }
}

/** The sign-in page says what happened; the log says why. */
function explain(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, error, returnTo }: { provider: SignInProvider; error: unknown; returnTo?: string | undefined },
): FastifyReply {
  const problem = problemOf(error)
  const signIn = signInPath(request.partner)
  if (problem === null || signIn === null) throw error
  request.log.warn({ err: error }, 'sign-in with a provider failed')
  securityEvent(request, 'sign_in', reasonOf[problem], error instanceof AppError ? error.concern : {})
  const query = new URLSearchParams({ provider, problem, ...(returnTo ? { returnTo } : {}) })
  return redirect(reply, `${signIn}?${query}`)
}

const reasonOf = {
  canceled: 'provider_canceled',
  refused: 'provider_refused',
  unavailable: 'provider_unavailable',
  no_email: 'provider_refused',
  locked: 'account_locked',
} as const satisfies Record<ProviderProblem, string>

function problemOf(error: unknown): ProviderProblem | null {
  if (error instanceof ProviderSignInError) return error.kind
  if (error instanceof AppError) return error.code === 'account_locked' ? 'locked' : null
  if (!(error instanceof SingleSignOnError)) return null
  return wasCanceled(error) ? 'canceled' : error.kind
}

const wasCanceled = ({ cause }: SingleSignOnError): boolean =>
  /^(access_denied|user_cancelled_authorize)$/.test(String((cause as { error?: string })?.error))
