import {
  getApiBalance,
  getApiBonuses,
  getApiDine,
  getApiDines,
  getApiEntries,
  getApiMemberBonuses,
  getApiOffers,
  getApiRewards,
  postApiMemberBonus,
  postApiReward,
  postApiTestDine,
} from '@dineward/core/partner-api/api-rewards.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serveApi } from '../../http/serve-api.ts'
import { callOf } from '../../http/serve-controlled.ts'
import { enrollInBonus } from '../bonuses/bonuses.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { equals, listPage, type PartnerApiServices, requireResource, since } from './api-lists.service.ts'
import { asOpenMember } from './api-members.service.ts'
import { doOrAskByKey, rewardHandler } from './api-rewards.service.ts'
import { readBonuses, readDines, readOffers } from './place-resources.read.ts'
import {
  entriesOf,
  memberBonusId,
  readBalances,
  readEntries,
  readMemberBonuses,
  readMembers,
  readRewards,
} from './resources.read.ts'
import { playTestDine } from './test-dines.service.ts'

export function apiRewardsRoutes(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiDines, (ctx, { query }) => {
    const { updatedSince, memberId, merchantId, status } = query
    const rows = sql`select id, updated_at as at from dines where partner_id = ${ctx.partner.slug}
      ${since(ctx, 'updatedSince', updatedSince, sql`updated_at`)} ${equals('member_id', memberId)}
      ${equals('merchant_id', merchantId)} ${equals('status', status)}`
    return listPage(services, ctx, { list: getApiDines.path, query, rows, read: readDines })
  })
  serveApi(app, services, getApiDine, async (ctx, { params }) => ({
    dine: await requireResource(ctx, readDines, params.id),
  }))
  serveApi(app, services, getApiBalance, (ctx, { params }) => requireResource(ctx, readBalances, params.id))
  serveApi(app, services, getApiEntries, async (ctx, { params: { id }, query }) => {
    await requireResource(ctx, readMembers, id)
    const rows = entriesOf(ctx.partner, id)
    return listPage(services, ctx, { list: `${getApiEntries.path} ${id}`, query, rows, read: readEntries })
  })
  serveRewards(app, services)
  serveBonuses(app, services)
  serveApi(app, services, postApiTestDine, (ctx, { body }, { afterCommit }) =>
    playTestDine(app, services, ctx, { dine: body, afterCommit }),
  )
}

function serveRewards(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiRewards, async (ctx, { params: { id }, query }) => {
    await requireResource(ctx, readMembers, id)
    const rows = sql`select id, created_at as at from adjustments
      where partner_id = ${ctx.partner.slug} and member_id = ${id} ${equals('external_id', query.externalId)}`
    return listPage(services, ctx, { list: `${getApiRewards.path} ${id}`, query, rows, read: readRewards })
  })
  const reward = { contract: postApiReward, handler: rewardHandler }
  app.controlledCalls.set(callOf(postApiReward), reward)
  serveApi(app, services, postApiReward, (ctx, input) => {
    const { externalId, reason } = input.body
    return doOrAskByKey(ctx, reward, input, { key: externalId, reason }).catch((error: unknown) => {
      // Another reward with this id waits for a person.
      const isOther = error instanceof AppError && error.code === 'idempotency_conflict'
      throw isOther ? new AppError('external_id_in_use') : error
    })
  })
}

function serveBonuses(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiBonuses, (ctx, { query }) => {
    const codes = ctx.partner.settings.bonuses.map(({ code }) => code)
    const rows = sql`select id, 'epoch'::timestamptz as at from unnest(${codes}::text[]) as id`
    return listPage(services, ctx, { list: getApiBonuses.path, query, rows, read: readBonuses })
  })
  serveApi(app, services, getApiMemberBonuses, async (ctx, { params: { id }, query }) => {
    await requireResource(ctx, readMembers, id)
    const rows = sql`select member_id || ':' || code as id, created_at as at from member_bonuses
      where partner_id = ${ctx.partner.slug} and member_id = ${id}`
    const list = `${getApiMemberBonuses.path} ${id}`
    return listPage(services, ctx, { list, query, rows, read: readMemberBonuses })
  })
  serveApi(app, services, postApiMemberBonus, async (ctx, { params: { id }, body: { code } }) => {
    const member = await asOpenMember(ctx, id)
    const key = memberBonusId(id, code)
    const isNew = !(await readMemberBonuses(ctx.db, ctx.partner, [key], ctx.clock.now())).has(key)
    await enrollInBonus(member, { code, inApp: true })
    if (isNew) await recordMemberAudit(ctx, { action: 'bonus.enrolled', memberId: id, after: { code } })
    return { memberBonus: await requireResource(ctx, readMemberBonuses, key) }
  })
  serveApi(app, services, getApiOffers, (ctx, { query }) => {
    const rows = sql`select id, created_at as at from offers where partner_id = ${ctx.partner.slug}`
    return listPage(services, ctx, { list: getApiOffers.path, query, rows, read: readOffers })
  })
}
