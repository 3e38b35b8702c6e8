import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Actor, Context } from '../../context.ts'
import { Attempts } from '../../jobs/attempts.ts'
import { balanceOf, postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import { anonymizeMember, findDueErasures, getMemberRow, lockMember } from '../members/members.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { eraseMemberRows } from './member-data.repository.ts'

const eraser: Actor = { kind: 'system', name: 'erasure' }

/** It runs hourly, for all partners. @returns how many were erased. @throws at the end when one could not be. */
export async function eraseDueMembers(
  services: Omit<Context, 'partner' | 'actor'>,
  partners: { all(): readonly Partner[] },
): Promise<number> {
  const attempts = new Attempts()
  let erased = 0
  for (const partner of partners.all()) {
    const ctx = { ...services, partner, actor: eraser }
    for (const memberId of await findDueErasures(ctx)) {
      await attempts.make(`member ${memberId}`, async () => {
        if (await eraseMember(ctx, memberId, { dueBy: services.clock.now() })) erased += 1
      })
    }
  }
  attempts.end()
  return erased
}

/**
 * Erasure is for good: the person is anonymized, what is not paid out goes back to the program, and the books keep
 * their entries. @returns false where it was done before, or is not due by then: the member may have canceled
 * meanwhile.
 */
export async function eraseMember(
  ctx: Context,
  memberId: string,
  { dueBy = null }: { readonly dueBy?: Date | null } = {},
): Promise<boolean> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, memberId)
    const member = await getMemberRow(inTransaction, memberId)
    if (member.erasedAt || !isDue(member.erasureDueAt, dueBy)) return false
    await giveUpRewards(inTransaction, memberId)
    const withFiles = await eraseMemberRows(trx, member)
    await anonymizeMember(inTransaction, memberId)
    await recordMemberAudit(inTransaction, { action: 'account.erased', memberId })
    // Files go before the commit: where one cannot be deleted, the member is due again.
    await deleteFiles(ctx, withFiles)
    return true
  })
}

/** Receipts, and messages where they are files. */
async function deleteFiles({ gateways }: Context, ids: readonly string[]): Promise<void> {
  const { mailer, texts, pushes, appPushes, receipts } = gateways
  for (const id of ids)
    await Promise.all([mailer, texts, pushes, appPushes, receipts].map(sender => sender?.delete?.(id)))
}

const isDue = (at: Date | null, dueBy: Date | null): boolean => dueBy === null || (at !== null && at <= dueBy)

async function giveUpRewards(ctx: Context, memberId: string): Promise<void> {
  const partnerId = ctx.partner.slug
  const units = await balanceOf(ctx.db, partnerId, memberId)
  if (units === 0) return
  await postEntries(ctx.db, {
    partnerId,
    idempotencyKey: `erasure:${memberId}`,
    kind: 'erasure',
    correlationId: memberId,
    reasonCode: 'member_erased',
    postedAt: ctx.clock.now(),
    entries: rewardEntries(memberId, -units),
  })
}
