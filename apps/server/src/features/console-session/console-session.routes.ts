import {
  postConsolePasskeySignIn,
  postConsolePasskeySignInOptions,
  postSignInAuthenticator,
  postSignInAuthenticatorConfirm,
  postSignInPassword,
} from '@dineward/core/console-session/console-account.contract.ts'
import {
  getConsoleSession,
  getSignInOptions,
  postConsoleSignIn,
  postConsoleSignOut,
} from '@dineward/core/console-session/console-session.contract.ts'
import { deviceNameOf } from '@dineward/core/identity/device-name.rules.ts'
import { getCsrf } from '@dineward/core/identity/identity.contract.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StaffActor } from '../../context.ts'
import { clientOf } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { placeOf } from '../../http/place.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { clearConsoleCookie, consoleToken, setConsoleCookie } from '../../http/sessions/console-cookie.ts'
import { issueCsrfToken } from '../../http/sessions/csrf.ts'
import { setStaffBrowserMark, staffBrowserMark } from '../../http/sessions/staff-session.ts'
import { callOrigin, securityEvent } from '../security-events/security-events.service.ts'
import { strangersGuesses } from '../staff/staff.service.ts'
import { consoleAccountRoutes } from './console-account.routes.ts'
import {
  beginFirstAuthenticator,
  choosePasswordAtSignIn,
  confirmFirstAuthenticator,
  describeConsoleStaff,
  signInToConsole,
  signInWithStaffPasskey,
  signOutOfConsole,
} from './console-session.service.ts'
import { staffPasskeySignInOptions } from './staff-passkeys.service.ts'
import { staffSsoRoutes } from './staff-sso.routes.ts'

const signInConfig = { rateLimit: limits.signIn, securityEvent: 'staff_sign_in' } as const
const byPassword = { config: { ...signInConfig, way: 'password' as const } }
const byPasskey = { config: { ...signInConfig, way: 'passkey' as const } }

interface SessionServices extends ConsoleServices {
  readonly wakeMails: () => void
}

export function consoleSessionRoutes(app: FastifyInstance, services: SessionServices): void {
  serveConsole(
    app,
    services,
    getCsrf,
    async (_ctx, _input, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { csrfToken: issueCsrfToken(request, reply, services.appSecrets) }
    },
    { hidden: true },
  )
  servePasswordSignIn(app, services)
  servePasskeySignIn(app, services)

  staffSsoRoutes(app, services, {
    newSessionOf,
    signedIn: (request, reply, started) => signedIn(services, request, reply, started),
  })

  serveConsole(app, services, getSignInOptions, async () => ({
    singleSignOn: services.gateways.staffSignOn?.name ?? null,
    arePasswordsOff: services.console.arePasswordsOff ?? false,
  }))
  serveConsole(app, services, postConsoleSignOut, async (_ctx, _input, { request, reply }) => {
    const token = consoleToken(request)
    const staff = token && (await signOutOfConsole(services, token, callOrigin(request)))
    if (staff) securityEvent(request, 'staff_sign_out', 'signed_out', { staffId: staff.id })
    clearConsoleCookie(request, reply)
    return { signedOut: true }
  })

  serveConsole(app, services, getConsoleSession, async ({ actor }) => ({
    staff: describeConsoleStaff(actor, services.partners),
  }))
  consoleAccountRoutes(app, services)
}

function servePasswordSignIn(app: FastifyInstance, services: SessionServices): void {
  const guesses = strangersGuesses(services.db)
  const { arePasswordsOff = false } = services.console
  const ctx = { ...services, secrets: services.appSecrets, arePasswordsOff }
  const credentials = (request: FastifyRequest, body: { email: string; password: string }) => ({
    ...body,
    guesses,
    browser: {
      ...newSessionOf(request),
      address: clientOf(request),
      markOf: (staffId: string) => staffBrowserMark(request, staffId, services.appSecrets),
    },
  })

  serveConsole(
    app,
    services,
    postConsoleSignIn,
    async (_ctx, { body }, { request, reply }) => {
      const { needsSecondFactor } = services.console
      const started = await signInToConsole(ctx, {
        ...credentials(request, body),
        code: body.code,
        needsSecondFactor,
      })
      if (needsSecondFactor)
        securityEvent(request, 'second_factor', 'accepted', { staffId: started.staff.id })
      return { staff: signedIn(services, request, reply, started) }
    },
    byPassword,
  )
  serveConsole(
    app,
    services,
    postSignInPassword,
    async (_ctx, { body }, { request }) => {
      const input = { ...credentials(request, body), current: body.current }
      const staff = await choosePasswordAtSignIn({ ...ctx, log: request.log }, input)
      securityEvent(request, 'staff_credentials', 'password_changed', { staffId: staff.id })
      services.wakeMails()
      return { changed: true }
    },
    byPassword,
  )
  serveConsole(
    app,
    services,
    postSignInAuthenticator,
    (_ctx, { body }, { request }) => beginFirstAuthenticator(ctx, credentials(request, body)),
    byPassword,
  )
  serveConsole(
    app,
    services,
    postSignInAuthenticatorConfirm,
    async (_ctx, { body }, { request, reply }) => {
      const input = { ...credentials(request, body), code: body.code }
      const { recoveryCodes, ...started } = await confirmFirstAuthenticator(ctx, input)
      services.wakeMails()
      securityEvent(request, 'staff_credentials', 'authenticator_added', { staffId: started.staff.id })
      return { staff: signedIn(services, request, reply, started), recoveryCodes }
    },
    byPassword,
  )
}

function servePasskeySignIn(app: FastifyInstance, services: SessionServices): void {
  serveConsole(
    app,
    services,
    postConsolePasskeySignInOptions,
    (_ctx, _input, { request }) => staffPasskeySignInOptions(services, placeOf(request)),
    byPasskey,
  )
  serveConsole(
    app,
    services,
    postConsolePasskeySignIn,
    async (_ctx, { body }, { request, reply }) => {
      const started = await signInWithStaffPasskey(
        { ...services, log: request.log, arePasswordsOff: services.console.arePasswordsOff ?? false },
        { response: body.response, place: placeOf(request), browser: newSessionOf(request) },
      )
      return { staff: signedIn(services, request, reply, started) }
    },
    byPasskey,
  )
}

const newSessionOf = (request: FastifyRequest) => ({
  ...deviceNameOf(request.headers['user-agent'] ?? ''),
  previousToken: consoleToken(request),
  client: callOrigin(request).client,
})

/** A break-glass account’s administrators are mailed at once. */
function signedIn(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, staff }: { token: string; staff: StaffActor },
) {
  securityEvent(request, 'staff_sign_in', 'signed_in', { staffId: staff.id })
  services.wakeMails()
  setConsoleCookie(request, reply, token)
  setStaffBrowserMark(request, reply, staff.id, services.appSecrets)
  return describeConsoleStaff(staff, services.partners)
}
