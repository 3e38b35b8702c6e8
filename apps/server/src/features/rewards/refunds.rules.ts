import { assignRefunds, type Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { DineWithMovements } from './dine-decisions.rules.ts'

export interface ReportedMovement extends Movement {
  readonly currency: string
}

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
  const placed = new Map(
    [...Map.groupBy(all, ({ currency }) => currency)].flatMap(([currency, refunds]) => [
      ...assignRefunds(
        dines.filter(({ facts }) => facts.currency === currency),
        refunds,
      ),
    ]),
  )
  const of = (dineId: string | null) => all.filter(({ sourceKey }) => placed.get(sourceKey) === dineId)
  return { dines: dines.map(dine => ({ ...dine, refunds: of(dine.dineId) })), parked: of(null) }
}
