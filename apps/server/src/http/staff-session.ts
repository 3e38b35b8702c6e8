import { AppError } from '@dineward/core/shared/errors.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, StaffActor } from '../context.ts'
import { resumeStaffSession } from '../features/staff/staff.service.ts'
import { cookieName, cookieOptions, csrfCookie } from './cookies.ts'

const staffCookie = 'dw_staff'

/** Null without one. Queries only where there is a cookie. */
export async function staffOf(ctx: Context, request: FastifyRequest): Promise<StaffActor | null> {
  const token = staffToken(request)
  return token === null ? null : resumeStaffSession(ctx, token)
}

/** @throws `unauthorized` without a staff session, `forbidden` without the permission. */
export async function requireStaff(
  ctx: Context,
  request: FastifyRequest,
  permission: Permission | 'any',
): Promise<StaffActor> {
  const staff = await staffOf(ctx, request)
  if (!staff) throw new AppError('unauthorized')
  if (permission !== 'any' && !staff.permissions.includes(permission)) throw new AppError('forbidden')
  return staff
}

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
