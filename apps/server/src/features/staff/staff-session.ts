import type { Staff } from '@dineward/core/staff/staff.contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { cookieName, cookieOptions } from '../../http/cookies.ts'
import { resumeStaffSession } from './staff.service.ts'

const staffCookie = 'dw_staff'

/** Who of the staff is at this browser; null: nobody. Asks the database only where there is a cookie. */
export async function staffOf(ctx: Context, request: FastifyRequest): Promise<Staff | null> {
  const token = staffToken(request)
  return token === null ? null : resumeStaffSession(ctx, token)
}

export function staffToken(request: FastifyRequest): string | null {
  const token = request.cookies[cookieName(request, staffCookie)]
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

export function setStaffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expiresAt: string },
): void {
  reply.setCookie(cookieName(request, staffCookie), session.token, {
    ...cookieOptions(request),
    expires: new Date(session.expiresAt),
    httpOnly: true,
  })
}

export function clearStaffCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request, staffCookie), cookieOptions(request))
}
