import type { getRewardsYear } from '@dineward/core/activity/rewards-year.contract.ts'
import {
  missedUnits,
  type NamedSums,
  type Sums,
  sumsByMonth,
  sumsOf,
  topSums,
  type YearReward,
} from '@dineward/core/activity/rewards-year.rules.ts'
import { isOptedIn, isVip } from '@dineward/core/members/member-questions.ts'
import { asksForEmailOptIn, earnRateOf, hasVip } from '@dineward/core/partner/partner-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import type { MemberContext } from '../../context.ts'
import { inPartnerUnit } from './activity.service.ts'
import { selectYear } from './rewards-year.read.ts'

/** The year is this month and the eleven before; a month is that of the restaurant's local date. */
export async function rewardsYear(ctx: MemberContext): Promise<ContractResponse<typeof getRewardsYear>> {
  const { partner, actor } = ctx
  const lastMonth = ctx.clock.now().toISOString().slice(0, 7)
  const [first] = sumsByMonth([], lastMonth)
  const rewards = await selectYear(ctx.db, {
    partnerId: partner.slug,
    memberId: actor.id,
    since: `${first!.name}-01`,
  })
  const sums = ({ units, spentCents, dines }: Sums) => ({
    dines,
    spent: centsToDollars(spentCents),
    benefit: inPartnerUnit(partner, units),
  })
  const named = (entries: NamedSums[]) => entries.map(entry => ({ name: entry.name, ...sums(entry) }))
  return {
    total: sums(sumsOf(rewards)),
    months: sumsByMonth(rewards, lastMonth).map(entry => ({ month: entry.name, ...sums(entry) })),
    restaurants: named(topSums(rewards, reward => reward.restaurant)),
    cuisines: named(topSums(rewards, reward => reward.cuisine)),
    cards: named(topSums(rewards, reward => reward.card)),
    higherTier: higherTierOf(ctx, rewards),
  }
}

function higherTierOf({ partner, actor }: MemberContext, rewards: YearReward[]) {
  if (isVip(actor)) return null
  const tier = isOptedIn(actor) ? 3 : 2
  if (tier === 3 ? !hasVip(partner) : !asksForEmailOptIn(partner)) return null
  const units = missedUnits(rewards, { tier, rate: earnRateOf(partner, tier) })
  return units > 0 ? { tier, benefit: inPartnerUnit(partner, units) } : null
}
