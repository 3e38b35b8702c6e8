import { AppError } from '@dineward/core/shared/errors.ts'
import {
  getStaff,
  postStaffSignIn,
  postStaffSignOut,
  staffPreviewPath,
} from '@dineward/core/staff/staff.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { contextOf, serve } from '../../http/serve.ts'
import type { ConsoleServices } from '../../http/serve-console.ts'
import { clearStaffCookie, setStaffCookie, staffToken } from '../../http/sessions/staff-cookie.ts'
import { setStaffBrowserMark, staffBrowserMark } from '../../http/sessions/staff-session.ts'
import { secondFactorCheck } from '../console-session/second-factor.service.ts'
import { callOrigin, securityEvent } from '../security-events/security-events.service.ts'
import {
  describeStaff,
  openStaffSession,
  signInStaff,
  signOutStaff,
  strangersGuesses,
} from './staff.service.ts'

export function staffRoutes(app: FastifyInstance, services: ConsoleServices): void {
  const guesses = strangersGuesses(services.db)
  serve(
    app,
    services,
    postStaffSignIn,
    async (ctx, { body }, { request, reply }) => {
      const { token, staff } = await signInStaff(ctx, {
        ...body,
        previousToken: staffToken(request),
        guesses,
        arePasswordsOff: services.console.arePasswordsOff ?? false,
        secondFactor: secondFactorCheck(
          { ...ctx, secrets: services.appSecrets },
          { code: body.code, isNeeded: services.console.needsSecondFactor },
        ),
        browser: {
          address: clientOf(request),
          client: callOrigin(request).client,
          markOf: staffId => staffBrowserMark(request, staffId, services.appSecrets),
        },
      })
      if (services.console.needsSecondFactor)
        securityEvent(request, 'second_factor', 'accepted', { staffId: staff.id })
      securityEvent(request, 'staff_sign_in', 'signed_in', { staffId: staff.id })
      setStaffCookie(request, reply, { token, expiresAt: staff.expiresAt })
      setStaffBrowserMark(request, reply, staff.id, services.appSecrets)
      return { staff: describeStaff(staff) }
    },
    { config: { rateLimit: limits.signIn, securityEvent: 'staff_sign_in', way: 'password' } },
  )

  serve(app, services, postStaffSignOut, async (ctx, _input, { request, reply }) => {
    const token = staffToken(request)
    const staff = token && (await signOutStaff(ctx, token, callOrigin(request)))
    if (staff) securityEvent(request, 'staff_sign_out', 'signed_out', { staffId: staff.id })
    clearStaffCookie(request, reply)
    return { signedOut: true }
  })

  const hidden = { schema: { hide: true } as object, exposeHeadRoute: false }
  app.get<{ Querystring: { ticket?: unknown; to?: unknown } }>(
    staffPreviewPath,
    hidden,
    async (request, reply) => {
      const { ticket, to } = request.query
      const isTicket = typeof ticket === 'string' && /^[\w-]{43}$/.test(ticket)
      // An address of this site, and of no other.
      const isOwn = typeof to === 'string' && /^\/(?![/\\])/.test(to)
      const from = { previousToken: staffToken(request), browser: { client: callOrigin(request).client } }
      const opened =
        isTicket && isOwn ? await openStaffSession(contextOf(services, request), { ticket, ...from }) : null
      if (!opened) throw new AppError('not_found')
      securityEvent(request, 'staff_sign_in', 'signed_in', { staffId: opened.staff.id })
      setStaffCookie(request, reply, { token: opened.token, expiresAt: opened.staff.expiresAt })
      return reply.header('cache-control', 'no-store').redirect(to as string, 303)
    },
  )

  serve(app, services, getStaff, async ctx => ({ staff: describeStaff(ctx.actor) }))
}
