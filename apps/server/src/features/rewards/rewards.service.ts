import type { MemberContext } from '../../context.ts'
import { selectSummary } from './dines.repository.ts'
import { balanceOf } from './ledger.service.ts'

/** What the signed-in member has, in the partner's unit (cents for dollars and credits). Below zero: the member owes. */
export function memberBalance(ctx: MemberContext): Promise<number> {
  return balanceOf(ctx.db, ctx.partner.slug, ctx.actor.id)
}

/** Rewards posted (in the partner's unit) and the dines that earned them, of the last 12 months (account §9). */
export function rewardsSummary(ctx: MemberContext): Promise<{ rewardUnits: number; dines: number }> {
  const since = new Date(ctx.clock.now())
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return selectSummary(ctx.db, owner, since.toISOString().slice(0, 10))
}
