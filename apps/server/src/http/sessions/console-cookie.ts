import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'

const consoleCookie = 'dw_console'

export function consoleToken(request: FastifyRequest): string | null {
  const token = request.cookies[cookieName(request, consoleCookie)]
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** Until the browser is closed; the server ends it after 30 minutes without a call. */
export function setConsoleCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.clearCookie(cookieName(request, csrfCookie), cookieOptions(request))
  renewConsoleCookie(request, reply, token)
}

/** The next token of the same session, for which the anti-forgery token stays. */
export function renewConsoleCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request, consoleCookie), token, {
    ...cookieOptions(request),
    sameSite: 'strict',
    httpOnly: true,
  })
}

export function clearConsoleCookie(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of [consoleCookie, csrfCookie])
    reply.clearCookie(cookieName(request, name), cookieOptions(request))
}
