import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, StaffActor } from '../../context.ts'
import { callOrigin } from '../../features/security-events/security-events.service.ts'
import { resumeStaffSession } from '../../features/staff/staff.service.ts'
import { equalsAny } from '../../secrets/constant-time.ts'
import { keysFor } from '../../secrets/secret-keys.ts'
import { cookieName, cookieOptions } from './cookies.ts'
import { staffToken } from './staff-cookie.ts'

const browserCookie = 'dw_staff_browser'

/** @returns null without a session. It queries only where there is a cookie. */
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
  const found = await staffOf(ctx, request)
  if (!found) throw new AppError('unauthorized')
  const staff = { ...found, from: callOrigin(request, staffToken(request)) }
  request.actor = staff
  if (permission !== 'any' && !staff.permissions.includes(permission)) throw new AppError('forbidden')
  return staff
}

/** Signed, so that nothing is stored: it allows guesses of its own and no more. */
export function setStaffBrowserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  staffId: string,
  secrets: readonly string[],
): void {
  if (staffBrowserMark(request, staffId, secrets)) return
  const mark = randomBytes(16).toString('base64url')
  const value = `${mark}.${signMark(mark, staffId, secrets)[0]}`
  const year = 365 * 24 * 3600
  reply.setCookie(cookieName(request, browserCookie), value, {
    ...cookieOptions(request),
    httpOnly: true,
    maxAge: year,
  })
}

/** @returns null for a browser that this person has not signed in with. */
export function staffBrowserMark(
  request: FastifyRequest,
  staffId: string,
  secrets: readonly string[],
): string | null {
  const value = request.cookies[cookieName(request, browserCookie)] ?? ''
  const [, mark = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(value) ?? []
  return equalsAny(signature, signMark(mark, staffId, secrets)) ? mark : null
}

function signMark(mark: string, staffId: string, secrets: readonly string[]): string[] {
  return keysFor('mark of a staff browser', secrets).map(key =>
    createHmac('sha256', key).update(`${mark}:${staffId}`).digest('base64url'),
  )
}
