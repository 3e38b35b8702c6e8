import { AppError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../context.ts'
import { repeatingWhenTaken } from '../budgets/budgets.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { lockMember } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { redecideDines } from '../rewards/process-events.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { listStaffWith } from '../staff/staff-directory.service.ts'
import { answerHold, type HoldRow, updateAssignee } from './holds.repository.ts'

type HoldContext = StaffContext & { readonly partners: PartnerRegistry }
type Hold = Pick<HoldRow, 'partnerId' | 'dineId' | 'memberId' | 'merchantId' | 'state'>

export interface HoldAnswer {
  readonly state: 'released' | 'refused'
  readonly reason: string
}

/** A person has answered: the dine is decided again by the rules, at its own date. @throws `hold_decided` */
export function decideHold(ctx: HoldContext, hold: Hold, answer: HoldAnswer): Promise<void> {
  return repeatingWhenTaken(() =>
    ctx.db.transaction().execute(async db => {
      const inTransaction = { ...ctx, db }
      await applyAnswer(inTransaction, hold, answer)
      const { dineId, memberId } = hold
      await recordMemberAudit(inTransaction, {
        action: `hold.${answer.state}`,
        memberId,
        before: { dineId, state: hold.state },
        after: { dineId, state: answer.state },
        reason: answer.reason,
      })
    }),
  )
}

/** What a release would post, with all that depends on it: it is done, and then not kept. @throws `hold_decided` */
export async function tryRelease(
  ctx: HoldContext,
  hold: Hold,
): Promise<{ readonly balanceBefore: number; readonly balanceAfter: number }> {
  class Tried extends Error {}
  let tried: { balanceBefore: number; balanceAfter: number } | null = null
  const trying = repeatingWhenTaken(() =>
    ctx.db.transaction().execute(async db => {
      const balance = () => balanceOf(db, hold.partnerId, hold.memberId)
      const balanceBefore = await balance()
      await applyAnswer({ ...ctx, db }, hold, { state: 'released', reason: '' })
      tried = { balanceBefore, balanceAfter: await balance() }
      throw new Tried()
    }),
  )
  await trying.catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error
  })
  return tried!
}

/** The member is locked first, as by events. A refusal may be undone; a release may not. */
async function applyAnswer(ctx: HoldContext, hold: Hold, { state, reason }: HoldAnswer): Promise<void> {
  const { partnerId, memberId, merchantId } = hold
  await lockMember(ctx, memberId)
  const from = state === 'released' ? (['open', 'refused'] as const) : (['open'] as const)
  const answered = await answerHold(ctx.db, hold, from, {
    state,
    reason,
    decidedBy: ctx.actor.email,
    decidedAt: ctx.clock.now(),
  })
  if (!answered) throw new AppError('hold_decided')
  await redecideDines(ctx, { partnerId, memberId, merchantId }, dine => dine)
}

/** @throws `validation_failed` for staff who may not answer it, `hold_decided`, `changed_meanwhile` */
export async function assignHold(
  ctx: HoldContext,
  hold: Hold,
  { before, assignee }: { readonly before: string | null; readonly assignee: string | null },
): Promise<void> {
  const { dineId, partnerId, memberId } = hold
  if (hold.state !== 'open') throw new AppError('hold_decided')
  const colleagues = await listStaffWith(ctx, 'holds.decide', partnerId)
  if (assignee !== null && !colleagues.some(({ email }) => email === assignee))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'assignee', message: 'This person may not answer cases of the program.' }],
    })
  await ctx.db.transaction().execute(async db => {
    if (!(await updateAssignee(db, hold, { before, assignee }))) throw new AppError('changed_meanwhile')
    await recordMemberAudit(
      { ...ctx, db },
      {
        action: 'hold.assigned',
        memberId,
        before: { dineId, assignee: before },
        after: { dineId, assignee },
      },
    )
  })
}
