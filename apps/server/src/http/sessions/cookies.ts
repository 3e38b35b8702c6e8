import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../origin.ts'

export const csrfCookie = 'dw_csrf'

/** `Secure` and the `__Host-` prefix except on loopback, which has plain HTTP (wire: Session). */
export function cookieName(request: FastifyRequest, name: string): string {
  return isLoopback(request) ? name : `__Host-${name}`
}

export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: !isLoopback(request) }
}
