import { sessionLinkPath, usedSessionLinkPath } from '@dineward/core/identity/session-links.rules.ts'
import { deleteSessions, getSessions } from '@dineward/core/identity/sessions.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../http/limits/rate-limits.ts'
import { describeRedirect } from '../../../http/openapi/openapi.ts'
import { contextOf, type Services, serve } from '../../../http/serve.ts'
import { redirect } from '../../../http/sessions/browser-redirects.ts'
import { assertDocument, assertNotPrefetched } from '../../../http/sessions/csrf.ts'
import { browserOf, clearSessionCookies, setSessionCookies } from '../../../http/sessions/session.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import { openSessionLink } from './session-links.service.ts'
import { endOneSession, endOtherSessions, listSessions } from './session-list.service.ts'
import { sessionId } from './sessions.service.ts'

export function sessionsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getSessions, async (ctx, _input, { request }) => ({
    items: await listSessions(ctx, { currentId: currentId(request) }),
  }))
  serve(app, services, deleteSessions, async (ctx, { query }, { request, reply }) => {
    const { id, others } = query
    if ((id === undefined) === (others === undefined)) throw new AppError('validation_failed')
    const ended =
      id === undefined
        ? await endOtherSessions(ctx, { currentId: currentId(request) })
        : await endOneSession(ctx, { id })
    if (ended > 0) securityEvent(request, 'credentials', 'sessions_ended')
    if (id === currentId(request)) clearSessionCookies(request, reply)
    return { ended }
  })
  serveSessionLinks(app, services)
}

/** A bank's app opens it in the member's browser. */
function serveSessionLinks(app: FastifyInstance, services: Services): void {
  const link = {
    schema: describeRedirect(sessionLinkPath, 'Signs in by a link of the partner API, once.', ['token']),
    config: { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'session_link' } as const,
  }
  app.get<{ Querystring: { token?: unknown } }>(sessionLinkPath, link, async (request, reply) => {
    assertNotPrefetched(request)
    assertDocument(request)
    const { token } = request.query
    const isToken = typeof token === 'string' && /^[\w-]{43}$/.test(token)
    const ctx = contextOf(services, request)
    const opened = isToken ? await openSessionLink(ctx, { token, browser: browserOf(request) }) : null
    if (!opened) {
      securityEvent(request, 'sign_in', 'session_link_invalid')
      return redirect(reply, usedSessionLinkPath)
    }
    securityEvent(request, 'sign_in', 'signed_in', { memberId: opened.memberId })
    setSessionCookies(request, reply, opened.session)
    return redirect(reply, opened.returnTo)
  })
}

const currentId = ({ sessionToken }: FastifyRequest): string => sessionId(sessionToken ?? '')
