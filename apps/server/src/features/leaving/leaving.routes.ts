import {
  deleteMember,
  deleteMemberErasure,
  getMemberErasure,
  getMemberExport,
} from '@dineward/core/leaving/leaving.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { assertNotPrefetched, assertSameSite } from '../../http/sessions/csrf.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { cancelErasure, describeErasure, exportMember, leaveProgram } from './leaving.service.ts'

export interface LeavingServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function leavingRoutes(app: FastifyInstance, services: LeavingServices): void {
  const limited = { config: { rateLimit: limits.leaving } }
  serve(
    app,
    services,
    getMemberExport,
    async (ctx, _input, { request, reply }) => {
      assertSameSite(request)
      assertNotPrefetched(request)
      reply.header('content-disposition', `attachment; filename="${ctx.partner.slug}-my-data.json"`)
      return exportMember(ctx, ctx.actor.id)
    },
    { ...limited, withoutHead: true },
  )

  serve(
    app,
    services,
    deleteMember,
    async (ctx, { body }, { request }) => {
      const { sessionToken } = request
      const origin = services.partners.siteOf(ctx.partner)
      const erasureAt = await leaveProgram(ctx, { password: body.password, sessionToken, origin })
      services.wakeMails()
      return { erasureAt: erasureAt.toISOString() }
    },
    limited,
  )

  serve(app, services, getMemberErasure, describeErasure)

  serve(app, services, deleteMemberErasure, async ctx => {
    const origin = services.partners.siteOf(ctx.partner)
    const canceled = await cancelErasure(ctx, { memberId: ctx.actor.id, origin })
    services.wakeMails()
    return { canceled }
  })
}
