import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { referralLink, referralRefusal } from '@dineward/core/referrals/referrals.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { grantReward, takeBackReward } from '../account-rewards/account-rewards.service.ts'
import { selectReferralCounts, selectReferralFacts } from './referrals.read.ts'
import { insertReferral, updateReferral } from './referrals.repository.ts'
import { rewardReferrer } from './reward-referrer.service.ts'

export interface Friend {
  readonly partner: Partner
  readonly memberId: string
  readonly referrerId: string
  readonly now: Date
}

/**
 * In the transaction that decides the friend's dines, after they are saved; the friend is locked. The friend's reward
 * stands while a dine has earned, whichever it is; a second one rewards no more.
 */
export async function decideReferral(
  db: Db,
  friend: Friend,
  earnsNow: (dineId: string) => boolean,
): Promise<void> {
  const { partner, memberId, referrerId, now } = friend
  const key = { partnerId: partner.slug, memberId }
  const { referral, firstDine, ...people } = await selectReferralFacts(db, { ...key, referrerId })
  if (!referral) {
    // A dine from before the partner rewarded referrals begins none.
    if (!offersReferrals(partner) || !firstDine || !earnsNow(firstDine.id)) return
    const refusal = referralRefusal(people.friend, people.referrer, people)
    const [createdAt, updatedAt] = [now, now]
    await insertReferral(db, { ...key, referrerId, refusal, createdAt, updatedAt })
    if (refusal) return
  }
  if (referral?.refusal || (referral && referral.dineId === (firstDine?.id ?? null))) return
  const rewardId = await friendReward(db, friend, {
    rewardId: referral?.rewardId ?? null,
    hasDine: firstDine !== null,
  })
  const [dineId, dinedOn] = [firstDine?.id ?? null, firstDine?.dinedOn ?? null]
  await updateReferral(db, key, { dineId, dinedOn, rewardId, updatedAt: now })
  await rewardReferrer(db, friend, { mayWait: false })
}

async function friendReward(
  db: Db,
  { partner, memberId, now }: Friend,
  { rewardId, hasDine }: { readonly rewardId: string | null; readonly hasDine: boolean },
): Promise<string | null> {
  const cause = { partner, now }
  const description = (key: CopyKey) => partner.copy[key]
  if (rewardId && !hasDine) {
    const correction = {
      description: description('reward.referral.takenBack'),
      reasonCode: 'referral_dine_refunded',
    }
    await takeBackReward(db, cause, { id: rewardId, source: 'J', ...correction })
    return null
  }
  if (rewardId || !hasDine || !partner.settings.referral) return rewardId
  return grantReward(db, cause, {
    memberId,
    kind: 'referral',
    source: 'B',
    units: partner.settings.referral.friendUnits,
    description: description('reward.referral.friend'),
    reasonCode: 'referral_friend',
  })
}

/** @throws `not_found` where the partner rewards no referrals. */
export async function getReferral(
  ctx: MemberContext,
  origin: string,
): Promise<{ link: string; invited: number; rewarded: number }> {
  const { partner, actor, db } = ctx
  if (!offersReferrals(partner)) throw new AppError('not_found')
  const counts = await selectReferralCounts(db, { partnerId: partner.slug, memberId: actor.id })
  return { link: referralLink(origin, actor.id), ...counts }
}
