import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../context.ts'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Not verified. */
    sessionToken: string | null
    /** Anonymous until a call's access check has identified it. */
    actor?: Actor
  }
}

export const sessionCookie = 'dw_session'
/** Readable by script: when the session ends (shell §4 Session). */
export const expiryCookie = 'dw_session_expires'
export const deviceCookie = 'dw_device'

export function readSessionCookie(app: FastifyInstance): void {
  app.decorateRequest('sessionToken', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.headers.cookie ? request.cookies[cookieName(request, sessionCookie)] : undefined
    request.sessionToken = token && /^[\w-]{43}$/.test(token) ? token : null
    done()
  })
}

export function browserTokens(request: FastifyRequest): {
  sessionToken: string | null
  deviceToken: string | null
} {
  const device = request.cookies[cookieName(request, deviceCookie)]
  const { sessionToken } = request
  return { sessionToken, deviceToken: device && /^[\w-]{43}$/.test(device) ? device : null }
}

export interface StartedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly remembered: boolean
  /** A known device passes an account lock. */
  readonly deviceToken?: string
}

export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  session: StartedSession,
): void {
  const options = cookieOptions(request)
  reply.clearCookie(cookieName(request, csrfCookie), options)
  const lasting = session.remembered ? { expires: session.expiresAt } : {}
  reply.setCookie(cookieName(request, sessionCookie), session.token, {
    ...options,
    ...lasting,
    httpOnly: true,
  })
  setExpiryCookie(request, reply, session.expiresAt, session.remembered)
  if (session.deviceToken) {
    const year = 365 * 24 * 3600
    reply.setCookie(cookieName(request, deviceCookie), session.deviceToken, {
      ...options,
      httpOnly: true,
      maxAge: year,
    })
  }
}

export function setExpiryCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  expiresAt: Date,
  remembered: boolean,
): void {
  const lasting = remembered ? { expires: expiresAt } : {}
  reply.setCookie(cookieName(request, expiryCookie), expiresAt.toISOString(), {
    ...cookieOptions(request),
    ...lasting,
  })
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of [sessionCookie, expiryCookie, csrfCookie]) {
    reply.clearCookie(cookieName(request, name), cookieOptions(request))
  }
}
