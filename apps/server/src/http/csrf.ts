import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from './cookies.ts'

/** Signed double submit: an HttpOnly cookie with a random value, and a token that is its HMAC. */
export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply, secret: string): string {
  const name = cookieName(request, 'dw_csrf')
  let value = request.cookies[name]
  if (!value || !/^[\w-]{22}$/.test(value)) {
    value = randomBytes(16).toString('base64url')
    reply.setCookie(name, value, { ...cookieOptions(request), httpOnly: true })
  }
  return tokenFor(value, secret)
}

export function requireCsrfToken(request: FastifyRequest, secret: string): void {
  const cookie = request.cookies[cookieName(request, 'dw_csrf')]
  const token = request.headers['x-xsrf-token']
  if (!cookie || typeof token !== 'string' || !isEqualInConstantTime(token, tokenFor(cookie, secret)))
    throw new AppError('csrf_invalid')
}

/** Refuse what the browser marks as coming from another site, whatever token it carries. */
export function assertSameSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('cross_site_refused')
}

function tokenFor(cookie: string, secret: string): string {
  return createHmac('sha256', secret).update(`csrf:${cookie}`).digest('base64url')
}

function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
