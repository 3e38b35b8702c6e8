import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf } from '@dineward/core/partner/partner-questions.ts'
import { payoutCents, payoutTarget, paysOut } from '@dineward/core/payouts/payouts.rules.ts'
import { rewardUnits } from '@dineward/core/rewards/earning.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { PastCredit, PastDine } from '@dineward/server/seeding.ts'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'

/** Where balances are paid out, credits decide which dines are Paid. */
export function unpaidDines(partner: Partner, dines: readonly PastDine[]): readonly PastDine[] {
  if (!paysOut(partner)) return dines
  return dines.map(dine => (dine.status === 'Paid' ? { ...dine, status: 'Awarded' } : dine))
}

/** A credit whenever the balance reached the threshold, some days after the dine that did it. */
export function demoCredits(
  partner: Partner,
  { member, cards }: DemoMember,
  dines: readonly PastDine[],
  now: Date,
): PastCredit[] {
  const recipient = { email: member.email, emailConfirmed: true, cards }
  const target = payoutTarget(partner, recipient, ['Card', 'Email'])
  if (!paysOut(partner) || !target) return []
  const credits: PastCredit[] = []
  let balance = 0
  for (const dine of dines) {
    if (dine.status !== 'Awarded') continue
    const net = dine.amountCents + dine.tipCents - (dine.refundCents ?? 0)
    balance += rewardUnits(net, earnRateOf(partner, dine.tier), partner.settings.rewards.rounding)
    const amountCents = payoutCents(partner, balance)
    const createdAt = new Date(Date.parse(`${dine.dinedAt}Z`) + days(6))
    if (amountCents === null) continue
    if (createdAt > now) break
    balance = 0
    credits.push({
      id: demoId(`credit ${member.id} ${credits.length}`),
      partnerId: partner.slug,
      memberId: member.id,
      amountCents,
      targetType: target.delivery,
      targetLabel: target.label,
      benefitProcessor: target.processor,
      status: 'completed',
      createdAt,
    })
  }
  return credits
}
