import {
  postMemberBookingBan,
  postMemberEmail,
  postMemberEmailCancel,
  postMemberErasure,
  postMemberErasureCancel,
  postMemberExport,
  postMemberResend,
  postMemberSignOut,
  postMemberUnlock,
} from '@dineward/core/console-support/member-actions.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleContext } from '../../context.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { cancelEmailChange, mailEmailLink } from '../credentials/email-change.service.ts'
import { cancelErasure, exportMember, requestErasure } from '../leaving/leaving.service.ts'
import { setMemberBookingBan } from '../reservations/reservations.service.ts'
import { resendMail, signOutMember, unlockMember } from './member-actions.service.ts'
import { memberProgram } from './member-program.service.ts'

export interface MemberActionServices extends ConsoleServices {
  readonly wakeMails: () => void
}

interface Asked {
  readonly params: { readonly id: string }
  readonly body: { readonly reason: string }
}

/** The member's program, and what every action needs. PostgreSQL rejects text with a NUL. */
async function actionOf({ partners }: ConsoleServices, ctx: ConsoleContext, { params, body }: Asked) {
  const program = await memberProgram(ctx, params.id, { isErased: false })
  const reason = body.reason.replaceAll('\0', '')
  return { program, memberId: params.id, reason, origin: partners.siteOf(program.partner) }
}

export function memberActionRoutes(app: FastifyInstance, services: MemberActionServices): void {
  serveConsole(app, services, postMemberUnlock, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    return { unlocked: await unlockMember(program, action) }
  })
  serveConsole(app, services, postMemberSignOut, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    await signOutMember(program, action)
    return { signedOut: true }
  })
  serveConsole(app, services, postMemberResend, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    const sent = await resendMail(program, { ...action, mail: input.body.mail })
    services.wakeMails()
    return { sent }
  })
  serveConsole(app, services, postMemberBookingBan, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    const { banned, version } = input.body
    await setMemberBookingBan(program, { ...action, banned, version })
    return { banned }
  })
  addressRoutes(app, services)
  leavingRoutes(app, services)
}

function addressRoutes(app: FastifyInstance, services: MemberActionServices): void {
  serveConsole(app, services, postMemberEmail, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    const { email, version } = input.body
    const until = await mailEmailLink(program, { ...action, email, version })
    services.wakeMails()
    return { until: until.toISOString() }
  })
  serveConsole(app, services, postMemberEmailCancel, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    return { canceled: await cancelEmailChange(program, { ...action, version: input.body.version }) }
  })
}

function leavingRoutes(app: FastifyInstance, services: MemberActionServices): void {
  serveConsole(app, services, postMemberExport, async (ctx, input) => {
    const { program, memberId, reason } = await actionOf(services, ctx, input)
    return exportMember(program, memberId, reason)
  })
  serveConsole(app, services, postMemberErasure, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    const erasureAt = await requestErasure(program, action)
    services.wakeMails()
    return { erasureAt: erasureAt.toISOString() }
  })
  serveConsole(app, services, postMemberErasureCancel, async (ctx, input) => {
    const { program, ...action } = await actionOf(services, ctx, input)
    const canceled = await cancelErasure(program, { ...action, version: input.body.version })
    services.wakeMails()
    return { canceled }
  })
}
