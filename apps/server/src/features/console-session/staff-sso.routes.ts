import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StaffActor } from '../../context.ts'
import { SingleSignOnError } from '../../gateways/sign-on/single-sign-on.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { hostPattern, originOf } from '../../http/origin.ts'
import type { ConsoleServices } from '../../http/serve-console.ts'
import { browserTokenOf, redirect, samePath, setBrowserToken } from '../../http/sessions/browser-redirects.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import { assertDocument, assertNotPrefetched, isFromElsewhere } from '../../http/sessions/csrf.ts'
import { newToken } from '../identity/sessions/tokens.service.ts'
import { securityEvent } from '../security-events/security-events.service.ts'
import { type NewSession, resumeConsoleSession } from './console-session.service.ts'
import { finishStaffSso, StaffSsoRefusal, startStaffSso } from './staff-sso.service.ts'

const startPath = '/api/Console/Sso/Start'
export const staffSsoCallbackPath = '/api/Console/Sso/Callback'
/** A window beside the page shows it, and closes. */
const provenPage = '/proven'

interface Entry {
  newSessionOf(request: FastifyRequest): NewSession
  signedIn(
    request: FastifyRequest,
    reply: FastifyReply,
    started: { token: string; staff: StaffActor },
  ): unknown
}

/** Redirects of browsers, at the console's hosts only. */
export function staffSsoRoutes(
  app: FastifyInstance,
  services: ConsoleServices,
  { newSessionOf, signedIn }: Entry,
): void {
  const options = {
    config: {
      console: true,
      rateLimit: limits.signIn,
      securityEvent: 'staff_sign_in',
      way: 'single_sign_on',
    },
    constraints: { host: hostPattern(services.console.hosts) },
    schema: { hide: true } as object,
    exposeHeadRoute: false,
  } as const

  app.get<{ Querystring: { back?: string; prove?: string } }>(startPath, options, async (request, reply) => {
    assertNotPrefetched(request)
    assertDocument(request)
    // Another site signs no one in, or in again, without a press on our page.
    if (isFromElsewhere(request)) return redirect(reply, '/sign-in')
    const isProof = request.query.prove === 'yes'
    const sessionToken = isProof ? consoleToken(request) : null
    const isThere =
      sessionToken && (await resumeConsoleSession(services, sessionToken, { isBackground: true }))
    if (isProof && !isThere) return redirect(reply, `${provenPage}?sso=ended`)
    const browserToken = browserTokenOf(request) ?? newToken()
    try {
      const url = await startStaffSso(services, {
        redirectUri: originOf(request) + staffSsoCallbackPath,
        browserToken,
        returnTo: samePath(request.query.back, '/'),
        sessionToken,
      })
      setBrowserToken(request, reply, browserToken)
      return redirect(reply, url)
    } catch (error) {
      return explain(request, reply, Object.assign(error as Error, { isProof }))
    }
  })

  app.get(staffSsoCallbackPath, options, async (request, reply) => {
    try {
      const { session, returnTo } = await finishStaffSso(services, {
        callbackUrl: new URL(request.url, originOf(request)),
        browserToken: browserTokenOf(request) ?? '',
        browser: newSessionOf(request),
      })
      if (!session) return redirect(reply, `${provenPage}?sso=done`)
      signedIn(request, reply, session)
      return redirect(reply, returnTo)
    } catch (error) {
      return explain(request, reply, error as Error)
    }
  })
}

/** The page says what happened, and what to do; the log says why. */
function explain(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const kind = kindOf(error)
  if (kind === null) throw error
  request.log.warn({ err: error }, 'single sign-on of staff failed')
  securityEvent(request, 'staff_sign_in', `provider_${kind}`)
  const page = (error as { isProof?: boolean }).isProof ? provenPage : '/sign-in'
  return redirect(reply, `${page}?sso=${kind}`)
}

function kindOf(error: Error): SingleSignOnError['kind'] | StaffSsoRefusal['kind'] | 'not_proven' | null {
  if (error instanceof SingleSignOnError || error instanceof StaffSsoRefusal) return error.kind
  return error instanceof AppError && error.code === 'reauthentication_required' ? 'not_proven' : null
}
