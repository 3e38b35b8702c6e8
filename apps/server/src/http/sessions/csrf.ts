import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenFamily } from '../../features/identity/sessions/tokens.service.ts'
import { equalsAny } from '../../secrets/constant-time.ts'
import { keysFor } from '../../secrets/secret-keys.ts'
import { originOf } from '../origin.ts'
import { consoleToken } from './console-cookie.ts'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'
import { staffToken } from './staff-cookie.ts'

/**
 * It is a signed double submit: an HttpOnly cookie with a random value, and a token that is its HMAC with partner and
 * sessions, so that signing in or out replaces it.
 */
export function issueCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  secrets: readonly string[],
): string {
  const name = cookieName(request, csrfCookie)
  let value = request.cookies[name]
  if (!value || !/^[\w-]{22}$/.test(value)) {
    value = randomBytes(16).toString('base64url')
    reply.setCookie(name, value, { ...cookieOptions(request), httpOnly: true })
  }
  return tokensFor(request, value, secrets)[0]!
}

export function requireCsrfToken(request: FastifyRequest, secrets: readonly string[]): void {
  const cookie = request.cookies[cookieName(request, csrfCookie)]
  const token = request.headers['x-xsrf-token']
  if (!cookie || typeof token !== 'string' || !equalsAny(token, tokensFor(request, cookie, secrets)))
    throw new AppError('csrf_invalid')
}

/** Refuse what the browser marks as coming from another site, whatever token it carries. */
export function assertSameSite(request: FastifyRequest): void {
  const { origin } = request.headers
  if (isFromElsewhere(request)) throw new AppError('cross_site_refused')
  if (origin !== undefined && origin !== originOf(request)) throw new AppError('cross_site_refused')
}

/** Older browsers do not say it. */
export function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Refuse what the browser loads as part of a page, such as a picture or a frame. */
export function assertDocument({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') throw new AppError('cross_site_refused')
}

/** A preview of an address changes nothing. */
export function assertNotPrefetched(request: FastifyRequest): void {
  if (request.headers['sec-purpose'] !== undefined) throw new AppError('cross_site_refused')
}

/** What an anti-forgery token is bound to: the browser's cookie, partner and session. */
export function csrfBinding(request: FastifyRequest): string {
  return bindingOf(request, request.cookies[cookieName(request, csrfCookie)] ?? '')
}

function bindingOf(request: FastifyRequest, cookie: string): string {
  const family = tokenFamily(request.sessionToken ?? '')
  const { console: isConsole } = request.routeOptions.config
  const [site, staff] = isConsole
    ? ['(console)', consoleToken(request)]
    : [request.partner.slug, staffToken(request)]
  return [cookie, site, family, tokenFamily(staff ?? '')].join(':')
}

function tokensFor(request: FastifyRequest, cookie: string, secrets: readonly string[]): string[] {
  const binding = bindingOf(request, cookie)
  return keysFor('anti-forgery token', secrets).map(key =>
    createHmac('sha256', key).update(binding).digest('base64url'),
  )
}
