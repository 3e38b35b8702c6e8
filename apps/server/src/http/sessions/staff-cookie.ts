import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'

const staffCookie = 'dw_staff'

export function staffToken(request: FastifyRequest): string | null {
  const token = request.cookies[cookieName(request, staffCookie)]
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

export function setStaffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date },
): void {
  reply.clearCookie(cookieName(request, csrfCookie), cookieOptions(request))
  reply.setCookie(cookieName(request, staffCookie), session.token, {
    ...cookieOptions(request),
    expires: session.expiresAt,
    httpOnly: true,
  })
}

export function clearStaffCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request, staffCookie), cookieOptions(request))
}
