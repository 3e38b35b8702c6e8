import { type DineWithMovements, decideStoredDines, hasEarned } from '../dines/dine-decisions.rules.ts'
import type { ReportedMovement } from '../snapshot.ts'
import type { Movement } from './movements.rules.ts'
import { type AssignedRefunds, assignRefunds } from './refund-assignment.rules.ts'

interface Refunds {
  /** Dines that are part of others now: their refunds are assigned again. */
  readonly merged: readonly DineWithMovements[]
  readonly waiting: readonly ReportedMovement[]
}

/** Amounts are never converted: a refund takes from dines in its currency. `parked` match no dine. */
export function redistributeRefunds(
  dines: readonly DineWithMovements[],
  { merged, waiting }: Refunds,
): { dines: DineWithMovements[]; parked: Movement[] } {
  const stored = [...dines, ...merged].flatMap(({ refunds, facts: { currency } }) =>
    refunds.map(refund => ({ ...refund, currency })),
  )
  const all = [...new Map([...stored, ...waiting].map(refund => [refund.sourceKey, refund])).values()]
  const assigned = new Map(
    [...Map.groupBy(all, ({ currency }) => currency)].flatMap(([currency, refunds]) => {
      const inCurrency = dines.filter(({ facts }) => facts.currency === currency)
      const findEarnedDines = (soFar: AssignedRefunds) =>
        earnedDines(inCurrency.map(dine => ({ ...dine, refunds: refundsOf(dine.dineId, refunds, soFar) })))
      return [...assignRefunds(inCurrency, refunds, findEarnedDines)]
    }),
  )
  return {
    dines: dines.map(dine => ({ ...dine, refunds: refundsOf(dine.dineId, all, assigned) })),
    parked: refundsOf(null, all, assigned),
  }
}

/** Dines in another currency never earn, so those of one decide about its limits. */
function earnedDines(dines: readonly DineWithMovements[]): ReadonlySet<string> {
  const earned = decideStoredDines(dines).filter(({ changes }) => hasEarned(changes))
  return new Set(earned.map(({ dine }) => dine.dineId))
}

const refundsOf = (dineId: string | null, refunds: readonly Movement[], assigned: AssignedRefunds) =>
  refunds.filter(({ sourceKey }) => assigned.get(sourceKey) === dineId)
