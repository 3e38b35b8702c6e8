import { randomBytes } from 'node:crypto'
import type { CardRegistration, FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { cardDescription, remainingCardAllowance } from '@dineward/core/cards/cards.rules.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { copyText, isCopyKey } from '@dineward/core/partner/copy.ts'
import { acceptsCardType, maxLinkedCards } from '@dineward/core/partner/partner-questions.ts'
import { AppError, type ErrorCode, errorMessages } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import type { VerifiedCard } from '../../gateways/card-vault.ts'
import { lockMember } from '../members/members.service.ts'
import { countLinkedCards, insertLinkedCard, isCardLinked, useCardToken } from './cards.repository.ts'

export interface CardsToLink {
  readonly creditCards: readonly FrameCard[]
  readonly directFileFeedOptIn: boolean
}

/** @returns one result per card, in order; a failure stops no other. @throws `card_opt_in_required`, `forbidden`. */
export async function linkCards(ctx: MemberContext, input: CardsToLink): Promise<CardRegistration[]> {
  if (isClosed(ctx.actor)) throw new AppError('forbidden')
  if (!input.directFileFeedOptIn) {
    const message = ctx.partner.copy['validation.cardOptIn']
    throw new AppError('card_opt_in_required', {
      message,
      fieldErrors: [{ field: 'directFileFeedOptIn', message }],
    })
  }
  const results: CardRegistration[] = []
  for (const card of input.creditCards) results.push(await linkCard(ctx, card))
  return results
}

async function linkCard(ctx: MemberContext, card: FrameCard): Promise<CardRegistration> {
  const { cardType, lastFour } = card
  const memberCard = { id: null, cardType, lastFour, description: cardDescription(cardType) }
  const verified = await ctx.gateways.cardVault.verify(card, ctx.partner.slug)
  if (!verified) return { memberCard, error: cardError(ctx, 'card_token_invalid') }
  if (!acceptsCardType(ctx.partner, cardType))
    return { memberCard, error: cardError(ctx, 'card_brand_not_accepted') }
  const linked = await addCard(ctx, card, verified)
  return 'id' in linked
    ? { memberCard: { ...memberCard, id: linked.id } }
    : { memberCard, error: cardError(ctx, linked.problem) }
}

type LinkProblem = 'card_already_linked' | 'card_limit_reached' | 'card_token_invalid'

/** The member's row is locked, so that concurrent requests cannot exceed the limit. One card each: no deadlock. */
async function addCard(
  ctx: MemberContext,
  card: FrameCard,
  { cardToken, useKey, expiresAt }: VerifiedCard,
): Promise<{ id: string } | { problem: LinkProblem }> {
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return ctx.db.transaction().execute(async trx => {
    // Closed meanwhile: the last card was removed on another device.
    if (isClosed(await lockMember({ ...ctx, db: trx }, owner.memberId))) throw new AppError('forbidden')
    if (await isCardLinked(trx, owner.partnerId, cardToken)) return { problem: 'card_already_linked' }
    if (remainingCardAllowance(ctx.partner, await countLinkedCards(trx, owner)) === 0)
      return { problem: 'card_limit_reached' }
    if (!(await useCardToken(trx, { partnerId: owner.partnerId, tokenHash: useKey, expiresAt })))
      return { problem: 'card_token_invalid' }
    const id = randomBytes(16).toString('base64url')
    const inserted = await insertLinkedCard(trx, {
      ...owner,
      id,
      cardToken,
      cardType: card.cardType,
      lastFour: card.lastFour,
      description: cardDescription(card.cardType),
      linkedAt: ctx.clock.now(),
    })
    return inserted ? { id } : { problem: 'card_already_linked' }
  })
}

function cardError({ partner }: MemberContext, code: ErrorCode): { code: string; message: string } {
  const values = { count: maxLinkedCards(partner), 'max cards': maxLinkedCards(partner) }
  const key = code === 'card_limit_reached' ? 'cards.add.tooMany' : `error.${code}`
  return { code, message: isCopyKey(key) ? copyText(partner.copy, key, values) : errorMessages[code] }
}
