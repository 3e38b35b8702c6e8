import type { PostingCause } from '@dineward/core/rewards/posting-cause.ts'
import { inOneStatement } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { type Posting, postedBalances, postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { type PaidSubjects, reopenPaidDines } from './dines.repository.ts'

export interface PostingTarget {
  /** The dine's id, or the component's. */
  readonly correlationId: string
  readonly units: number
  readonly reasonCode: string
  readonly cause?: PostingCause | null
  /** Nothing is posted for it yet. */
  readonly isNew?: boolean
  /** Of a component; the program where it is not said. */
  readonly paidBy?: 'program' | 'partner'
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
  const ids = targets.filter(({ isNew }) => !isNew).map(({ correlationId }) => correlationId)
  const balances = await postedBalances(db, partnerId, part, ids)
  const postings = targets.flatMap(
    ({ correlationId, units, reasonCode, cause, paidBy = 'program' }): Posting[] => {
      const posted = balances.get(correlationId) ?? { units: 0, postings: 0 }
      const difference = units - posted.units
      if (difference === 0) return []
      return [
        {
          partnerId,
          // Numbered, so that the unique index refuses the second of two concurrent workers.
          idempotencyKey: `${part === 'base' ? 'dine' : 'component'}:${correlationId}:${posted.postings + 1}`,
          kind: part === 'base' ? baseKind(posted.postings) : componentKind(paidBy, difference),
          correlationId,
          reasonCode,
          cause: cause ?? null,
          postedAt: now,
          entries: rewardEntries(memberId, difference, paidBy),
        },
      ]
    },
  )
  if (postings.length === 0) return
  await inOneStatement(db, postAll, postings)
  const raised = postings.filter(({ entries }) => entries.some(isMembers)).map(one => one.correlationId)
  if (raised.length > 0) await inOneStatement(db, reopenAll, { partnerId, subjects: raised, now })
}

const isMembers = ({ account, units }: Posting['entries'][number]): boolean =>
  account === 'member_rewards' && units > 0

/** What is posted to a dine that is Paid has not been sent yet. */
async function reopenAll(db: Db, groups: readonly PaidSubjects[]): Promise<undefined[]> {
  for (const [partnerId, own] of Map.groupBy(groups, group => group.partnerId)) {
    const subjects = own.flatMap(group => group.subjects)
    await reopenPaidDines(db, { partnerId, subjects, now: own[0]!.now })
  }
  return groups.map(() => undefined)
}

/** A statement for each partner. */
async function postAll(db: Db, groups: readonly (readonly Posting[])[]): Promise<undefined[]> {
  const byPartner = Map.groupBy(groups.flat(), ({ partnerId }) => partnerId)
  for (const postings of byPartner.values()) await postMany(db, postings)
  return groups.map(() => undefined)
}

const baseKind = (before: number): Posting['kind'] => (before === 0 ? 'dine_reward' : 'dine_adjustment')

function componentKind(paidBy: 'program' | 'partner', difference: number): Posting['kind'] {
  if (paidBy === 'partner') return difference > 0 ? 'corporate' : 'corporate_correction'
  return difference > 0 ? 'bonus' : 'bonus_correction'
}
