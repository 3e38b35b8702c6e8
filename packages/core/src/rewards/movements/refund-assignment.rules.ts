import { isSameNetwork } from '../reports/networks.rules.ts'
import { byTime, clearedCents, type DineMovements, dinedAt, type Movement } from './movements.rules.ts'

/** It maps the refund's key to its dine; null says that it waits for its clearing. */
export type AssignedRefunds = ReadonlyMap<string, string | null>

/** The dines that earn something, with the refunds that are assigned so far. */
type FindEarnedDines = (assigned: AssignedRefunds) => ReadonlySet<string>

/**
 * Assign every refund to a dine, all at once, so that the order of reports does not matter. First come those that name a
 * transaction, then those with the authorization code of a dine. One that names an unknown transaction waits for it.
 * Then come those of exactly the amount that a dine has left, and the others, which take from a dine that covers them.
 */
export function assignRefunds(
  dines: readonly DineMovements[],
  refunds: readonly Movement[],
  findEarnedDines: FindEarnedDines,
): AssignedRefunds {
  const assigned = new Map<string, string | null>(refunds.map(({ sourceKey }) => [sourceKey, null]))
  const left = new Map(dines.map(dine => [dine.dineId, clearedCents(dine)]))
  const take = (refund: Movement, { dineId }: DineMovements) => {
    assigned.set(refund.sourceKey, dineId)
    left.set(dineId, Math.max(0, left.get(dineId)! - refund.amountCents))
  }
  for (const refund of refunds) {
    const named = dineNamedBy(refund, dines)
    if (named) take(refund, named)
  }
  const ordered = refunds.toSorted(byTime)
  const newest = dines.toSorted(newestFirst)
  const isExact = (dine: DineMovements, refund: Movement) => left.get(dine.dineId) === refund.amountCents
  const covers = (dine: DineMovements, refund: Movement) => left.get(dine.dineId)! >= refund.amountCents
  for (const isMatch of [hasSameCode, isExact, covers]) {
    for (const refund of ordered) {
      if (assigned.get(refund.sourceKey)) continue
      if (refund.originalTransactionId && isMatch !== hasSameCode) continue
      const matching = newest.filter(dine => mayTakeFrom(refund, dine) && isMatch(dine, refund))
      const best = [isExact, covers, isMatch]
        .map(isBetter => matching.filter(dine => isBetter(dine, refund)))
        .find(({ length }) => length > 0)
      if (!best) continue
      const earned = best.length > 1 ? findEarnedDines(assigned) : null
      take(refund, best.find(({ dineId }) => earned?.has(dineId)) ?? best[0]!)
    }
  }
  return assigned
}

function dineNamedBy(refund: Movement, dines: readonly DineMovements[]): DineMovements | undefined {
  const dineOf = (transaction: string | null) =>
    dines.find(
      dine =>
        dine.cardToken === refund.cardToken &&
        dine.charges.some(({ transactionId }) => transactionId === transaction),
    )
  return dineOf(refund.originalTransactionId) ?? dineOf(refund.transactionId)
}

/** The refund takes from a payment by its card at its restaurant, before it, that its network reported. */
const mayTakeFrom = (refund: Movement, dine: DineMovements): boolean =>
  dine.cardToken === refund.cardToken &&
  dine.merchantId !== null &&
  dine.merchantId === refund.merchantId &&
  dine.charges.every(charge => isSameNetwork(charge, refund)) &&
  dinedAt(dine) <= refund.occurredAt

const hasSameCode = ({ charges }: DineMovements, { authCode }: Movement): boolean =>
  authCode !== null && charges.some(charge => charge.authCode === authCode)

function newestFirst(a: DineMovements, b: DineMovements): number {
  const firstId = ({ charges }: DineMovements) =>
    charges.map(({ transactionId }) => transactionId).toSorted()[0]!
  return compare(dinedAt(b), dinedAt(a)) || compare(firstId(b), firstId(a))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
