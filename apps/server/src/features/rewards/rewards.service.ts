import type { MemberContext } from '../../context.ts'
import { balanceOf } from '../ledger/ledger.service.ts'

/** A negative balance means that the member owes. */
export function memberBalance(ctx: MemberContext): Promise<number> {
  return balanceOf(ctx.db, ctx.partner.slug, ctx.actor.id)
}
