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
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { originOf } from '../../http/origin.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
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

interface StaffAccountServices extends ConsoleServices {
  readonly wakeMails: () => void
}

export function consoleStaffRoutes(app: FastifyInstance, services: StaffAccountServices): void {
  serveConsole(app, services, getStaffAccounts, async ctx => ({
    items: await listStaffAccounts(ctx),
    assignable: assignableRoles(ctx),
  }))
  serveConsole(app, services, postStaffInvitation, async (ctx, { body }, { request }) => {
    const id = await inviteStaff(ctx, { ...body, origin: originOf(request) })
    securityEvent(request, 'staff_account', 'invited', { about: id })
    services.wakeMails()
    return { id }
  })
  serveConsole(app, services, postStaffInvitationAgain, async (ctx, { params }, { request }) => {
    await inviteAgain(ctx, { ...params, origin: originOf(request) })
    securityEvent(request, 'staff_account', 'invited_again', { about: params.id })
    services.wakeMails()
    return { invited: true }
  })
  serveConsole(app, services, putStaffRoles, async (ctx, { params, body }, { request }) => {
    await changeRoles(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'roles_changed', { about: params.id })
    return { changed: true }
  })
  serveConsole(app, services, postStaffDeactivation, async (ctx, { params, body }, { request }) => {
    await deactivateStaff(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'deactivated', { about: params.id })
    return { changed: true }
  })
  serveConsole(app, services, postStaffActivation, async (ctx, { params, body }, { request }) => {
    await activateStaff(ctx, { ...params, ...body })
    securityEvent(request, 'staff_account', 'activated', { about: params.id })
    return { changed: true }
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
