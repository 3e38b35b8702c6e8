import type { ListedPartnerCard } from '@dineward/core/cards/cards.contract.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { acceptsCardType, loadsPartnerCards } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import type { PartnerCard } from '../../gateways/cards/partner-cards.ts'
import { renewLinkedCard } from './cards.repository.ts'

/** Linked cards of the list take its later expiry. @throws `not_found` where the partner lists none, `unavailable`. */
export async function getPartnerCards(ctx: MemberContext): Promise<ListedPartnerCard[]> {
  const cards = await listPartnerCards(ctx)
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  for (const card of cards) await renewLinkedCard(ctx.db, owner, card)
  return cards.map(({ partnerCardId, cardType, lastFour, description }) => ({
    partnerCardId,
    cardType,
    lastFour,
    description,
  }))
}

/** Those that the program accepts. @throws as `getPartnerCards`. */
export async function listPartnerCards(ctx: MemberContext): Promise<readonly PartnerCard[]> {
  const { partner, actor, gateways, clock, log } = ctx
  if (!loadsPartnerCards(partner)) throw new AppError('not_found')
  try {
    const { id: memberId, memberNumber } = actor
    const cards = await gateways.partnerCards.list(partner, { memberId, memberNumber })
    return cards.filter(({ cardType }) => acceptsCardType(partner, cardType))
  } catch (error) {
    log.warn({ err: error }, 'partner does not list its cards, members can still enter theirs')
    const values = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now())
    const message = copyText(partner.copy, 'addCard.partnerCards.unavailable', values)
    throw new AppError('unavailable', { message, cause: error })
  }
}
