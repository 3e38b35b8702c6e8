import { AppError } from '@dineward/core/shared/errors.ts'
import { getStaff, postStaffSignIn, postStaffSignOut } from '@dineward/core/staff/staff.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { signInStaff, signOutStaff } from './staff.service.ts'
import { clearStaffCookie, setStaffCookie, staffOf, staffToken } from './staff-session.ts'

/** Signing in and out as staff, who see what is not published yet. */
export function staffRoutes(app: FastifyInstance, options: AppOptions): void {
  serve(
    app,
    options,
    postStaffSignIn,
    async (ctx, { body }, { request, reply }) => {
      const { token, staff } = await signInStaff(ctx, { ...body, tokenBefore: staffToken(request) })
      setStaffCookie(request, reply, { token, expiresAt: staff.expiresAt })
      return { staff }
    },
    { config: { rateLimit: limits.signIn } },
  )

  serve(app, options, postStaffSignOut, async (ctx, _input, { request, reply }) => {
    const token = staffToken(request)
    if (token) await signOutStaff(ctx, token)
    clearStaffCookie(request, reply)
    return { signedOut: true }
  })

  serve(app, options, getStaff, async (ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    const staff = await staffOf(ctx, request)
    if (!staff) throw new AppError('unauthorized')
    return { staff }
  })
}
