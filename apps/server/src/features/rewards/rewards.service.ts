import type { MemberContext } from '../../context.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { selectSummary } from './dines.repository.ts'

/** In the partner's unit (cents for dollars and credits). Below zero: the member owes. */
export function memberBalance(ctx: MemberContext): Promise<number> {
  return balanceOf(ctx.db, ctx.partner.slug, ctx.actor.id)
}

/** Rewards and dines of the last 12 months (account §9). */
export function rewardsSummary(ctx: MemberContext): Promise<{ rewardUnits: number; dines: number }> {
  const since = new Date(ctx.clock.now())
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return selectSummary(ctx.db, owner, since.toISOString().slice(0, 10))
}
