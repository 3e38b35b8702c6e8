import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from './cookies.ts'

const browserCookie = 'dw_sso'
/** What a provider has confirmed waits as long for its member. */
export const browserMinutes = 30

/** It names the browser that began a sign-in elsewhere. */
export const browserTokenOf = (request: FastifyRequest): string | null =>
  request.cookies[cookieName(request, browserCookie)] ?? null

export function setBrowserToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request, browserCookie), token, {
    ...cookieOptions(request),
    httpOnly: true,
    maxAge: browserMinutes * 60,
  })
}

/** Only paths of this site pass; the page validates them again. */
export const samePath = (returnTo: string | undefined, home = '/account/overview'): string =>
  returnTo && returnTo.length <= 500 && /^\/(?![/\\])[\x21-\x7e]*$/.test(returnTo) && !returnTo.includes('\\')
    ? returnTo
    : home

export function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, 303)
}
