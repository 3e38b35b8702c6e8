import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  getEmailValidity,
  getKnownMember,
  postActivate,
  postProspectEmail,
} from '@dineward/core/members/visitors.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { limits } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { createHumanGate, type FreeCalls } from '../bot-check/human-gate.service.ts'
import { activateMember, leaveEmail, lookUpVisitor, mayJoinWith } from './visitors.service.ts'

/** Who asks tells members from others, so a handful of questions go unchecked (decisions). */
const freeQuestions: FreeCalls = { perAddress: 5, overall: 300, windowMinutes: 15 }

/** People who are not signed in, and not quite strangers (shell §4 Prospect e-mail flow, Tier-1 activation). */
export function visitorsRoutes(app: FastifyInstance, options: AppOptions): void {
  const questions = createHumanGate(freeQuestions)
  const emails = createHumanGate(freeQuestions)
  const limited = { config: { rateLimit: limits.visitor } }

  serve(
    app,
    options,
    getEmailValidity,
    async (ctx, { query }, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      await questions.pass(ctx, { address: request.ip, answer: query[botCheckField] })
      return { isValid: await mayJoinWith(ctx, query.email) }
    },
    limited,
  )

  serve(
    app,
    options,
    postProspectEmail,
    async (ctx, { body }, { request }) => {
      await emails.pass(ctx, { address: request.ip, answer: body[botCheckField] })
      await leaveEmail(ctx, body.email)
      return { accepted: true }
    },
    limited,
  )

  serve(
    app,
    options,
    getKnownMember,
    async (ctx, { params }, { reply }) => {
      reply.header('cache-control', 'no-store')
      return lookUpVisitor(ctx, params.publicId)
    },
    limited,
  )

  serve(app, options, postActivate, async (ctx, { body }) => activateMember(ctx, body.publicId), limited)
}
