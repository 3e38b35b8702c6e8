import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { type FlexOfferRow, selectFlexOffers } from './flex-offers.read.ts'

/** @throws `not_found` where the partner has no flex offers, `merchant_not_found`, `forbidden` for another member's. */
export async function listFlexOffers(
  ctx: MemberContext,
  { merchantId, publicId }: { merchantId: string; publicId: string },
): Promise<{ items: FlexOfferRow[] }> {
  const { db, partner, actor: member, clock } = ctx
  if (!hasFlexOffers(partner)) throw new AppError('not_found')
  if (merchantId.includes('\0')) throw new AppError('merchant_not_found')
  const key = { partnerId: partner.slug, memberId: member.id, now: clock.now() }
  const items = await selectFlexOffers(db, key, merchantId)
  if (items === null) throw new AppError('merchant_not_found')
  if (publicId !== member.id) throw new AppError('forbidden')
  return { items: isOpenMember(member) ? items : [] }
}
