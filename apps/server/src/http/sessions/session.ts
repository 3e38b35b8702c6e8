import { deviceNameOf } from '@dineward/core/identity/device-name.rules.ts'
import { isTimeZone } from '@dineward/core/identity/time-zone.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../context.ts'
import type { Browser } from '../../features/identity/sessions/sessions.service.ts'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It is not verified. */
    sessionToken: string | null
    /** Anonymous until a call's access check has identified it. */
    actor?: Actor
  }
}

export const sessionCookie = 'dw_session'
/** Scripts may read it: it says when the session ends (shell §4 Session). */
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

export function browserOf(request: FastifyRequest): Browser {
  const { sessionToken, headers } = request
  const device = request.cookies[cookieName(request, deviceCookie)]
  return {
    sessionToken,
    deviceToken: device && /^[\w-]{43}$/.test(device) ? device : null,
    traits: {
      ...deviceNameOf(headers['user-agent'] ?? ''),
      language: preferredLanguage(headers['accept-language'] ?? ''),
      timeZone: timeZoneOf(request),
    },
  }
}

function preferredLanguage(accepted: string): string | null {
  const [tag = ''] = accepted.slice(0, 100).split(/[,;]/)
  try {
    return Intl.getCanonicalLocales(tag.trim())[0] ?? null
  } catch {
    return null
  }
}

/** Browsers say their language and system with every request, but the time zone only in this header of ours. */
export function timeZoneOf({ headers }: FastifyRequest): string | null {
  const zone = headers['x-time-zone']
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
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
  renewSessionCookies(request, reply, session)
  if (session.deviceToken) {
    const year = 365 * 24 * 3600
    reply.setCookie(cookieName(request, deviceCookie), session.deviceToken, {
      ...options,
      httpOnly: true,
      maxAge: year,
    })
  }
}

/** With `token` null the browser keeps the one that it has, and its expiry. */
export function renewSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt, remembered }: { token: string | null; expiresAt: Date; remembered: boolean },
): void {
  const options = { ...cookieOptions(request), ...(remembered ? { expires: expiresAt } : {}) }
  if (token !== null)
    reply.setCookie(cookieName(request, sessionCookie), token, { ...options, httpOnly: true })
  reply.setCookie(cookieName(request, expiryCookie), expiresAt.toISOString(), options)
}

/** Set again by an answer that was on its way at sign-out, it would make the browser hydrate a member's page. */
export function clearStrayExpiry(request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieName(request, expiryCookie)
  if (request.sessionToken === null && request.cookies[name] !== undefined)
    reply.clearCookie(name, cookieOptions(request))
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of [sessionCookie, expiryCookie, csrfCookie]) {
    reply.clearCookie(cookieName(request, name), cookieOptions(request))
  }
}
