import { emulationMs, isAllowedInEmulation } from '@dineward/core/emulation/emulation.rules.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName } from './cookies.ts'
import { readSessionCookie } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It is not verified. Staff who look at a member's pages in a frame of the console send it. */
    emulationToken: string | null
  }
}

const emulationCookie = 'dw_emulation'
/** What the browser has of its own does not count in the frame. */
const ownCookies = ['dw_session', 'dw_session_expires', 'dw_device', 'dw_staff', 'dw_csrf']

/** Other sites may frame it, as the console does, and only below them the browser sends it. */
const options: CookieSerializeOptions = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'none',
  partitioned: true,
}

/** It reads who visits: the member's session, or staff who look at a member's pages. */
export function readVisitorCookies(app: FastifyInstance): void {
  readSessionCookie(app)
  readEmulationCookie(app)
}

/**
 * In the frame only the emulation's cookie counts. A page that is opened by itself loses it: the staff member's own
 * visit is never an emulation.
 */
function readEmulationCookie(app: FastifyInstance): void {
  app.decorateRequest('emulationToken', null)
  app.addHook('onRequest', (request, reply, done) => {
    const name = cookieName(request, emulationCookie)
    const token = request.headers.cookie?.includes(emulationCookie) ? request.cookies[name] : undefined
    if (token === undefined) return done()
    if (request.headers['sec-fetch-dest'] === 'document') {
      delete request.cookies[name]
      clearEmulationCookie(request, reply)
      return done()
    }
    request.emulationToken = token
    request.sessionToken = null
    for (const own of ownCookies) delete request.cookies[cookieName(request, own)]
    done()
  })
}

export function setEmulationCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request, emulationCookie), token, { ...options, maxAge: emulationMs / 1_000 })
}

export function clearEmulationCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request, emulationCookie), options)
}

/** The one place that keeps emulating staff from changing anything. */
export function assertNotEmulated(
  request: FastifyRequest,
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { changes }: { readonly changes: boolean },
): void {
  if (request.emulationToken !== null && !isAllowedInEmulation({ method, path, changes }))
    throw new AppError('emulation_read_only')
}

/** They are those of the console's hosts, with the scheme and port of a partner's site. */
export function consoleOrigins(site: string, hosts: readonly string[]): string[] {
  return hosts.map(host => {
    const url = new URL(site)
    url.hostname = host
    return url.origin
  })
}
