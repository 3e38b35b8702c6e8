import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  getEmailValidity,
  getZipValidity,
  postEmailValidity,
  postProspectEmail,
} from '@dineward/core/members/enrollment.contract.ts'
import { getMember } from '@dineward/core/members/members.contract.ts'
import { putMember } from '@dineward/core/members/profile.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../http/limits/allowances.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { createHumanGate, type FreeCalls } from '../bot-check/human-gate.service.ts'
import { isZipCode } from '../search/locations/locations.service.ts'
import { canJoinWithEmail, saveProspectEmail } from './enrollment.service.ts'
import { getSignedInMember } from './members.service.ts'
import { saveProfile } from './profile.service.ts'

/** The answers disclose which addresses are members'. */
const freeCalls: FreeCalls = { perAddress: 5, overall: 300, windowMinutes: 15 }

export function membersRoutes(app: FastifyInstance, services: Services): void {
  const validityGate = createHumanGate(services.db, 'validate-email', freeCalls)
  const prospectGate = createHumanGate(services.db, 'prospect-email', freeCalls)
  const limited = { config: { rateLimit: limits.visitor } }

  serve(app, services, getMember, getSignedInMember, { withMemberSummary: true })

  serve(app, services, putMember, async (ctx, { body }) => ({ member: await saveProfile(ctx, body) }))

  serve(
    app,
    services,
    getEmailValidity,
    async (ctx, { query }, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      await validityGate.pass(ctx, { address: clientOf(request), answer: query[botCheckField] })
      return { isValid: await canJoinWithEmail(ctx, query.email) }
    },
    limited,
  )

  serve(
    app,
    services,
    postEmailValidity,
    async (ctx, { body }, { request }) => {
      await validityGate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      return { isValid: await canJoinWithEmail(ctx, body.email) }
    },
    limited,
  )

  serve(
    app,
    services,
    getZipValidity,
    async (_ctx, { query }) => ({ isValid: await isZipCode(query.zip) }),
    limited,
  )

  serve(
    app,
    services,
    postProspectEmail,
    async (ctx, { body }, { request }) => {
      await prospectGate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      await saveProspectEmail(ctx, body.email)
      return { accepted: true }
    },
    limited,
  )
}
