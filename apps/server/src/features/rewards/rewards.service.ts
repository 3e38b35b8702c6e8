import type { MemberContext } from '../../context.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { selectSummary } from './write/dines.repository.ts'

/** A negative balance means that the member owes. */
export function memberBalance(ctx: MemberContext): Promise<number> {
  return balanceOf(ctx.db, ctx.partner.slug, ctx.actor.id)
}

export function rewardsSummary(ctx: MemberContext): Promise<{ rewardUnits: number; dines: number }> {
  const since = new Date(ctx.clock.now())
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return selectSummary(ctx.db, owner, since.toISOString().slice(0, 10))
}
