import { getProfileDraft, postProfileDraft } from '@dineward/core/members/profile-draft.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { cookieName, cookieOptions } from '../../http/sessions/cookies.ts'
import { draftSeconds, openProfileDraft, sealProfileDraft } from './profile-draft.service.ts'

const draftCookie = 'dw_profile_draft'

export function profileDraftRoutes(app: FastifyInstance, services: Services): void {
  const { appSecrets } = services
  serve(
    app,
    services,
    postProfileDraft,
    async (ctx, { body }, { request, reply }) => {
      const sealed = await sealProfileDraft(ctx, body, appSecrets)
      const options = { ...cookieOptions(request), httpOnly: true, maxAge: draftSeconds }
      reply.setCookie(cookieName(request, draftCookie), sealed, options)
      return { accepted: true }
    },
    { config: { rateLimit: limits.visitor } },
  )
  serve(
    app,
    services,
    getProfileDraft,
    async (ctx, _input, { request, reply }) => {
      const name = cookieName(request, draftCookie)
      const sealed = request.cookies[name]
      if (sealed === undefined) return { values: null }
      reply.clearCookie(name, cookieOptions(request))
      return { values: await openProfileDraft(ctx, sealed, appSecrets) }
    },
    { withoutHead: true },
  )
}
