import type { Partner } from '@dineward/core/partner/partner.ts'
import { offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { referralLink, referralRefusal } from '@dineward/core/referrals/referrals.rules.ts'
import {
  type BudgetChange,
  referralBudget,
  unitsOfFriend,
} from '@dineward/core/rewards/components/budget.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { grantReward, takeBackReward } from '../account-rewards/account-rewards.service.ts'
import { readWhatIsLeft } from '../budgets/budgets.service.ts'
import {
  type ReferralFacts,
  type StoredReferral,
  selectReferralCounts,
  selectReferralFacts,
} from './referrals.read.ts'
import { insertReferral, updateReferral } from './referrals.repository.ts'
import { freed, rewardReferrer } from './reward-referrer.service.ts'

export interface Friend {
  readonly partner: Partner
  readonly memberId: string
  readonly referrerId: string
  readonly now: Date
}

/**
 * In the transaction that decides the friend's dines, after they are saved; the friend is locked. The friend's reward
 * stands while a dine has earned, whichever it is; a second one rewards no more. The budget covers both people or neither.
 * @returns what it takes from the budget of referrals, or gives back
 */
export async function decideReferral(
  db: Db,
  friend: Friend,
  { earnsNow, taken }: { earnsNow(dineId: string): boolean; readonly taken: readonly BudgetChange[] },
): Promise<BudgetChange[]> {
  const { partner, memberId, referrerId, now } = friend
  const key = { partnerId: partner.slug, memberId }
  const { referral, firstDine, ...people } = await selectReferralFacts(db, { ...key, referrerId })
  if (referral ? referral.refusal || referral.dineId === (firstDine?.id ?? null) : !firstDine) return []
  if (referral?.rewardId && !firstDine) {
    const freed = await takeBackFromFriend(db, friend, referral)
    return [freed, ...(await followFriend(db, friend))]
  }
  // A dine from before the partner rewarded referrals begins none.
  if (!referral && !(offersReferrals(partner) && earnsNow(firstDine!.id))) return []
  const refusal = referral ? null : referralRefusal(people.friend, people.referrer, people)
  const promise = refusal ? null : await promiseFriend(db, friend, { referral, firstDine, taken })
  if (!referral) {
    const [createdAt, updatedAt] = [now, now]
    const refused = refusal ?? (promise?.isCovered ? null : ('budget_used_up' as const))
    await insertReferral(db, { ...key, referrerId, refusal: refused, createdAt, updatedAt })
    if (refused) return [...(promise?.changes ?? [])]
  }
  const rewardId = promise?.isCovered ? await rewardFriend(db, friend) : (referral?.rewardId ?? null)
  await updateReferral(db, key, {
    dineId: firstDine?.id ?? null,
    dinedOn: firstDine?.dinedOn ?? null,
    rewardId,
    ...(promise?.isCovered ? { reservedUnits: promise.referrerUnits } : {}),
    updatedAt: now,
  })
  return [...(promise?.changes ?? []), ...(await followFriend(db, friend))]
}

interface Promised {
  readonly isCovered: boolean
  readonly referrerUnits: number
  readonly changes: readonly BudgetChange[]
}

/** Null where the friend is rewarded already, has no dine, or the program gives nothing any more. */
async function promiseFriend(
  db: Db,
  { partner }: Friend,
  {
    referral,
    firstDine,
    taken,
  }: Pick<ReferralFacts, 'referral' | 'firstDine'> & { readonly taken: readonly BudgetChange[] },
): Promise<Promised | null> {
  const rewards = partner.settings.referral
  if (!rewards || !firstDine || referral?.rewardId) return null
  // What the referrer has is not promised a second time.
  const hasReferrer = !referral?.referrerRefusal && !referral?.referrerRewardId
  const referrerUnits = hasReferrer ? rewards.referrerUnits : 0
  const units = unitsOfFriend({ ...rewards, referrerUnits })
  const { leftUnits } = await readWhatIsLeft({ db, partner }, referralBudget, taken)
  const isCovered = leftUnits === null || units <= leftUnits
  const change = isCovered ? { units, refusedUnits: null } : { units: 0, refusedUnits: units }
  return { isCovered, referrerUnits, changes: [{ ...referralBudget, ...change }] }
}

const followFriend = async (db: Db, friend: Friend): Promise<readonly BudgetChange[]> =>
  (await rewardReferrer(db, friend, { mayWait: false })) ?? []

function rewardFriend(db: Db, { partner, memberId, now }: Friend): Promise<string> {
  return grantReward(
    db,
    { partner, now },
    {
      memberId,
      kind: 'referral',
      source: 'B',
      units: partner.settings.referral!.friendUnits,
      description: partner.copy['reward.referral.friend'],
      reasonCode: 'referral_friend',
    },
  )
}

/** What the referrer was to get is promised no more either. */
async function takeBackFromFriend(
  db: Db,
  { partner, memberId, now }: Friend,
  { rewardId, reservedUnits }: StoredReferral,
): Promise<BudgetChange> {
  const units = await takeBackReward(
    db,
    { partner, now },
    {
      id: rewardId!,
      source: 'J',
      description: partner.copy['reward.referral.takenBack'],
      reasonCode: 'referral_dine_refunded',
    },
  )
  const nothing = { dineId: null, dinedOn: null, rewardId: null, reservedUnits: 0 }
  await updateReferral(db, { partnerId: partner.slug, memberId }, { ...nothing, updatedAt: now })
  return freed(units + reservedUnits)
}

/** @throws `not_found` where the partner rewards no referrals. */
export async function getReferral(
  ctx: MemberContext,
  origin: string,
): Promise<{ link: string; invited: number; rewarded: number; isUsedUp: boolean }> {
  const { partner, actor, db } = ctx
  if (!offersReferrals(partner)) throw new AppError('not_found')
  const counts = await selectReferralCounts(db, { partnerId: partner.slug, memberId: actor.id })
  const { isUsedUp } = await readWhatIsLeft(ctx, referralBudget)
  return { link: referralLink(origin, actor.id), ...counts, isUsedUp }
}
