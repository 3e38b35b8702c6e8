import type { getDineSummary } from '@dineward/core/activity/activity.contract.ts'
import { type PartSum, sumParts, yearBefore } from '@dineward/core/activity/reward-parts.rules.ts'
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
import { selectSums, selectYear } from './rewards-year.read.ts'

/** The overview and the year show one window, by the restaurants' local dates. */
const windowOf = ({ partner, actor, clock }: MemberContext) => ({
  partnerId: partner.slug,
  memberId: actor.id,
  since: yearBefore(clock.now()),
})

/** `currentYear` leaves out what is still an estimate (account §9). */
export async function dineSummary(ctx: MemberContext): Promise<ContractResponse<typeof getDineSummary>> {
  const window = windowOf(ctx)
  const parts = sumParts(await selectSums(ctx.db, window), ctx.clock.now())
  const final = parts.filter(({ part }) => part !== 'processing')
  const benefitOf = (some: readonly PartSum[]) =>
    inPartnerUnit(
      ctx.partner,
      some.reduce((sum, { units }) => sum + units, 0),
    )
  const dinesOf = (some: readonly PartSum[]) => some.reduce((sum, { dines }) => sum + dines, 0)
  return {
    currentYearBenefits: benefitOf(final),
    currentYearDines: dinesOf(final),
    since: window.since,
    benefit: benefitOf(parts),
    dines: dinesOf(parts),
    parts: parts.map(sum => ({
      part: sum.part,
      benefit: benefitOf([sum]),
      at: sum.at?.toISOString() ?? null,
    })),
  }
}

/** A month is that of the restaurant's local date. */
export async function rewardsYear(ctx: MemberContext): Promise<ContractResponse<typeof getRewardsYear>> {
  const { partner } = ctx
  const window = windowOf(ctx)
  const lastMonth = ctx.clock.now().toISOString().slice(0, 7)
  const rewards = await selectYear(ctx.db, window)
  const sums = ({ units, spentCents, dines }: Sums) => ({
    dines,
    spent: centsToDollars(spentCents),
    benefit: inPartnerUnit(partner, units),
  })
  const named = (entries: NamedSums[]) => entries.map(entry => ({ name: entry.name, ...sums(entry) }))
  return {
    total: sums(sumsOf(rewards)),
    months: sumsByMonth(rewards, window.since.slice(0, 7), lastMonth).map(entry => ({
      month: entry.name,
      ...sums(entry),
    })),
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
