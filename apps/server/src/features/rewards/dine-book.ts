import { type DineFacts, type DineToDecide, decideDines, dineOf } from '@dineward/core/rewards/dine.rules.ts'
import { assignRefunds, type DineMovements, type Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { StoredAmount } from './dine-amounts.repository.ts'
import type { RecordedDecision, StoredDine } from './dines.repository.ts'

/** A dine as it is kept, with the movements it is made of. */
export interface DineWithMovements extends DineMovements {
  readonly stored: StoredDine
  readonly charges: readonly Movement[]
  readonly refunds: readonly Movement[]
  /** Taken over once it has earned; until then what is true now replaces it. */
  readonly facts: DineFacts
}

export interface DecidedDine {
  readonly dine: DineWithMovements
  readonly changes: {
    readonly dinedAt: string
    readonly authorizedCents: number | null
    readonly clearedCents: number | null
    readonly refundedCents: number
    readonly status: StoredDine['status']
    readonly rewardUnits: number
    readonly reasonCode: string | null
    readonly decision: RecordedDecision
  }
}

export function dinesWithMovements(
  dines: readonly (StoredDine & { readonly cardToken: string })[],
  amounts: readonly StoredAmount[],
): DineWithMovements[] {
  return dines.map(({ cardToken, ...stored }) => {
    const own = amounts.filter(({ dineId }) => dineId === stored.id)
    return {
      dineId: stored.id,
      sourceTransactionId: stored.sourceTransactionId,
      cardToken,
      merchantId: stored.merchantId,
      stored,
      charges: own.filter(({ kind }) => kind !== 'refund'),
      refunds: own.filter(({ kind }) => kind === 'refund'),
      facts: stored.decision.facts,
    }
  })
}

/** Hands out the refunds anew. Answers the dines with theirs, and the refunds that no dine takes. */
export function redistributeRefunds(
  dines: readonly DineWithMovements[],
  waiting: readonly Movement[],
): { dines: DineWithMovements[]; parked: Movement[] } {
  const all = new Map([...dines.flatMap(({ refunds }) => refunds), ...waiting].map(m => [m.sourceKey, m]))
  const placed = assignRefunds(dines, [...all.values()])
  const of = (dineId: string | null) => [...all.values()].filter(m => placed.get(m.sourceKey) === dineId)
  return { dines: dines.map(dine => ({ ...dine, refunds: of(dine.dineId) })), parked: of(null) }
}

/** Decides all dines of a member at a restaurant from their movements. */
export function decideStoredDines(dines: readonly DineWithMovements[]): DecidedDine[] {
  const toDecide = dines.map(toDecision)
  const decisions = decideDines(toDecide)
  return dines.map((dine, index) => {
    const { dinedAt, amounts, facts, ruleVersion } = toDecide[index]!
    const { earningCents, ...decision } = decisions[index]!
    return {
      dine,
      changes: {
        dinedAt,
        ...amounts,
        ...decision,
        decision: { ruleVersion, facts, amounts, earningCents },
      },
    }
  })
}

/** What the ledger has to say about a dine: only what is posted counts, not what is estimated or held back. */
export function targetUnits({ status, rewardUnits }: Pick<StoredDine, 'status' | 'rewardUnits'>): number {
  return status === 'Awarded' || status === 'Paid' ? rewardUnits : 0
}

export const hasEarned = ({ status }: Pick<StoredDine, 'status'>): boolean =>
  status === 'Awarded' || status === 'Paid' || status === 'Deferred'

/** Whether anything that is kept of the dine would become different. */
export function isChanged({ dine: { stored }, changes }: DecidedDine): boolean {
  return (
    stored.dinedAt !== changes.dinedAt ||
    stored.authorizedCents !== changes.authorizedCents ||
    stored.clearedCents !== changes.clearedCents ||
    stored.refundedCents !== changes.refundedCents ||
    stored.status !== changes.status ||
    stored.rewardUnits !== changes.rewardUnits ||
    stored.reasonCode !== changes.reasonCode
  )
}

function toDecision({ stored, charges, refunds, facts }: DineWithMovements): DineToDecide {
  const { status, reasonCode, paidAt } = stored
  return {
    ruleVersion: stored.decision.ruleVersion,
    ...dineOf(charges, refunds),
    facts,
    expired: status === 'Forfeit' && reasonCode === 'authorization_expired',
    earnedAs: paidAt ? 'Paid' : status === 'Deferred' ? 'Deferred' : 'Awarded',
  }
}
