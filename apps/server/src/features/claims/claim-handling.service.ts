import { AppError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../context.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { listStaffWith } from '../staff/staff-directory.service.ts'
import type { ClaimContext } from './claim-decisions.service.ts'
import { type ClaimRow, insertClaimNote, listClaimNotes, updateAssignee } from './claims.repository.ts'

/* Who works on a claim, and what staff note about it for each other. */

type HandledClaim = Pick<ClaimRow, 'partnerId' | 'id' | 'memberId' | 'decidedAt'>

/** @throws `validation_failed` for staff who may not decide it, `claim_decided`, `changed_meanwhile` */
export async function assignClaim(
  ctx: StaffContext & Pick<ClaimContext, 'partners'>,
  claim: HandledClaim,
  { before, assignee }: { readonly before: string | null; readonly assignee: string | null },
): Promise<void> {
  if (claim.decidedAt) throw new AppError('claim_decided')
  const colleagues = await listStaffWith(ctx, 'claims.decide', claim.partnerId)
  if (assignee !== null && !colleagues.some(({ email }) => email === assignee))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'assignee', message: 'This person may not decide claims of the program.' }],
    })
  await ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    if (!(await updateAssignee(db, claim, { before, assignee }))) throw new AppError('changed_meanwhile')
    await recordMemberAudit(inTransaction, {
      action: 'claim.assigned',
      memberId: claim.memberId,
      before: { claimId: claim.id, assignee: before },
      after: { claimId: claim.id, assignee },
    })
  })
}

/** The audit log says that there is a note, and not what it says: the log outlives an erased member. */
export async function noteClaim(ctx: StaffContext, claim: HandledClaim, text: string): Promise<void> {
  const { partnerId, memberId, id: claimId } = claim
  await ctx.db.transaction().execute(async db => {
    const note = { partnerId, memberId, claimId, author: ctx.actor.email, text, createdAt: ctx.clock.now() }
    await insertClaimNote(db, note)
    const after = { claimId }
    await recordMemberAudit({ ...ctx, db }, { action: 'claim.noted', memberId, after })
  })
}

/** The oldest first. */
export async function listNotes({ db }: Pick<StaffContext, 'db'>, claim: HandledClaim) {
  const notes = await listClaimNotes(db, claim)
  return notes.map(({ id, author, text, createdAt }) => ({
    id: String(id),
    author,
    text,
    createdAt: createdAt.toISOString(),
  }))
}
