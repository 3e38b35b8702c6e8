import {
  deletePasskey,
  getPasskeys,
  postPasskey,
  postPasskeyOptions,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from '@dineward/core/passkeys/passkeys.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { placeOf } from '../../http/place.ts'
import { type Services, serve } from '../../http/serve.ts'
import { renewTokenAfterProof } from '../../http/sessions/renew-token.ts'
import { browserOf, setSessionCookies } from '../../http/sessions/session.ts'
import { getMemberById } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { securityEvent } from '../security-events/security-events.service.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkey-sign-in.service.ts'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from './passkeys.service.ts'

interface PasskeyServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function passkeysRoutes(app: FastifyInstance, services: PasskeyServices): void {
  const limited = { config: { rateLimit: limits.signIn } }
  serve(
    app,
    services,
    postPasskeyOptions,
    async (ctx, { body }, { request, reply }) => {
      const proof = { password: body?.password, sessionToken: request.sessionToken }
      const options = await passkeyOptions(ctx, { place: placeOf(request), proof })
      await renewTokenAfterProof(ctx, request, reply)
      return options
    },
    limited,
  )
  serve(
    app,
    services,
    postPasskey,
    async (ctx, { body }, { request }) => {
      const passkey = await addPasskey(ctx, { ...body, place: placeOf(request) })
      securityEvent(request, 'credentials', 'passkey_added')
      services.wakeMails()
      return { passkey }
    },
    limited,
  )
  serve(app, services, getPasskeys, async ctx => ({ items: await listPasskeys(ctx) }))
  serve(
    app,
    services,
    deletePasskey,
    async (ctx, { query, body }, { request, reply }) => {
      const proof = { password: body?.password, sessionToken: request.sessionToken }
      await removePasskey(ctx, { ...query, proof })
      securityEvent(request, 'credentials', 'passkey_removed')
      await renewTokenAfterProof(ctx, request, reply)
      return { removed: true }
    },
    limited,
  )
  servePasskeySignIn(app, services)
}

function servePasskeySignIn(app: FastifyInstance, services: PasskeyServices): void {
  const config = { rateLimit: limits.signIn, securityEvent: 'sign_in', way: 'passkey' } as const
  const limited = { config }
  serve(
    app,
    services,
    postSignInPasskeyOptions,
    async (ctx, _input, { request }) => passkeySignInOptions(ctx, placeOf(request)),
    limited,
  )
  serve(
    app,
    services,
    postSignInPasskey,
    async (ctx, { body }, { request, reply }) => {
      const { memberId, session } = await signInWithPasskey(ctx, {
        response: body.response,
        remember: body.rememberMe ?? false,
        browser: browserOf(request),
        place: placeOf(request),
        origin: services.partners.siteOf(ctx.partner),
      })
      securityEvent(request, 'sign_in', 'signed_in', { memberId })
      if (session.isNewDevice) services.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: await getMemberById(ctx, memberId), expiresAt: session.expiresAt.toISOString() }
    },
    limited,
  )
}
