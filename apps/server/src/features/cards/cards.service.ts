import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { cardHint } from '@dineward/core/cards/cards.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { closeAccount } from '../identity/sessions/sessions.service.ts'
import { lockMember } from '../members/members.service.ts'
import { listCardsWithUse } from './cards.read.ts'
import { countLinkedCards, removeLinkedCard, updateCardName } from './cards.repository.ts'

export async function getLinkedCards(ctx: MemberContext): Promise<LinkedCard[]> {
  const now = ctx.clock.now()
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  const cards = await listCardsWithUse(ctx.db, owner, now)
  return cards.map(card => {
    const { id, cardType, lastFour, description, name, partnerCardId, expiresOn } = card
    const hint = cardHint(card, now)
    return {
      id,
      cardType,
      lastFour,
      description,
      partnerCardId,
      ...(name ? { name } : {}),
      ...(expiresOn ? { expiresOn } : {}),
      ...(hint ? { hint } : {}),
    }
  })
}

/** @throws `card_not_found`. */
export async function renameCard(
  ctx: MemberContext,
  input: { id: string; name: string | null },
): Promise<void> {
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  await ctx.db.transaction().execute(async db => {
    if (!(await updateCardName(db, owner, input))) throw new AppError('card_not_found')
    recordEvents({ ...ctx, db }, [{ type: 'card.changed', id: input.id, memberId: owner.memberId }])
  })
}

/**
 * The last card's removal closes the account and ends its sessions; rewards stay (decisions). @throws `card_not_found`.
 */
export async function removeCard(
  ctx: MemberContext,
  input: { id: string },
): Promise<{ accountClosed: boolean }> {
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    // The lock comes before counting: a card linked concurrently is either counted below or finds the account closed.
    await lockMember(inTransaction, owner.memberId)
    if (!(await removeLinkedCard(trx, owner, input.id, ctx.clock.now()))) throw new AppError('card_not_found')
    recordEvents(inTransaction, [{ type: 'card.removed', id: input.id, memberId: owner.memberId }])
    if ((await countLinkedCards(trx, owner)) > 0) return { accountClosed: false }
    await closeAccount(inTransaction, owner.memberId)
    return { accountClosed: true }
  })
}
