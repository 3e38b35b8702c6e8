import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext, slugsOf } from '../../http/serve-console.ts'
import { selectAdjustments } from '../adjustments/adjustments.read.ts'
import {
  type Adjustment,
  effectOfAdjustment,
  effectOfGiving,
  findAdjustment,
  type NewAdjustment,
  postAdjustment,
  requireDineId,
  reverseAdjustment,
} from '../adjustments/adjustments.service.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { memberProgram } from './member-program.service.ts'

export async function listConsoleAdjustments(
  ctx: ConsoleContext,
  { partner, memberId }: { readonly partner?: string | undefined; readonly memberId?: string | undefined },
): Promise<{ items: ConsoleAdjustment[] }> {
  const rows = await selectAdjustments(ctx.db, slugsOf(ctx, partner), { memberId })
  return {
    items: rows.map(row => ({
      id: row.id,
      partner: row.partnerId,
      memberId: row.memberId,
      memberName: `${row.firstName} ${row.lastName}`.trim(),
      units: row.units,
      reason: row.reason,
      transactionId: row.transactionId,
      author: row.author,
      createdAt: row.createdAt.toISOString(),
      reversedBy: row.reversedBy,
      reversedAt: row.reversedAt?.toISOString() ?? null,
      reversalReason: row.reversalReason,
    })),
  }
}

interface Answered {
  readonly adjustment: { readonly id: string }
}

/** @throws `not_found`, `validation_failed` for a dine that the member does not have */
export async function measureAdjustment(
  ctx: ConsoleContext,
  { memberId, units, transactionId, isCorporate = false }: NewAdjustment,
): Promise<MeasuredEffect> {
  const program = await memberProgram(ctx, memberId)
  if (transactionId !== undefined) await requireDineId(program, memberId, transactionId.replaceAll('\0', ''))
  return effectOfGiving(program, { memberId, units, isCorporate })
}

/** @throws as `postAdjustment` */
export async function postConsoleAdjustment(ctx: ConsoleContext, input: NewAdjustment): Promise<Answered> {
  // PostgreSQL refuses text with a NUL.
  const reason = input.reason.replaceAll('\0', '')
  const transactionId = input.transactionId?.replaceAll('\0', '')
  const program = await memberProgram(ctx, input.memberId)
  const { id } = await postAdjustment(program, { ...input, reason, transactionId })
  return { adjustment: { id } }
}

/** @throws `not_found`, `adjustment_reversed` */
export async function measureReversal(ctx: ConsoleContext, id: string): Promise<MeasuredEffect> {
  const { program, adjustment } = await requireAdjustment(ctx, id)
  if (adjustment.reversedAt !== null) throw new AppError('adjustment_reversed')
  return effectOfAdjustment(
    program,
    { ...adjustment, units: -adjustment.units },
    'Reverse an adjustment: post',
  )
}

/** @throws as `measureReversal` */
export async function reverseConsoleAdjustment(
  ctx: ConsoleContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Answered> {
  const { program } = await requireAdjustment(ctx, id)
  await reverseAdjustment(program, { id, reason: reason.replaceAll('\0', '') })
  return { adjustment: { id } }
}

async function requireAdjustment(
  ctx: ConsoleContext,
  id: string,
): Promise<{ program: StaffContext; adjustment: Adjustment }> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const adjustment = await findAdjustment(ctx.db, slugs, id)
  if (!adjustment) throw new AppError('not_found')
  return { program: programContext(ctx, adjustment.partnerId), adjustment }
}
