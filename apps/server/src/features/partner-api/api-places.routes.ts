import {
  getApiClaim,
  getApiClaims,
  getApiReservation,
  getApiReservations,
  getApiRestaurant,
  getApiRestaurants,
  postApiClaim,
  postApiClaimAnswer,
  postApiReservationCancel,
} from '@dineward/core/partner-api/api-places.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serveApi } from '../../http/serve-api.ts'
import { callOf } from '../../http/serve-controlled.ts'
import type { ControlledApiHandler } from '../approvals/approvals.service.ts'
import { answerClaim, effectOfAnswer } from '../claims/claim-answers.service.ts'
import { selectClaims } from '../claims/claims.read.ts'
import { reportClaim } from '../claims/claims.service.ts'
import { contextOfMember } from '../reservations/member-context.service.ts'
import { cancelReservation } from '../reservations/reservations.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { limitRefusedUploads } from '../uploads/refused-uploads.service.ts'
import { equals, listPage, type PartnerApiServices, requireResource, since } from './api-lists.service.ts'
import { asOpenMember } from './api-members.service.ts'
import { doOrAskByKey } from './api-rewards.service.ts'
import {
  readClaims,
  readReservations,
  readRestaurants,
  restaurantChangedAt,
  restaurantStatus,
} from './place-resources.read.ts'

export function apiPlacesRoutes(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiRestaurants, (ctx, { query }) => {
    const now = ctx.clock.now()
    const changedAt = restaurantChangedAt(now)
    const status = query.status === undefined ? sql`` : sql`and ${restaurantStatus(now)} = ${query.status}`
    const rows = sql`select merchant.id, ${changedAt} as at
      from merchant_participations participation join merchants merchant on merchant.id = participation.merchant_id
      where participation.partner_id = ${ctx.partner.slug}
        ${since(ctx, 'changedSince', query.changedSince, changedAt)} ${status}`
    return listPage(services, ctx, { list: getApiRestaurants.path, query, rows, read: readRestaurants })
  })
  serveApi(app, services, getApiRestaurant, async (ctx, { params }) => ({
    restaurant: await requireResource(ctx, readRestaurants, params.id),
  }))
  serveReservations(app, services)
  serveClaims(app, services)
}

function serveReservations(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiReservations, (ctx, { query }) => {
    const { memberId, merchantId, status } = query
    const rows = sql`select id, booked_at as at from reservations where partner_id = ${ctx.partner.slug}
      ${equals('member_id', memberId)} ${equals('merchant_id', merchantId)} ${equals('status', status)}`
    return listPage(services, ctx, { list: getApiReservations.path, query, rows, read: readReservations })
  })
  serveApi(app, services, getApiReservation, async (ctx, { params }) => ({
    reservation: await requireResource(ctx, readReservations, params.id),
  }))
  serveApi(
    app,
    services,
    postApiReservationCancel,
    async (ctx, { params: { id }, body }, { afterCommit }) => {
      const { memberId, status } = await requireResource(ctx, readReservations, id)
      const member = await contextOfMember(ctx, memberId)
      await cancelReservation(member, { id, origin: services.partners.siteOf(ctx.partner) })
      if (status === 'booked')
        await recordMemberAudit(ctx, {
          action: 'booking.canceled',
          memberId,
          after: { reservation: id },
          reason: body.reason,
        })
      afterCommit(services.wakeMails)
      return { reservation: await requireResource(ctx, readReservations, id) }
    },
  )
}

function serveClaims(app: FastifyInstance, services: PartnerApiServices): void {
  const { partners } = services
  const limitRefused = limitRefusedUploads(services.db)
  serveApi(app, services, getApiClaims, (ctx, { query }) => {
    const { memberId, state } = query
    const rows = sql`select id, created_at as at from claims where partner_id = ${ctx.partner.slug}
      ${equals('member_id', memberId)} ${equals('state', state)}`
    return listPage(services, ctx, { list: getApiClaims.path, query, rows, read: readClaims })
  })
  serveApi(app, services, getApiClaim, async (ctx, { params }) => ({
    claim: await requireResource(ctx, readClaims, params.id),
  }))
  serveApi(app, services, postApiClaim, async (ctx, { body: { memberId, ...reported } }) => {
    const member = await asOpenMember(ctx, memberId)
    const { claim } = await reportClaim({ ...member, partners, limitRefused }, reported)
    await recordMemberAudit(ctx, { action: 'claim.opened', memberId, after: { claim: claim.id } })
    return { claim: await requireResource(ctx, readClaims, claim.id) }
  })

  const handler: ControlledApiHandler<typeof postApiClaimAnswer> = {
    measure: async (ctx, { params, body }) => {
      const [row] = await selectClaims(ctx.db, ctx.partner.slug, [params.id])
      if (!row) throw new AppError('not_found')
      return effectOfAnswer({ ...ctx, partners }, row, body)
    },
    perform: async (ctx, { params, body }) => {
      await answerClaim({ ...ctx, partners }, params.id, body)
      return { claim: await requireResource(ctx, readClaims, params.id) }
    },
  }
  const answer = { contract: postApiClaimAnswer, handler }
  app.controlledCalls.set(callOf(postApiClaimAnswer), answer)
  serveApi(app, services, postApiClaimAnswer, async (ctx, input, { afterCommit }) => {
    afterCommit(services.wakeMails)
    return doOrAskByKey(ctx, answer, input, { key: null, reason: input.body.reason })
  })
}
