import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import type { MemberContext } from '../../context.ts'
import { listLinkedCards } from './cards.repository.ts'

/** The cards that a member has linked, the oldest first (wire: Cards). */
export async function linkedCards(ctx: MemberContext): Promise<LinkedCard[]> {
  const cards = await listLinkedCards(ctx.db, { partnerId: ctx.partner.slug, memberId: ctx.actor.id })
  return cards.map(({ id, cardType, lastFour, description, partnerCardId }) => ({
    id,
    cardType,
    lastFour,
    description,
    partnerCardId,
  }))
}
