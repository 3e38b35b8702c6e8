import type { Context, MemberContext } from '../../context.ts'
import { findMemberWithSummary } from '../members/member-summary.read.ts'

/** What is done for a member, by staff or a job. */
export async function contextOfMember(ctx: Context, memberId: string): Promise<MemberContext> {
  const year = ctx.clock.now().getUTCFullYear()
  const member = await findMemberWithSummary(ctx.db, ctx.partner.slug, { memberId, year })
  return { ...ctx, actor: { kind: 'member', ...member } }
}
