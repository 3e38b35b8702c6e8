import { randomUUID } from 'node:crypto'
import { hasNotJoined } from '@dineward/core/members/member-questions.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberAuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { Context } from '../../context.ts'
import { inTransaction as inDbTransaction } from '../../db/in-transaction.ts'
import { grantReward, takeBackReward } from '../account-rewards/account-rewards.service.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { lockMember } from '../members/members.service.ts'
import { actorName, recordMemberAudit } from '../staff/audit.service.ts'
import { findDineOfMember } from './adjustments.read.ts'
import {
  type Adjustment,
  findAdjustment,
  findPosted,
  insertAdjustment,
  isExternalIdUsed,
  updateAdjustment,
} from './adjustments.repository.ts'

export { type Adjustment, detachDinesOfAdjustments, findAdjustment } from './adjustments.repository.ts'

export interface NewAdjustment {
  readonly memberId: string
  /** Negative units are taken from the member. */
  readonly units: number
  /** As the member reads it. */
  readonly reason: string
  /** The dine it is about, of the member. */
  readonly transactionId?: string | undefined
  readonly isCorporate?: boolean | undefined
  /** The author's: a second call with it answers what the first one did. */
  readonly idempotencyKey?: string | undefined
  /** The program's own systems know it by this id. */
  readonly externalId?: string | undefined
}

/**
 * Posts it, whatever its amount: who may was decided before (`features/approvals`).
 * @throws `not_found`, `validation_failed`, `idempotency_conflict`, `external_id_in_use`
 */
export async function postAdjustment(ctx: Context, input: NewAdjustment): Promise<Adjustment> {
  const { memberId, units, reason, transactionId, isCorporate = false, idempotencyKey = null } = input
  const { externalId = null } = input
  const { partner, clock } = ctx
  const author = actorName(ctx.actor)
  return inTransaction(ctx, async trx => {
    const key = { partnerId: partner.slug, memberId }
    await assertIsMember(trx, memberId)
    const dineId = transactionId === undefined ? null : await requireDineId(trx, memberId, transactionId)
    const fields = { ...key, units, isCorporate, reason, dineId, author }
    const before =
      idempotencyKey === null ? undefined : await findPosted(trx.db, { ...fields, idempotencyKey })
    if (before) return assertSame(before, fields)
    if (externalId !== null && (await isExternalIdUsed(trx.db, partner.slug, externalId)))
      throw externalIdInUse()
    const rewardId = await grant(trx, fields)
    const adjustment = await insertAdjustment(trx.db, {
      ...fields,
      id: randomUUID(),
      rewardId,
      idempotencyKey,
      externalId,
      createdAt: clock.now(),
    })
    if (!adjustment) throw externalIdInUse()
    await record(trx, adjustment, 'adjustment.posted', reason)
    recordEvents(trx, [{ type: 'reward.posted', id: adjustment.id, memberId }])
    return adjustment
  })
}

const externalIdInUse = () =>
  new AppError('external_id_in_use', {
    fieldErrors: [{ field: 'externalId', message: 'Another reward has this id.' }],
  })

function assertSame(before: Adjustment, asked: Partial<Adjustment>): Adjustment {
  const fields = Object.keys(asked) as (keyof Adjustment)[]
  if (fields.some(field => before[field] !== asked[field])) throw new AppError('idempotency_conflict')
  return before
}

/**
 * An adjustment is reversed once. @throws `not_found`, `adjustment_reversed`
 */
export async function reverseAdjustment(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Adjustment> {
  const partnerId = ctx.partner.slug
  const { memberId } = await requireAdjustment(ctx, id)
  return inTransaction(ctx, async trx => {
    await assertIsMember(trx, memberId)
    const adjustment = await requireAdjustment(trx, id)
    if (adjustment.reversedAt !== null) throw new AppError('adjustment_reversed')
    const source = adjustment.isCorporate ? '+' : 'A'
    const correction = { source, description: reason, reasonCode: 'adjustment_reversed' } as const
    await takeBackReward(trx.db, causeOf(trx), { id: adjustment.rewardId, ...correction })
    await record(trx, adjustment, 'adjustment.reversed', reason)
    recordEvents(trx, [{ type: 'reward.reversed', id, memberId }])
    const by = { reversedBy: actorName(ctx.actor), reversedAt: ctx.clock.now(), reversalReason: reason }
    return updateAdjustment(trx.db, { partnerId, id }, by)
  })
}

async function requireAdjustment({ db, partner }: Context, id: string): Promise<Adjustment> {
  const adjustment = await findAdjustment(db, [partner.slug], id)
  if (!adjustment) throw new AppError('not_found')
  return adjustment
}

/** The member is locked, so that of two calls at once the second finds what the first one did. */
async function assertIsMember(trx: Context, memberId: string): Promise<void> {
  const member = await lockMember(trx, memberId)
  if (member.erasedAt || hasNotJoined(member)) throw new AppError('not_found')
}

type Given = Pick<Adjustment, 'memberId' | 'units' | 'isCorporate'>

/** Negative units are taken. */
export const effectOfGiving = (ctx: Context, given: Given): Promise<MeasuredEffect> =>
  effectOfAdjustment(ctx, given, given.units < 0 ? 'Take' : 'Give')

export async function effectOfAdjustment(
  { db, partner }: Context,
  { memberId, units, isCorporate }: Given,
  verb: string,
): Promise<MeasuredEffect> {
  const balance = await balanceOf(db, partner.slug, memberId)
  const [before, after] = [balance, balance + units].map(amount => formatReward(partner, amount))
  return {
    partner: partner.slug,
    amount: Math.abs(units),
    memberId,
    title: `${verb} ${formatReward(partner, Math.abs(units))}`,
    lines: [
      { label: 'Balance of the member', before: before!, after: after! },
      { label: 'Paid by', before: null, after: isCorporate ? 'the partner' : 'the program' },
    ],
    warnings: balance + units < 0 ? ['The balance would be below zero.'] : [],
  }
}

/** @throws `validation_failed` where the member has no such dine */
export async function requireDineId(
  { db, partner }: Context,
  memberId: string,
  transactionId: string,
): Promise<string> {
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
  reason: string,
): Promise<void> {
  return recordMemberAudit(trx, { action, memberId, after: { id, units, isCorporate }, reason })
}

const inTransaction = <T>(ctx: Context, work: (trx: Context) => Promise<T>): Promise<T> =>
  inDbTransaction(ctx.db, db => work({ ...ctx, db }))
