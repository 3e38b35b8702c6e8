import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { getMember, postProspect } from '@dineward/core/members/members.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { originOf } from '../../http/origin.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { browserTokens, setSessionCookies } from '../../http/session.ts'
import { createHumanGate, type FreeCalls } from '../bot-check/human-gate.service.ts'
import { joinProgram } from './join.service.ts'
import { describeMember } from './members.service.ts'
import { visitorsRoutes } from './visitors.routes.ts'

/** Joining tells whose an address is, too. A household, or a stand at a fair, is one address. */
const freeJoins: FreeCalls = { perAddress: 10, overall: 300, windowMinutes: 15 }

export function membersRoutes(app: FastifyInstance, options: AppOptions): void {
  visitorsRoutes(app, options)
  const gate = createHumanGate(freeJoins)
  serve(app, options, getMember, async ctx => describeMember(ctx, ctx.member))

  serve(
    app,
    options,
    postProspect,
    async (ctx, { body }, { request, reply }) => {
      await gate.pass(ctx, { address: request.ip, answer: body[botCheckField] })
      const { member, session } = await joinProgram(ctx, {
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
