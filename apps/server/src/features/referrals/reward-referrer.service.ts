import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ReferrerRefusal } from '@dineward/core/referrals/referrals.rules.ts'
import { type BudgetChange, referralBudget } from '@dineward/core/rewards/components/budget.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import { Attempts } from '../../jobs/attempts.ts'
import { grantReward, takeBackReward } from '../account-rewards/account-rewards.service.ts'
import { takeFromBudgets } from '../budgets/budgets.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type LockedReferrer, lockReferrer } from './referrals.read.ts'
import {
  countRewarded,
  lockUnsettled,
  type Referral,
  selectUnsettled,
  updateReferral,
} from './referrals.repository.ts'

interface Invitation {
  readonly partner: Partner
  /** This is the friend. */
  readonly memberId: string
  readonly referrerId: string
  readonly now: Date
}

/**
 * The referrer follows the friend: rewarded, or taken back. A transaction that holds the friend does not wait for a second
 * member, so that two of them never wait for each other; where the referrer is busy the job does it.
 * @returns what it gives back to the budget of referrals; null where there was nothing to do, or the referrer is busy
 */
export async function rewardReferrer(
  db: Db,
  invitation: Invitation,
  { mayWait }: { readonly mayWait: boolean },
): Promise<readonly BudgetChange[] | null> {
  const { partner, memberId, referrerId, now } = invitation
  const key = { partnerId: partner.slug, memberId }
  const referrer = await lockReferrer(db, { partnerId: partner.slug, referrerId }, { mayWait })
  const referral = referrer && (await lockUnsettled(db, key))
  if (!referral) return null
  const { freedUnits, ...changes } = await settled(db, invitation, { referrer, referral })
  await updateReferral(db, key, { ...changes, reservedUnits: 0, updatedAt: now })
  return freedUnits === 0 ? [] : [freed(freedUnits)]
}

export const freed = (units: number): BudgetChange => ({
  ...referralBudget,
  units: -units,
  refusedUnits: null,
})

async function settled(
  db: Db,
  { partner, referrerId, now }: Invitation,
  { referrer, referral }: { readonly referrer: LockedReferrer; readonly referral: Referral },
): Promise<Partial<Pick<Referral, 'referrerRefusal' | 'referrerRewardId'>> & { freedUnits: number }> {
  const cause = { partner, now }
  const refused = (referrerRefusal: ReferrerRefusal) => ({
    referrerRefusal,
    freedUnits: referral.reservedUnits,
  })
  if (referrer.erasedAt) return refused('referrer_closed')
  if (referral.referrerRewardId) {
    const freedUnits = await takeBackReward(db, cause, {
      id: referral.referrerRewardId,
      source: 'J',
      description: partner.copy['reward.referral.takenBack'],
      reasonCode: 'referral_dine_refunded',
    })
    return { referrerRewardId: null, freedUnits }
  }
  if (isClosed(referrer)) return refused('referrer_closed')
  const rewarded = await countRewarded(db, {
    partnerId: partner.slug,
    referrerId,
    date: referral.dinedOn!,
  })
  const yearlyLimit = partner.settings.referral?.yearlyLimit ?? Number.POSITIVE_INFINITY
  if (rewarded >= yearlyLimit) return refused('yearly_limit')
  const referrerRewardId = await grantReward(db, cause, {
    memberId: referrerId,
    kind: 'referral',
    source: 'B',
    units: referral.reservedUnits,
    description: partner.copy['reward.referral.referrer'],
    reasonCode: 'referral_referrer',
  })
  return { referrerRewardId, freedUnits: 0 }
}

/** A job settles those that the friend's transaction left. @returns how many. @throws at the end when one failed. */
export async function settleReferrals(services: {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}): Promise<number> {
  const attempts = new Attempts()
  let settledCount = 0
  const now = services.clock.now()
  for (const partner of services.partners.all()) {
    for (const invitation of await selectUnsettled(services.db, partner.slug)) {
      await attempts.make(`friend ${invitation.memberId}`, async () => {
        const isSettled = await services.db.transaction().execute(async db => {
          const changes = await rewardReferrer(db, { partner, now, ...invitation }, { mayWait: true })
          await takeFromBudgets(db, [{ partner, partnerId: partner.slug, changes: changes ?? [] }])
          return changes !== null
        })
        if (isSettled) settledCount++
      })
    }
  }
  attempts.end()
  return settledCount
}
