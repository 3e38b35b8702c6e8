import type { PostingTarget } from '@dineward/core/rewards/plan.ts'
import type { MemberKey } from '@dineward/core/rewards/snapshot.ts'
import type { Db } from '../../../db/open-database.ts'
import { type Posting, postMany, rewardEntries, selectPostedBalances } from '../../ledger/ledger.service.ts'
import { reopenPaidDines } from './dines.repository.ts'

/** The target is of a member. */
export type OwnedTarget = PostingTarget & MemberKey

/** What brings each dine and component from what is posted to its target; what is taken back of a bonus is a correction. */
export async function postDifferences(db: Db, targets: readonly OwnedTarget[], now: Date): Promise<void> {
  const posted = targets.filter(({ isNew }) => !isNew)
  const found = await selectPostedBalances(db, posted)
  const balances = new Map(posted.map((target, index) => [target, found[index]!]))
  const postings = targets.flatMap((target): Posting[] => {
    const { units = 0, postings: before = 0 } = balances.get(target) ?? {}
    const difference = target.units - units
    return difference === 0 ? [] : [postingOf(target, { difference, before, now })]
  })
  for (const [partnerId, ofPartner] of Map.groupBy(postings, one => one.partnerId)) {
    await postMany(db, ofPartner)
    const dineIds = ofPartner.filter(isRaise).flatMap(({ dineId }) => dineId ?? [])
    // What is posted to a dine that is Paid has not been sent yet.
    if (dineIds.length > 0) await reopenPaidDines(db, { partnerId, dineIds, now })
  }
}

function postingOf(
  { partnerId, memberId, part, dineId, correlationId, reasonCode, cause, paidBy }: OwnedTarget,
  { difference, before, now }: { readonly difference: number; readonly before: number; readonly now: Date },
): Posting {
  return {
    partnerId,
    // Numbered, so that the unique index refuses the second of two concurrent workers.
    idempotencyKey: `${part === 'base' ? 'dine' : 'component'}:${correlationId}:${before + 1}`,
    kind: part === 'base' ? baseKind(before) : componentKind(paidBy, difference),
    correlationId,
    dineId,
    reasonCode,
    cause,
    postedAt: now,
    entries: rewardEntries(memberId, difference, paidBy),
  }
}

const isRaise = ({ entries }: Posting): boolean =>
  entries.some(({ account, units }) => account === 'member_rewards' && units > 0)

const baseKind = (before: number): Posting['kind'] => (before === 0 ? 'dine_reward' : 'dine_adjustment')

function componentKind(paidBy: 'program' | 'partner', difference: number): Posting['kind'] {
  if (paidBy === 'partner') return difference > 0 ? 'corporate' : 'corporate_correction'
  return difference > 0 ? 'bonus' : 'bonus_correction'
}
