import type { AdjustmentState } from '@dineward/core/adjustments/adjustments.rules.ts'
import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext, slugsOf } from '../../http/serve-console.ts'
import { selectAdjustments } from '../adjustments/adjustments.read.ts'
import {
  approveAdjustment,
  findAdjustmentPartner,
  type NewAdjustment,
  postAdjustment,
  rejectAdjustment,
  withdrawAdjustment,
} from '../adjustments/adjustments.service.ts'
import { memberProgram } from './member-program.service.ts'

export async function listConsoleAdjustments(
  ctx: ConsoleContext,
  { partner, state }: { readonly partner?: string | undefined; readonly state: AdjustmentState },
): Promise<{ items: ConsoleAdjustment[] }> {
  const rows = await selectAdjustments(ctx.db, slugsOf(ctx, partner), { state })
  return {
    items: rows.map(row => ({
      id: row.id,
      partner: row.partnerId,
      memberId: row.memberId,
      memberName: `${row.firstName} ${row.lastName}`.trim(),
      units: row.units,
      reason: row.reason,
      transactionId: row.transactionId,
      state: row.state,
      author: row.author,
      createdAt: row.createdAt.toISOString(),
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      isOwn: row.author === ctx.actor.email,
    })),
  }
}

interface Answered {
  readonly adjustment: { readonly id: string; readonly state: AdjustmentState }
}

const answerOf = ({ id, state }: Answered['adjustment']): Answered => ({ adjustment: { id, state } })

export async function postConsoleAdjustment(ctx: ConsoleContext, input: NewAdjustment): Promise<Answered> {
  // PostgreSQL refuses text with a NUL.
  const reason = input.reason.replaceAll('\0', '')
  const transactionId = input.transactionId?.replaceAll('\0', '')
  const program = await memberProgram(ctx, input.memberId)
  return answerOf(await postAdjustment(program, { ...input, reason, transactionId }))
}

export async function approveConsoleAdjustment(ctx: ConsoleContext, id: string): Promise<Answered> {
  return answerOf(await approveAdjustment(await adjustmentProgram(ctx, id), id))
}

interface Reasoned {
  readonly id: string
  readonly reason: string
}

export async function rejectConsoleAdjustment(ctx: ConsoleContext, input: Reasoned): Promise<Answered> {
  const program = await adjustmentProgram(ctx, input.id)
  return answerOf(await rejectAdjustment(program, withoutNul(input)))
}

export async function withdrawConsoleAdjustment(ctx: ConsoleContext, input: Reasoned): Promise<Answered> {
  const program = await adjustmentProgram(ctx, input.id)
  return answerOf(await withdrawAdjustment(program, withoutNul(input)))
}

const withoutNul = ({ id, reason }: Reasoned): Reasoned => ({ id, reason: reason.replaceAll('\0', '') })

/** @throws `not_found` */
async function adjustmentProgram(ctx: ConsoleContext, id: string): Promise<StaffContext> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const slug = id.includes('\0') ? null : await findAdjustmentPartner(ctx.db, slugs, id)
  if (slug === null) throw new AppError('not_found')
  return programContext(ctx, slug)
}
