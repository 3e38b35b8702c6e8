import type {
  CardRegistration,
  FrameCard,
  PartnerCardChoice,
  ReenrolledCard,
} from '@dineward/core/cards/cards.contract.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { linkEach } from './link-cards.service.ts'

/**
 * The first card that is linked opens a closed account again.
 * @throws `forbidden` for an open one, `validation_failed` without a card that has `lastFour`.
 */
export async function reenroll(
  ctx: MemberContext,
  input: { readonly creditCards: readonly ReenrolledCard[] },
): Promise<CardRegistration[]> {
  if (!isClosed(ctx.actor)) throw new AppError('forbidden')
  const cards = input.creditCards.filter(hasLastFour)
  if (cards.length === 0) {
    const message = ctx.partner.copy['validation.cardRequired']
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'creditCards', message }] })
  }
  return linkEach(ctx, cards, { reopensAccount: true })
}

const hasLastFour = (card: ReenrolledCard): card is FrameCard | (PartnerCardChoice & { lastFour: string }) =>
  Boolean(card.lastFour)
