import type { CardRegistration, FrameCard, PartnerCardChoice } from '@dineward/core/cards/cards.contract.ts'
import { cardDescription, remainingCardAllowance } from '@dineward/core/cards/cards.rules.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { copyText, isCopyKey } from '@dineward/core/partner/copy.ts'
import { acceptsCardType, maxLinkedCards } from '@dineward/core/partner/partner-questions.ts'
import { AppError, type ErrorCode, errorMessages } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { PartnerCard } from '../../gateways/cards/partner-cards.ts'
import { newId } from '../../new-id.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { lockMember, reopenAccount } from '../members/members.service.ts'
import {
  countLinkedCards,
  findCardOwner,
  insertLinkedCard,
  renewLinkedCard,
  useCardToken,
} from './cards.repository.ts'

import { listPartnerCards } from './partner-cards.service.ts'

export interface CardsToLink {
  readonly creditCards: readonly (FrameCard | PartnerCardChoice)[]
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
  return linkEach(ctx, input.creditCards, { reopensAccount: false })
}

interface Linking {
  /** Else a closed account is refused. */
  readonly reopensAccount: boolean
}

/** @returns one result per card, in order; a failure stops no other. @throws `forbidden`. */
export async function linkEach(
  ctx: MemberContext,
  creditCards: CardsToLink['creditCards'],
  linking: Linking,
): Promise<CardRegistration[]> {
  const listed = await findChosenCards(ctx, creditCards)
  const results: CardRegistration[] = []
  for (const choice of creditCards) {
    const card = await ('cardId' in choice
      ? verifyFrameCard(ctx, choice)
      : findPartnerCard(ctx, choice, listed))
    results.push('memberCard' in card ? card : await linkCard(ctx, card, linking))
  }
  return results
}

/** Once for all, and only if there are any. An error is that of each card. */
async function findChosenCards(
  ctx: MemberContext,
  cards: CardsToLink['creditCards'],
): Promise<readonly PartnerCard[] | AppError> {
  if (cards.every(card => 'cardId' in card)) return []
  try {
    return await listPartnerCards(ctx)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function findPartnerCard(
  ctx: MemberContext,
  { partnerCardId }: PartnerCardChoice,
  listed: readonly PartnerCard[] | AppError,
): NewCard | CardRegistration {
  const unknown = { id: null, cardType: '', lastFour: '', description: '' }
  if (listed instanceof AppError && listed.code === 'unavailable')
    return { memberCard: unknown, error: { code: listed.code, message: listed.message } }
  const card = listed instanceof AppError ? null : listed.find(each => each.partnerCardId === partnerCardId)
  return card ?? { memberCard: unknown, error: cardError(ctx, 'card_not_found') }
}

async function verifyFrameCard(ctx: MemberContext, card: FrameCard): Promise<NewCard | CardRegistration> {
  const { cardType, lastFour } = card
  const description = cardDescription(cardType)
  const refused = (code: ErrorCode) => ({
    memberCard: { id: null, cardType, lastFour, description },
    error: cardError(ctx, code),
  })
  const verified = await ctx.gateways.cardVault.verify(card, ctx.partner.slug)
  if (!verified) return refused('card_token_invalid')
  if (!acceptsCardType(ctx.partner, cardType)) return refused('card_brand_not_accepted')
  const { cardToken, useKey, expiresAt, cardExpiresOn: expiresOn } = verified
  const use = { tokenHash: useKey, expiresAt }
  return { cardType, lastFour, description, cardToken, expiresOn, partnerCardId: null, use }
}

interface NewCard extends Omit<PartnerCard, 'partnerCardId'> {
  readonly partnerCardId: string | null
  /** The card frame's token links one card, once. */
  readonly use?: { readonly tokenHash: string; readonly expiresAt: Date }
}

async function linkCard(ctx: MemberContext, card: NewCard, linking: Linking): Promise<CardRegistration> {
  const { cardType, lastFour, description } = card
  const linked = await addCard(ctx, card, linking)
  return 'id' in linked
    ? { memberCard: { id: linked.id, cardType, lastFour, description } }
    : { memberCard: { id: null, cardType, lastFour, description }, error: cardError(ctx, linked.problem) }
}

type LinkProblem = 'card_already_linked' | 'card_already_yours' | 'card_limit_reached' | 'card_token_invalid'

/** The member's row is locked, so that concurrent requests cannot exceed the limit. One card each: no deadlock. */
async function addCard(
  ctx: MemberContext,
  { use, ...card }: NewCard,
  { reopensAccount }: Linking,
): Promise<{ id: string } | { problem: LinkProblem }> {
  const owner = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return inTransaction(ctx.db, async trx => {
    const { erasedAt, ...member } = await lockMember({ ...ctx, db: trx }, owner.memberId)
    // The account was closed meanwhile: the last card was removed on another device.
    if (erasedAt || (isClosed(member) && !reopensAccount)) throw new AppError('forbidden')
    const renewed = await renewLinkedCard(trx, owner, card)
    if (renewed) return renewed
    const linkedTo = await findCardOwner(trx, { ...card, partnerId: owner.partnerId })
    if (linkedTo !== null)
      return { problem: linkedTo === owner.memberId ? 'card_already_yours' : 'card_already_linked' }
    if (remainingCardAllowance(ctx.partner, await countLinkedCards(trx, owner)) === 0)
      return { problem: 'card_limit_reached' }
    if (use && !(await useCardToken(trx, { ...use, partnerId: owner.partnerId })))
      return { problem: 'card_token_invalid' }
    const id = newId()
    const inserted = await insertLinkedCard(trx, { ...card, ...owner, id, linkedAt: ctx.clock.now() })
    if (!inserted) return { problem: 'card_already_linked' }
    recordEvents({ ...ctx, db: trx }, [{ type: 'card.linked', id, memberId: owner.memberId }])
    if (isClosed(member)) await reopenAccount({ ...ctx, db: trx }, owner.memberId)
    return { id }
  })
}

function cardError({ partner }: MemberContext, code: ErrorCode): { code: string; message: string } {
  const values = { count: maxLinkedCards(partner), 'max cards': maxLinkedCards(partner) }
  const key = code === 'card_limit_reached' ? 'cards.add.tooMany' : `error.${code}`
  return { code, message: isCopyKey(key) ? copyText(partner.copy, key, values) : errorMessages[code] }
}
