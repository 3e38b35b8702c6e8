import {
  deleteConsolePasskey,
  deleteConsoleSessions,
  getConsoleAccount,
  postConsoleAuthenticator,
  postConsoleAuthenticatorConfirm,
  postConsolePasskey,
  postConsolePasskeyOptions,
  postConsoleRecoveryCodes,
  putConsolePassword,
} from '@dineward/core/console-session/console-account.contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleContext } from '../../context.ts'
import { consoleToken } from '../../http/console-cookie.ts'
import { csrfBinding } from '../../http/csrf.ts'
import { originOf } from '../../http/origin.ts'
import { limits } from '../../http/rate-limits.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import type { Place } from '../passkeys/passkeys.service.ts'
import { assertOwnStaffPassword } from '../staff/staff.service.ts'
import {
  beginAuthenticator,
  changeOwnPassword,
  describeConsoleAccount,
  endOwnSessions,
  renewOwnRecoveryCodes,
  replaceAuthenticator,
} from './console-account.service.ts'
import { addStaffPasskey, removeStaffPasskey, staffPasskeyOptions } from './staff-passkeys.service.ts'

const limited = { config: { rateLimit: limits.signIn } }

/** Of the staff member's own account. */
export function consoleAccountRoutes(app: FastifyInstance, services: ConsoleServices): void {
  const sealing = (ctx: ConsoleContext) => ({ ...ctx, secrets: services.csrfSecrets })
  serveConsole(app, services, getConsoleAccount, async (ctx, _input, { request }) =>
    describeConsoleAccount(sealing(ctx), consoleToken(request)!),
  )
  serveConsole(
    app,
    services,
    putConsolePassword,
    async (ctx, { body }, { request }) => {
      await changeOwnPassword(sealing(ctx), { ...body, token: consoleToken(request)! })
      return { changed: true }
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postConsoleAuthenticator,
    (ctx, { body }) => beginAuthenticator(sealing(ctx), body),
    limited,
  )
  serveConsole(
    app,
    services,
    postConsoleAuthenticatorConfirm,
    async (ctx, { body }) => ({ recoveryCodes: await replaceAuthenticator(sealing(ctx), body) }),
    limited,
  )
  serveConsole(
    app,
    services,
    postConsoleRecoveryCodes,
    async (ctx, { body }) => ({ recoveryCodes: await renewOwnRecoveryCodes(sealing(ctx), body) }),
    limited,
  )
  serveConsole(app, services, deleteConsoleSessions, async (ctx, { query }, { request }) => ({
    ended: await endOwnSessions(sealing(ctx), { id: query.id, token: consoleToken(request)! }),
  }))
  servePasskeys(app, services)
}

function servePasskeys(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(
    app,
    services,
    postConsolePasskeyOptions,
    async (ctx, { body }, { request }) => {
      await assertOwnStaffPassword(ctx, body.password)
      return staffPasskeyOptions(ctx, placeOf(request))
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postConsolePasskey,
    async (ctx, { body }, { request }) => ({
      passkey: await addStaffPasskey(ctx, { ...body, place: placeOf(request) }),
    }),
    limited,
  )
  serveConsole(app, services, deleteConsolePasskey, async (ctx, { query }) => {
    await removeStaffPasskey(ctx, query)
    return { removed: true }
  })
}

export const placeOf = (request: FastifyRequest): Place => ({
  origin: originOf(request),
  browserKey: csrfBinding(request),
})
