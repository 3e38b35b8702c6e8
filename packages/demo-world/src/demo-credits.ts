import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf } from '@dineward/core/partner/partner-questions.ts'
import { payoutCents, payoutTarget, paysOut } from '@dineward/core/payouts/payouts.rules.ts'
import { rewardUnits } from '@dineward/core/rewards/earning.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { asUtc } from '@dineward/core/shared/local-date.ts'
import type { PastCredit, PastDine } from '@dineward/server/seeding.ts'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'

/** Where balances are paid out, credits decide which dines are Paid. */
export function unpaidDines(partner: Partner, dines: readonly PastDine[]): readonly PastDine[] {
  if (!paysOut(partner)) return dines
  return dines.map(dine => (dine.status === 'Paid' ? { ...dine, status: 'Awarded' } : dine))
}

export interface PastReward {
  readonly memberId: string
  readonly units: number
  readonly createdAt: Date
}

/** A credit whenever the balance reached the threshold, at most six days after the dine that did it: none is due. */
export function demoCredits(
  partner: Partner,
  { member, cards }: DemoMember,
  dines: readonly PastDine[],
  { now, referrals }: { readonly now: Date; readonly referrals: readonly PastReward[] },
): PastCredit[] {
  const recipient = { email: member.email, emailConfirmed: true, cards }
  const target = payoutTarget(partner, recipient, ['Card', 'Email'])
  if (!paysOut(partner) || !target) return []
  const credits: PastCredit[] = []
  let balance = 0
  for (const { at, units } of earnings(
    partner,
    dines,
    referrals.filter(({ memberId }) => memberId === member.id),
  )) {
    balance += units
    const amountCents = payoutCents(partner, balance)
    if (amountCents === null) continue
    const createdAt = new Date(Math.min(at + days(6), now.getTime()))
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

/** By time, in ms. */
function earnings(partner: Partner, dines: readonly PastDine[], referrals: readonly PastReward[]) {
  const posted = dines.filter(({ status }) => status === 'Awarded' || status === 'Deferred')
  return [
    ...posted.map(({ dinedAt, tier, amountCents, tipCents, refundCents = 0 }) => ({
      at: asUtc(dinedAt).getTime(),
      units: rewardUnits(
        amountCents + tipCents - refundCents,
        earnRateOf(partner, tier),
        partner.settings.rewards.rounding,
      ),
    })),
    ...referrals.map(({ createdAt, units }) => ({ at: createdAt.getTime(), units })),
  ].toSorted((a, b) => a.at - b.at)
}
