import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import { rewardUnits } from '@dineward/core/rewards/earning.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { PastCredit, PastDine } from '@dineward/server/seeding.ts'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'

/** A credit whenever the balance reached the payout amount, some days after the dine that did it. */
export function demoCredits(
  partner: Pick<Partner, 'slug' | 'settings'>,
  { member, cards }: DemoMember,
  dines: readonly PastDine[],
  now: Date,
): PastCredit[] {
  const [card] = cards
  if (!paysStatementCredits(partner) || !card) return []
  const threshold = partner.settings.payout.thresholdCents
  const credits: PastCredit[] = []
  let balance = 0
  for (const dine of dines) {
    if (dine.status !== 'Paid' && dine.status !== 'Awarded') continue
    const net = dine.amountCents + dine.tipCents - (dine.refundCents ?? 0)
    balance += rewardUnits(net, earnRateOf(partner, dine.tier), partner.settings.rewards.rounding)
    if (balance < threshold) continue
    balance -= threshold
    const createdAt = new Date(Date.parse(`${dine.dinedAt}Z`) + days(6))
    if (createdAt > now) break
    credits.push({
      id: demoId(`credit ${member.id} ${credits.length}`),
      partnerId: partner.slug,
      memberId: member.id,
      amountCents: threshold,
      targetType: 'Card',
      targetLabel: `${card.description} ending in ${card.lastFour}`,
      benefitProcessor: card.cardType,
      status: 'completed',
      createdAt,
    })
  }
  return credits
}
