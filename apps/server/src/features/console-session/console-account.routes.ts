import {
  deleteConsolePasskey,
  deleteConsoleSessions,
  getConsoleAccount,
  postConsoleAuthenticator,
  postConsoleAuthenticatorConfirm,
  postConsolePasskey,
  postConsolePasskeyOptions,
  postConsoleRecoveryCodes,
  postReauthentication,
  putConsolePassword,
  type StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleContext } from '../../context.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { placeOf } from '../../http/place.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { consoleToken, renewConsoleCookie } from '../../http/sessions/console-cookie.ts'
import { securityEvent } from '../security-events/security-events.service.ts'
import {
  addOwnPasskey,
  beginAuthenticator,
  beginPasskey,
  changeOwnPassword,
  describeConsoleAccount,
  endOwnSessions,
  type ProvedChange,
  reauthenticate,
  removeOwnPasskey,
  renewOwnRecoveryCodes,
  replaceAuthenticator,
} from './console-account.service.ts'

const limited = { config: { rateLimit: limits.signIn } }

interface AccountServices extends ConsoleServices {
  readonly wakeMails: () => void
}

/** Of the staff member's own account. */
export function consoleAccountRoutes(app: FastifyInstance, services: AccountServices): void {
  const sealing = (ctx: ConsoleContext) => ({ ...ctx, secrets: services.appSecrets })
  const { arePasswordsOff = false } = services.console
  serveConsole(app, services, getConsoleAccount, async (ctx, _input, { request }) =>
    describeConsoleAccount(sealing(ctx), { token: consoleToken(request)!, arePasswordsOff }),
  )
  serveConsole(
    app,
    services,
    putConsolePassword,
    async (ctx, { body }, { request, reply }) => {
      const token = await changeOwnPassword(sealing(ctx), { ...body, token: consoleToken(request)! })
      renewConsoleCookie(request, reply, token)
      securityEvent(request, 'staff_credentials', 'password_changed')
      services.wakeMails()
      return { changed: true }
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postReauthentication,
    async (ctx, { body }, { request, reply }) => {
      const place = placeOf(request)
      const input = { proof: body, place, token: consoleToken(request)! }
      const { provenUntil, token } = await reauthenticate(sealing(ctx), input)
      renewConsoleCookie(request, reply, token)
      return { provenUntil: provenUntil.toISOString() }
    },
    limited,
  )
  serveConsole(app, services, deleteConsoleSessions, async (ctx, { query }, { request }) => {
    const ended = await endOwnSessions(sealing(ctx), { id: query.id, token: consoleToken(request)! })
    if (ended > 0) securityEvent(request, 'staff_credentials', 'sessions_ended')
    return { ended }
  })
  serveAuthenticator(app, services)
  servePasskeys(app, services)
}

function serveAuthenticator(app: FastifyInstance, services: AccountServices): void {
  const secrets = services.appSecrets
  serveConsole(
    app,
    services,
    postConsoleAuthenticator,
    async (ctx, { body }, { request, reply }) => {
      const begun = await beginAuthenticator({ ...ctx, secrets }, changeOf(request, body))
      renewConsoleCookie(request, reply, begun.token)
      return { secret: begun.secret, uri: begun.uri }
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postConsoleAuthenticatorConfirm,
    async (ctx, { body }, { request, reply }) => {
      const input = { ...body, token: consoleToken(request)! }
      const { recoveryCodes, token } = await replaceAuthenticator({ ...ctx, secrets }, input)
      renewConsoleCookie(request, reply, token)
      securityEvent(request, 'staff_credentials', 'authenticator_added')
      services.wakeMails()
      return { recoveryCodes }
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postConsoleRecoveryCodes,
    async (ctx, { body }, { request, reply }) => {
      const change = changeOf(request, body)
      const { recoveryCodes, token } = await renewOwnRecoveryCodes({ ...ctx, secrets }, change)
      renewConsoleCookie(request, reply, token)
      securityEvent(request, 'staff_credentials', 'recovery_codes_renewed')
      services.wakeMails()
      return { recoveryCodes }
    },
    limited,
  )
}

function servePasskeys(app: FastifyInstance, services: AccountServices): void {
  const secrets = services.appSecrets
  serveConsole(
    app,
    services,
    postConsolePasskeyOptions,
    async (ctx, { body }, { request, reply }) => {
      const { options, token } = await beginPasskey({ ...ctx, secrets }, changeOf(request, body))
      renewConsoleCookie(request, reply, token)
      return options
    },
    limited,
  )
  serveConsole(
    app,
    services,
    postConsolePasskey,
    async (ctx, { body }, { request, reply }) => {
      const input = { ...body, place: placeOf(request), token: consoleToken(request)! }
      const { passkey, token } = await addOwnPasskey({ ...ctx, secrets }, input)
      renewConsoleCookie(request, reply, token)
      securityEvent(request, 'staff_credentials', 'passkey_added')
      services.wakeMails()
      return { passkey }
    },
    limited,
  )
  serveConsole(
    app,
    services,
    deleteConsolePasskey,
    async (ctx, { query, body }, { request, reply }) => {
      const change = { ...query, ...changeOf(request, body) }
      renewConsoleCookie(request, reply, await removeOwnPasskey({ ...ctx, secrets }, change))
      securityEvent(request, 'staff_credentials', 'passkey_removed')
      services.wakeMails()
      return { removed: true }
    },
    limited,
  )
}

const changeOf = (request: FastifyRequest, proof: StaffProof): ProvedChange => ({
  proof,
  place: placeOf(request),
  token: consoleToken(request)!,
})
