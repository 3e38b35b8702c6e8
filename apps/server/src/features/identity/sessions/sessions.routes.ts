import { deleteSessions, getSessions } from '@dineward/core/identity/sessions.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Services, serve } from '../../../http/serve.ts'
import { clearSessionCookies } from '../../../http/sessions/session.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
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
}

const currentId = ({ sessionToken }: FastifyRequest): string => sessionId(sessionToken ?? '')
