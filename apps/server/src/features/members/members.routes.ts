import { getMember, postProspect } from '@dineward/core/members/members.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { originOf } from '../../http/origin.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { browserTokens, setSessionCookies } from '../../http/session.ts'
import { joinProgramme } from './join.service.ts'
import { describeMember } from './members.service.ts'

export function membersRoutes(app: FastifyInstance, options: AppOptions): void {
  serve(app, options, getMember, async ctx => describeMember(ctx, ctx.member))

  serve(
    app,
    options,
    postProspect,
    async (ctx, { body }, { request, reply }) => {
      const { member, session } = await joinProgramme(ctx, {
        prospect: body,
        browser: browserTokens(request),
        origin: originOf(request),
      })
      options.wakeMails()
      setSessionCookies(request, reply, session)
      return { member: describeMember(ctx, member), expiresAt: session.expiresAt.toISOString() }
    },
    { config: { rateLimit: limits.join } },
  )
}
