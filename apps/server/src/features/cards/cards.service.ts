import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { cardHint } from '@dineward/core/cards/cards.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
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
export function removeCard(
  ctx: Context,
  { memberId, id }: { memberId: string; id: string },
): Promise<{ accountClosed: boolean }> {
  const owner = { partnerId: ctx.partner.slug, memberId }
  return inTransaction(ctx.db, async db => {
    // The lock comes before counting: a card linked concurrently is either counted below or finds the account closed.
    await lockMember({ ...ctx, db }, memberId)
    if (!(await removeLinkedCard(db, owner, id, ctx.clock.now()))) throw new AppError('card_not_found')
    recordEvents({ ...ctx, db }, [{ type: 'card.removed', id, memberId }])
    if ((await countLinkedCards(db, owner)) > 0) return { accountClosed: false }
    await closeAccount({ ...ctx, db }, memberId)
    return { accountClosed: true }
  })
}

/** By the program: no card is watched any more, and what was earned stays. In the caller's transaction. */
export async function closeWithCards(
  ctx: Context,
  { memberId, reason }: { memberId: string; reason: string },
): Promise<void> {
  const owner = { partnerId: ctx.partner.slug, memberId }
  for (const { id } of await listCardsWithUse(ctx.db, owner, ctx.clock.now()))
    await removeLinkedCard(ctx.db, owner, id, ctx.clock.now())
  await closeAccount(ctx, memberId, reason)
}
