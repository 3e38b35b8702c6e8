import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import {
  deleteApiCard,
  getApiCards,
  getApiMember,
  getApiMembers,
  patchApiMember,
  postApiCard,
  postApiMember,
  postApiMemberClose,
  postApiMemberErasure,
  postApiMemberExport,
  postApiSessionLink,
} from '@dineward/core/partner-api/api-members.contract.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ApiContext } from '../../context.ts'
import { serveApi } from '../../http/serve-api.ts'
import { closeWithCards, removeCard } from '../cards/cards.service.ts'
import { linkEach } from '../cards/link-cards.service.ts'
import { createSessionLink } from '../identity/sessions/session-links.service.ts'
import { exportMember, requestErasure } from '../leaving/leaving.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { equals, listPage, type PartnerApiServices, requireResource, since } from './api-lists.service.ts'
import { asOpenMember, changeByProgram, enrollByProgram, requireOpenMember } from './api-members.service.ts'
import { readCards, readMembers } from './resources.read.ts'

export function apiMembersRoutes(app: FastifyInstance, services: PartnerApiServices): void {
  const member = async (ctx: ApiContext, id: string) => ({
    member: await requireResource(ctx, readMembers, id),
  })
  const originOf = ({ partner }: ApiContext) => services.partners.siteOf(partner)

  serveApi(app, services, getApiMembers, (ctx, { query }) => {
    const { updatedSince, memberNumber, externalId, email } = query
    const rows = sql`select id, updated_at as at from members where partner_id = ${ctx.partner.slug}
      ${since(ctx, 'updatedSince', updatedSince, sql`updated_at`)} ${equals('member_number', memberNumber)}
      ${equals('external_id', externalId)} ${equals('sign_in_name', email && normalizeSignInName(email))}`
    return listPage(services, ctx, { list: getApiMembers.path, query, rows, read: readMembers })
  })
  serveApi(app, services, getApiMember, (ctx, { params }) => member(ctx, params.id))
  serveApi(app, services, postApiMember, async (ctx, { body }, { afterCommit }) => {
    const id = await enrollByProgram(ctx, body, originOf(ctx))
    afterCommit(services.wakeMails)
    return member(ctx, id)
  })
  serveApi(app, services, patchApiMember, async (ctx, { params, body }, { afterCommit }) => {
    await changeByProgram(ctx, params.id, { changes: body, origin: originOf(ctx) })
    afterCommit(services.wakeMails)
    return member(ctx, params.id)
  })
  serveLeaving(app, services)
  serveApi(app, services, postApiSessionLink, async (ctx, { params, body }) => {
    await requireOpenMember(ctx, params.id)
    return createSessionLink(ctx, { memberId: params.id, returnTo: body.returnTo, origin: originOf(ctx) })
  })
  serveCards(app, services)
}

function serveLeaving(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, postApiMemberClose, async (ctx, { params: { id }, body }) => {
    const { status } = await requireResource(ctx, readMembers, id)
    const isOpen = status !== 'closed' && status !== 'erased'
    if (isOpen) await closeWithCards(ctx, { memberId: id, reason: body.reason })
    return { member: await requireResource(ctx, readMembers, id) }
  })
  serveApi(app, services, postApiMemberErasure, async (ctx, { params: { id }, body }, { afterCommit }) => {
    const { status } = await requireResource(ctx, readMembers, id)
    if (status === 'erased') throw new AppError('not_found')
    const origin = services.partners.siteOf(ctx.partner)
    const erasureAt = await requestErasure(ctx, { memberId: id, origin, reason: body.reason })
    afterCommit(services.wakeMails)
    return { member: await requireResource(ctx, readMembers, id), erasureAt: erasureAt.toISOString() }
  })
  serveApi(app, services, postApiMemberExport, async (ctx, { params: { id }, body }) => {
    await requireResource(ctx, readMembers, id)
    return { export: { ...(await exportMember(ctx, id, body.reason)) } }
  })
}

function serveCards(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiCards, async (ctx, { params: { id }, query }) => {
    await requireResource(ctx, readMembers, id)
    const rows = sql`select id, linked_at as at from linked_cards
      where partner_id = ${ctx.partner.slug} and member_id = ${id}`
    return listPage(services, ctx, { list: `${getApiCards.path} ${id}`, query, rows, read: readCards })
  })
  serveApi(app, services, postApiCard, async (ctx, { params, body }) => {
    const member = await asOpenMember(ctx, params.id)
    const [linked] = await linkEach(member, [body], { reopensAccount: false })
    const { memberCard, error } = linked!
    if (error) throw new AppError(error.code as ErrorCode, { message: error.message })
    const after = { card: memberCard.id }
    await recordMemberAudit(ctx, { action: 'card.linked', memberId: params.id, after })
    return { card: await requireResource(ctx, readCards, memberCard.id!) }
  })
  serveApi(app, services, deleteApiCard, async (ctx, { params: { id, cardId } }) => {
    await requireResource(ctx, readMembers, id)
    const { accountClosed } = await removeCard(ctx, { memberId: id, id: cardId })
    await recordMemberAudit(ctx, { action: 'card.removed', memberId: id, after: { card: cardId } })
    return { card: await requireResource(ctx, readCards, cardId), accountClosed }
  })
}
