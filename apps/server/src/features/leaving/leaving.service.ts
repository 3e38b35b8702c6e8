import type { MemberExport } from '@dineward/core/leaving/leaving.contract.ts'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import type { Context, MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { exportReceipts } from '../claims/member-receipts.service.ts'
import { reauthenticate } from '../identity/passwords/reauthentication.service.ts'
import { cancelMemberErasure, getMemberRow, lockMember, scheduleErasure } from '../members/members.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { memberBalance } from '../rewards/rewards.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueErasureCanceledMail, queueErasureMail } from './leaving.mail.ts'
import { readMemberSections } from './member-data.read.ts'

/** Everything that is stored about a member, and a line in the audit log. */
export async function exportMember(ctx: Context, memberId: string, reason?: string): Promise<MemberExport> {
  return inOneTransaction(ctx, async trx => {
    await recordMemberAudit(trx, { action: 'account.exported', memberId, ...whyOf(reason) })
    const { partnerId, ...member } = await getMemberRow(trx, memberId)
    return {
      schemaVersion: 1,
      exportedAt: ctx.clock.now().toISOString(),
      program: ctx.partner.settings.programName,
      member,
      sections: {
        ...(await readMemberSections(trx.db, { ...member, partnerId })),
        receipts: await exportReceipts(trx, memberId),
      },
    }
  })
}

export async function describeErasure(ctx: MemberContext): Promise<{ unpaidRewards: number }> {
  const units = await memberBalance(ctx)
  return { unpaidRewards: rewardsAreCents(ctx.partner) ? centsToDollars(units) : units }
}

/** @throws `validation_failed`, `account_locked`, `reauthentication_required`, `unavailable` */
export async function leaveProgram(
  ctx: MemberContext,
  input: { password: string | undefined; sessionToken: string | null; origin: string },
): Promise<Date> {
  await reauthenticate(ctx, input)
  return requestErasure(ctx, { memberId: ctx.actor.id, origin: input.origin })
}

/** A repeated request does not move the day. */
export async function requestErasure(
  ctx: Context,
  { memberId, origin, reason }: { memberId: string; origin: string; reason?: string },
): Promise<Date> {
  const { erasureGraceDays } = ctx.partner.settings
  const erasureAt = new Date(ctx.clock.now().getTime() + days(erasureGraceDays))
  return inOneTransaction(ctx, async trx => {
    const member = await getMemberRow(trx, memberId)
    if (!(await scheduleErasure(trx, memberId, erasureAt))) return member.erasureDueAt ?? erasureAt
    await recordMemberAudit(trx, {
      action: 'account.erasure_requested',
      memberId,
      ...whyOf(reason),
    })
    await queueErasureMail(trx, { member, origin, erasureAt })
    return erasureAt
  })
}

/** What canceling an erasure was made from. */
export const erasureVersion = (dueAt: Date | null): string => versionOf(dueAt?.toISOString())

/** @returns false where none was requested. @throws `changed_meanwhile` where the version is of another request. */
export async function cancelErasure(
  ctx: Context,
  input: { memberId: string; origin: string; version?: string; reason?: string },
): Promise<boolean> {
  const { memberId, origin, version, reason } = input
  return inOneTransaction(ctx, async trx => {
    if (version !== undefined) {
      await lockMember(trx, memberId)
      const { erasureDueAt } = await getMemberRow(trx, memberId)
      if (erasureVersion(erasureDueAt) !== version) throw new AppError('changed_meanwhile')
    }
    if (!(await cancelMemberErasure(trx, memberId))) return false
    await recordMemberAudit(trx, { action: 'account.erasure_canceled', memberId, ...whyOf(reason) })
    await queueErasureCanceledMail(trx, {
      member: await getMemberRow(trx, memberId),
      origin,
    })
    return true
  })
}

const inOneTransaction = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  inTransaction(ctx.db, db => work({ ...ctx, db }))

/** Staff and programs give a reason. */
const whyOf = (reason: string | undefined) => (reason === undefined ? {} : { reason })
