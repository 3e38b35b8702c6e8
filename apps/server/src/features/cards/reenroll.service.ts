import type { CardRegistration } from '@dineward/core/cards/cards.contract.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { type CardsToLink, linkEach } from './link-cards.service.ts'

/** The first card that is linked opens a closed account again. @throws `forbidden` for an open one. */
export async function reenroll(
  ctx: MemberContext,
  { creditCards }: Pick<CardsToLink, 'creditCards'>,
): Promise<CardRegistration[]> {
  if (!isClosed(ctx.actor)) throw new AppError('forbidden')
  return linkEach(ctx, creditCards, { reopensAccount: true })
}
