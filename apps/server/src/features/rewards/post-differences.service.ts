import { rewardDifference } from '@dineward/core/rewards/earning.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Posting, postedBalances, postMany, rewardEntries } from '../ledger/ledger.service.ts'

export interface PostingTarget {
  /** The dine's id, or the component's. */
  readonly correlationId: string
  readonly units: number
  readonly reasonCode: string
}

type Owner = { readonly partnerId: string; readonly memberId: string }

/** What brings the base of each dine from what is posted to its target. */
export function postBaseDifferences(db: Db, owner: Owner, targets: readonly PostingTarget[], now: Date) {
  return postDifferences(db, owner, { part: 'base', targets, now })
}

/** The same for components; what is taken back is a bonus correction. */
export function postComponentDifferences(db: Db, owner: Owner, targets: readonly PostingTarget[], now: Date) {
  return postDifferences(db, owner, { part: 'component', targets, now })
}

async function postDifferences(
  db: Db,
  { partnerId, memberId }: Owner,
  { part, targets, now }: { part: 'base' | 'component'; targets: readonly PostingTarget[]; now: Date },
): Promise<void> {
  const ids = targets.map(({ correlationId }) => correlationId)
  const balances = await postedBalances(db, partnerId, part, ids)
  const postings = targets.flatMap(({ correlationId, units, reasonCode }): Posting[] => {
    const posted = balances.get(correlationId) ?? { units: 0, postings: 0 }
    const difference = rewardDifference(units, posted.units)
    if (difference === 0) return []
    return [
      {
        partnerId,
        // Numbered, so that the unique index refuses the second of two concurrent workers.
        idempotencyKey: `${part === 'base' ? 'dine' : 'component'}:${correlationId}:${posted.postings + 1}`,
        kind: kindOf(part, posted.postings, difference),
        correlationId,
        reasonCode,
        postedAt: now,
        entries: rewardEntries(memberId, difference),
      },
    ]
  })
  await postMany(db, postings)
}

function kindOf(part: 'base' | 'component', before: number, difference: number): Posting['kind'] {
  if (part === 'component') return difference > 0 ? 'bonus' : 'bonus_correction'
  return before === 0 ? 'dine_reward' : 'dine_adjustment'
}
