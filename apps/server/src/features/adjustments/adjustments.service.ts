import { randomUUID } from 'node:crypto'
import {
  type AdjustmentState,
  adjustmentLimitHours,
  isWithinLimit,
} from '@dineward/core/adjustments/adjustments.rules.ts'
import { hasNotJoined } from '@dineward/core/members/member-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberAuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { Updateable } from 'kysely'
import type { Context } from '../../context.ts'
import { grantReward, takeBackReward } from '../account-rewards/account-rewards.service.ts'
import { lockMember } from '../members/members.service.ts'
import { actorName, recordMemberAudit } from '../staff/audit.service.ts'
import { findDineOfMember } from './adjustments.read.ts'
import {
  type Adjustment,
  findAdjustment,
  findAdjustmentPartner,
  findRequested,
  insertAdjustment,
  insertRequest,
  sumRecent,
  updateAdjustment,
} from './adjustments.repository.ts'
import type { AdjustmentsTable } from './adjustments.tables.ts'

export interface NewAdjustment {
  readonly memberId: string
  /** Negative units are taken from the member. */
  readonly units: number
  /** As the member reads it. */
  readonly reason: string
  /** The dine it is about, of the member. */
  readonly transactionId?: string | undefined
  readonly isCorporate?: boolean
  /** The author's: a second call with it answers what the first one did. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Posted at once within the author's limit, else it waits for another person.
 * @throws `forbidden`, `not_found`, `validation_failed`, `idempotency_conflict`.
 */
export async function postAdjustment(ctx: Context, input: NewAdjustment): Promise<Adjustment> {
  assertMay(ctx, 'adjustments.post')
  const { memberId, units, reason, transactionId, isCorporate = false } = input
  const { partner, clock } = ctx
  const author = actorName(ctx.actor)
  return inTransaction(ctx, async trx => {
    const key = { partnerId: partner.slug, memberId }
    await assertIsMember(trx, memberId)
    const dineId = transactionId === undefined ? null : await dineOf(trx, memberId, transactionId)
    const repeated = await findRepeated(trx, input, { memberId, units, reason, isCorporate, dineId })
    if (repeated) return repeated
    const since = new Date(clock.now().getTime() - minutes(adjustmentLimitHours * 60))
    const isAlone = isWithinLimit(units, await sumPostedAlone(trx.db, { ...key, author, since }))
    const fields = { id: randomUUID(), ...key, units, isCorporate, reason, dineId, author }
    const rewardId = isAlone ? await grant(trx, fields) : null
    const state = isAlone ? 'posted' : 'waiting'
    const adjustment = await insertAdjustment(trx.db, {
      ...fields,
      state,
      rewardId,
      createdAt: clock.now(),
    })
    await keepRequest(trx, input, adjustment.id)
    await record(trx, adjustment, isAlone ? 'adjustment.posted' : 'adjustment.requested', reason)
    return adjustment
  })
}

async function findRepeated(
  { db, partner, actor }: Context,
  { idempotencyKey }: NewAdjustment,
  asked: Pick<Adjustment, 'memberId' | 'units' | 'reason' | 'isCorporate' | 'dineId'>,
): Promise<Adjustment | undefined> {
  if (idempotencyKey === undefined) return undefined
  const key = { partnerId: partner.slug, author: actorName(actor), idempotencyKey }
  const before = await findRequested(db, key)
  const fields = Object.keys(asked) as (keyof typeof asked)[]
  if (before && fields.some(field => before[field] !== asked[field]))
    throw new AppError('idempotency_conflict')
  return before
}

async function keepRequest(
  { db, partner, actor }: Context,
  { idempotencyKey }: NewAdjustment,
  adjustmentId: string,
): Promise<void> {
  if (idempotencyKey === undefined) return
  const key = { partnerId: partner.slug, author: actorName(actor), idempotencyKey }
  if (!(await insertRequest(db, { ...key, adjustmentId }))) throw new AppError('idempotency_conflict')
}

/** @throws `forbidden` for the author, `not_found`, `adjustment_decided`. */
export async function approveAdjustment(ctx: Context, id: string): Promise<Adjustment> {
  assertMay(ctx, 'adjustments.approve')
  const decidedBy = actorName(ctx.actor)
  return change(ctx, { id, from: 'waiting' }, async (trx, adjustment) => {
    if (adjustment.author === decidedBy)
      throw new AppError('forbidden', { message: 'Another person has to approve this adjustment.' })
    await assertIsMember(trx, adjustment.memberId)
    const rewardId = await grant(trx, adjustment)
    await record(trx, adjustment, 'adjustment.approved')
    return { state: 'posted', rewardId, decidedBy, decidedAt: ctx.clock.now() }
  })
}

/** The author may reject it too. @throws `forbidden`, `not_found`, `adjustment_decided`. */
export function rejectAdjustment(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Adjustment> {
  const decidedBy = actorName(ctx.actor)
  return change(ctx, { id, from: 'waiting' }, async (trx, adjustment) => {
    if (adjustment.author !== decidedBy) assertMay(ctx, 'adjustments.approve')
    await record(trx, adjustment, 'adjustment.rejected', reason)
    return { state: 'rejected', decidedBy, decidedAt: ctx.clock.now(), rejectionReason: reason }
  })
}

/** By its author alone, while it waits. @throws `forbidden`, `not_found`, `adjustment_decided`. */
export function withdrawAdjustment(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Adjustment> {
  const decidedBy = actorName(ctx.actor)
  return change(ctx, { id, from: 'waiting' }, async (trx, adjustment) => {
    if (adjustment.author !== decidedBy)
      throw new AppError('forbidden', { message: 'Only who asked for this adjustment can withdraw it.' })
    await record(trx, adjustment, 'adjustment.withdrawn', reason)
    return { state: 'withdrawn', decidedBy, decidedAt: ctx.clock.now(), rejectionReason: reason }
  })
}

/**
 * An adjustment is reversed once. Above the limit it takes someone who may approve. @throws `forbidden`, `not_found`,
 * `adjustment_decided`.
 */
export function reverseAdjustment(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Adjustment> {
  return change(ctx, { id, from: 'posted' }, async (trx, adjustment) => {
    assertMay(ctx, isWithinLimit(adjustment.units, 0) ? 'adjustments.post' : 'adjustments.approve')
    await assertIsMember(trx, adjustment.memberId)
    const source = adjustment.isCorporate ? '+' : 'A'
    const correction = { source, description: reason, reasonCode: 'adjustment_reversed' } as const
    await takeBackReward(trx.db, causeOf(trx), { id: adjustment.rewardId!, ...correction })
    await record(trx, adjustment, 'adjustment.reversed', reason)
    const reversedBy = actorName(ctx.actor)
    return { state: 'reversed', reversedBy, reversedAt: ctx.clock.now(), reversalReason: reason }
  })
}

/** What an author gave or took from a member without another person, for other limits that count it. */
export function sumPostedAlone(
  db: Context['db'],
  { since, ...of }: Parameters<typeof sumRecent>[1] & { readonly since: Date },
): Promise<number> {
  return sumRecent(db, of, since)
}

export { findAdjustmentPartner }

/** Operators of commands may all. */
function assertMay({ actor }: Context, permission: Permission): void {
  const may = actor.kind === 'system' || (actor.kind === 'staff' && actor.permissions.includes(permission))
  if (!may) throw new AppError('forbidden')
}

/** The member is locked first, so that of two at once the second finds it decided. */
async function change(
  ctx: Context,
  { id, from }: { readonly id: string; readonly from: AdjustmentState },
  decide: (trx: Context, adjustment: Adjustment) => Promise<Updateable<AdjustmentsTable>>,
): Promise<Adjustment> {
  const partnerId = ctx.partner.slug
  const found = await findAdjustment(ctx.db, partnerId, id)
  if (!found) throw new AppError('not_found')
  return inTransaction(ctx, async trx => {
    await lockMember(trx, found.memberId)
    const adjustment = await findAdjustment(trx.db, partnerId, id)
    if (adjustment?.state !== from) throw new AppError('adjustment_decided')
    return updateAdjustment(trx.db, { partnerId, id }, await decide(trx, adjustment))
  })
}

async function assertIsMember(trx: Context, memberId: string): Promise<void> {
  const member = await lockMember(trx, memberId)
  if (member.erasedAt || hasNotJoined(member)) throw new AppError('not_found')
}

async function dineOf({ db, partner }: Context, memberId: string, transactionId: string): Promise<string> {
  const dineId = await findDineOfMember(db, { partnerId: partner.slug, memberId }, transactionId)
  const message = 'The member has no such dine.'
  if (dineId === null)
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'transactionId', message }] })
  return dineId
}

/** M is about a dine, A is about the account, and + means that the partner pays. */
function grant(
  trx: Context,
  {
    memberId,
    units,
    reason,
    dineId,
    isCorporate,
  }: Pick<Adjustment, 'memberId' | 'units' | 'reason' | 'dineId' | 'isCorporate'>,
): Promise<string> {
  return grantReward(trx.db, causeOf(trx), {
    memberId,
    units,
    dineId,
    kind: 'adjustment',
    source: isCorporate ? '+' : dineId ? 'M' : 'A',
    description: reason,
    reasonCode: 'adjustment',
  })
}

const causeOf = ({ partner, clock }: Context) => ({ partner, now: clock.now() })

function record(
  trx: Context,
  { id, memberId, units, isCorporate }: Adjustment,
  action: Extract<MemberAuditAction, `adjustment.${string}`>,
  reason?: string,
): Promise<void> {
  const after = { id, units, isCorporate }
  return recordMemberAudit(trx, { action, memberId, after, ...(reason === undefined ? {} : { reason }) })
}

const inTransaction = <T>(ctx: Context, work: (trx: Context) => Promise<T>): Promise<T> =>
  ctx.db.transaction().execute(db => work({ ...ctx, db }))
