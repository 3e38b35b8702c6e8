import { netCents } from '../dines/dine.rules.ts'
import { type DecidedDine, hasEarned } from '../dines/dine-decisions.rules.ts'
import { instantOf } from '../dines/dine-time.rules.ts'
import type { BonusChange, Plan } from '../plan.ts'
import type { PlaceBooks, Snapshot } from '../snapshot.ts'
import type { BudgetedComponents } from './budget.rules.ts'
import type { Component, ComponentDine, StoredComponent } from './component.ts'

/* Each folder of a component exports these. */

/** It has the decided dines of a member at a restaurant. */
export interface DecidedPlace {
  readonly books: PlaceBooks
  readonly decided: readonly DecidedDine[]
  readonly changedIds: ReadonlySet<string>
  /** Dines that are part of others now: what they earned is taken back. */
  readonly mergedIds: readonly string[]
}

/** Decides all components of its kinds again, from all dines that they depend on: the order of events does not matter. */
export type ComponentRule = (
  snapshot: Snapshot,
  /** Where something has changed. */
  places: readonly DecidedPlace[],
) => ComponentDecision

export interface ComponentDecision {
  readonly components: readonly Component[]
  /** Those of before that were decided again. */
  readonly stored: readonly StoredComponent[]
  /** These come beside the places' dines that earn their base. */
  readonly otherDines?: readonly ComponentDine[]
  readonly bonuses?: readonly BonusChange[]
  /** What budgets could not cover. */
  readonly refused?: BudgetedComponents['refused']
  /** @param earnedIds of all dines that have earned */
  readonly bookings?: (earnedIds: ReadonlySet<string>) => Plan['bookings']
}

/** It is empty for a dine that earns nothing, and while a person looks at it. */
export const componentDine = (decided: DecidedDine): ComponentDine[] =>
  decided.changes.status === 'Forfeit' || decided.changes.reasonCode === 'under_review'
    ? []
    : [withAmounts(decided, hasEarned(decided.changes))]

export function withAmounts({ dine, changes }: DecidedDine, earned: boolean): ComponentDine {
  return {
    dineId: dine.dineId,
    transactionId: dine.sourceTransactionId,
    merchantId: dine.merchantId,
    dinedAt: changes.dinedAt,
    instant: instantOf(dine.facts.timezone ?? 'UTC', changes.dinedAt).getTime(),
    netCents: netCents(changes),
    earningCents: changes.decision.earningCents,
    baseUnits: changes.rewardUnits,
    hasEarned: earned,
  }
}
