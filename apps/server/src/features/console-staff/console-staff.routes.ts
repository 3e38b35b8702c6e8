import {
  getStaffAccounts,
  postInvitation,
  postSecondFactorReset,
  postStaffActivation,
  postStaffDeactivation,
  postStaffInvitation,
  postStaffInvitationAgain,
  postStaffSessionsEnd,
  postStaffUnlock,
  putStaffRoles,
} from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { originOf } from '../../http/origin.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { callOrigin, securityEvent } from '../security-events/security-events.service.ts'
import { assignableRoles } from '../staff/assignable-roles.service.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '../staff/invitations.service.ts'
import {
  activateStaff,
  changeRoles,
  deactivateStaff,
  endSessionsOf,
  listStaffAccounts,
  resetSecondFactorOf,
  unlockStaff,
} from '../staff/staff-directory.service.ts'
import { measureActivation, measureInvitation, measureRoles } from '../staff/staff-effects.service.ts'

interface StaffAccountServices extends ConsoleServices {
  readonly wakeMails: () => void
}

export function consoleStaffRoutes(app: FastifyInstance, services: StaffAccountServices): void {
  serveConsole(app, services, getStaffAccounts, async ctx => ({
    items: await listStaffAccounts(ctx),
    invites: !services.console.arePasswordsOff,
    assignable: assignableRoles(ctx),
  }))
  serveControlled(app, services, postStaffInvitation, {
    measure: async (ctx, { body }) => {
      assertInvites(services)
      return measureInvitation(ctx, body)
    },
    perform: async (ctx, { body }, { request }) => {
      const id = await inviteStaff(ctx, { ...body, origin: originOf(request) })
      securityEvent(request, 'staff_account', 'invited', { about: id })
      services.wakeMails()
      return { id }
    },
  })
  serveConsole(app, services, postStaffInvitationAgain, async (ctx, { params }, { request }) => {
    assertInvites(services)
    await inviteAgain(ctx, { ...params, origin: originOf(request) })
    securityEvent(request, 'staff_account', 'invited_again', { about: params.id })
    services.wakeMails()
    return { invited: true }
  })
  serveControlled(app, services, putStaffRoles, {
    measure: (ctx, { params, body }) => measureRoles(ctx, { ...params, ...body }),
    perform: async (ctx, { params, body }, { request }) => {
      const version = await changeRoles(ctx, { ...params, ...body })
      securityEvent(request, 'staff_account', 'roles_changed', { about: params.id })
      return { changed: true, version }
    },
  })
  serveConsole(app, services, postStaffDeactivation, async (ctx, { params, body }, { request }) => {
    await deactivateStaff(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'deactivated', { about: params.id })
    return { changed: true }
  })
  serveControlled(app, services, postStaffActivation, {
    measure: (ctx, { params }) => measureActivation(ctx, params.id),
    perform: async (ctx, { params, body }, { request }) => {
      await activateStaff(ctx, { ...params, ...body })
      securityEvent(request, 'staff_account', 'activated', { about: params.id })
      return { changed: true }
    },
  })
  serveConsole(app, services, postStaffUnlock, async (ctx, { params, body }, { request }) => {
    await unlockStaff(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'unlocked', { about: params.id })
    services.wakeMails()
    return { changed: true }
  })
  serveConsole(app, services, postStaffSessionsEnd, async (ctx, { params, body }, { request }) => {
    await endSessionsOf(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'sessions_ended', { about: params.id })
    return { changed: true }
  })
  serveConsole(app, services, postSecondFactorReset, async (ctx, { params, body }, { request }) => {
    await resetSecondFactorOf(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'second_factor_reset', { about: params.id })
    services.wakeMails()
    return { changed: true }
  })
  serveConsole(
    app,
    services,
    postInvitation,
    async (_ctx, { body }, { request }) => {
      const ctx = { ...services, log: request.log, from: callOrigin(request) }
      const { id, email } = await acceptInvitation(ctx, body)
      securityEvent(request, 'staff_credentials', 'invitation_accepted', { staffId: id })
      return { email }
    },
    { config: { rateLimit: limits.signIn } },
  )
}

/** An invitation ends with a password. @throws `single_sign_on_required` */
function assertInvites({ console: { arePasswordsOff } }: ConsoleServices): void {
  if (arePasswordsOff)
    throw new AppError('single_sign_on_required', {
      message: 'Passwords are off here: people get their account by signing in with single sign-on.',
    })
}
