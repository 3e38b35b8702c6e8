import { isOpenMember, tierOf } from '@dineward/core/members/member-questions.ts'
import { tierToUnlock } from '@dineward/core/merchants/unlock-access.rules.ts'
import { earnRateOf, earnsRewards, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { offerUnits } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { type Context, memberOf } from '../../context.ts'
import { selectOfferPlaces } from '../offers/offer-places.read.ts'
import type { RewardOrder } from './search-query.rules.ts'

/** Offers of amounts, percents and multipliers are compared for such a bill. */
const usualDinnerCents = 6_000

/** Null for visitors and closed accounts, who see no rewards (shell §6). Docs: decision 082. */
export async function rewardOrderOf(
  ctx: Pick<Context, 'db' | 'partner' | 'actor' | 'clock'>,
): Promise<RewardOrder | null> {
  const { db, partner, clock } = ctx
  const member = memberOf(ctx)
  if (!isOpenMember(member) || !earnsRewards(partner)) return null
  const key = { partnerId: partner.slug, memberId: member.id, now: clock.now() }
  const places = hasFlexOffers(partner) ? await selectOfferPlaces(db, key) : []
  const { numerator, denominator } = earnRateOf(partner, tierOf(member))
  const dinner = {
    earningCents: usualDinnerCents,
    baseUnits: Math.floor((usualDinnerCents * numerator) / denominator),
  }
  const extra = new Map<string, number>()
  for (const { merchantId, reward } of places)
    extra.set(merchantId, Math.max(extra.get(merchantId) ?? 0, offerUnits(reward, dinner)))
  return { extra, isLocked: codes => tierToUnlock(partner, codes, member) !== null }
}
