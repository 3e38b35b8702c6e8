import type { Component, ComponentKind, StoredComponent } from './component.ts'
import { componentId } from './component.ts'

/* Budgets of offers and bonuses (decision 088). A promise takes all of its units from what is left, or none. */

export const budgetKinds = ['offer', 'bonus', 'referral'] as const
export type BudgetKind = (typeof budgetKinds)[number]

export interface BudgetName {
  readonly kind: BudgetKind
  /** The offer's id, or the bonus's code; referrals have one budget (`referralBudget`). */
  readonly code: string
}

export interface Budget extends BudgetName {
  /** Null means that there is no limit. */
  readonly leftUnits: number | null
  /** The smallest promise that it could not cover; null: there was none. */
  readonly refusedUnits: number | null
}

/** What decisions take from a budget, or give back. */
export interface BudgetChange extends BudgetName {
  readonly units: number
  /** The smallest promise that was refused for lack of room; null: there was none. */
  readonly refusedUnits: number | null
}

export type Budgets = ReadonlyMap<string, Budget>

export const budgetKey = ({ kind, code }: BudgetName): string => `${kind}:${code}`

/** A corporate component is of a bonus that the partner pays. A booking has no budget. */
export function budgetKindOf(kind: ComponentKind): BudgetKind | null {
  if (kind === 'reservation') return null
  return kind === 'offer' ? 'offer' : 'bonus'
}

export interface BudgetedComponents {
  readonly components: readonly Component[]
  readonly refused: readonly (BudgetName & { readonly units: number })[]
}

/**
 * What fits into the budget, in the order given: what was promised before is kept, and what is more than that is covered in
 * full or not at all.
 * @param wanted components of one offer or bonus
 * @param stored what the same dines were promised of it until now
 */
export function withinBudget(
  budget: Budget | undefined,
  wanted: readonly Component[],
  stored: readonly StoredComponent[],
): BudgetedComponents {
  if (!budget || budget.leftUnits === null) return { components: wanted, refused: [] }
  const promised = new Map(stored.map(({ id, units }) => [id, units]))
  const keptOf = (component: Component) =>
    Math.min(component.units, promised.get(componentId(component)) ?? 0)
  let left = budget.leftUnits + sumOf(stored.map(({ units }) => units)) - sumOf(wanted.map(keptOf))
  const refused: BudgetedComponents['refused'][number][] = []
  const components = wanted.map(component => {
    const kept = keptOf(component)
    const more = component.units - kept
    if (more <= left) {
      left -= more
      return component
    }
    refused.push({ kind: budget.kind, code: budget.code, units: more })
    return { ...component, units: kept }
  })
  return { components: components.filter(({ units }) => units > 0), refused }
}

/** What is left once the changes are written. */
export function budgetsAfter(budgets: Budgets, changes: readonly BudgetChange[]): Budgets {
  const after = new Map(budgets)
  for (const change of changes) {
    const budget = after.get(budgetKey(change))
    if (!budget) continue
    const { leftUnits } = budget
    after.set(budgetKey(change), {
      ...budget,
      leftUnits: leftUnits === null ? null : leftUnits - change.units,
      refusedUnits: smallest(budget.refusedUnits, change.refusedUnits),
    })
  }
  return after
}

/** The changes of several decisions, one a budget. */
export function mergeChanges(changes: readonly BudgetChange[]): BudgetChange[] {
  return [...Map.groupBy(changes, budgetKey).values()].map(ofBudget => ({
    ...ofBudget[0]!,
    units: sumOf(ofBudget.map(({ units }) => units)),
    refusedUnits: ofBudget.reduce<number | null>((least, one) => smallest(least, one.refusedUnits), null),
  }))
}

/** Of a program there is one for all referrals: what friends and who invited them earn together. */
export const referralBudget = { kind: 'referral', code: 'referral' } as const satisfies BudgetName

/** What a friend's first dine takes from it: it is covered for both people, or for neither. */
export const unitsOfFriend = ({
  referrerUnits,
  friendUnits,
}: {
  readonly referrerUnits: number
  readonly friendUnits: number
}): number => referrerUnits + friendUnits

export const maximumBudgetUnits = 1_000_000_000

export interface BudgetProblem {
  readonly field: 'budgetUnits' | 'memberCapUnits'
  readonly message: string
}

/** What does not fit together in a definition. @returns null: it may be saved */
export function budgetProblem({
  budgetUnits,
  memberCapUnits,
  reward,
}: {
  readonly budgetUnits: number | null
  readonly memberCapUnits: number | null
  readonly reward: { readonly kind: string; readonly units?: number }
}): BudgetProblem | null {
  const once = reward.kind === 'fixed' ? (reward.units ?? 0) : 0
  if (budgetUnits !== null && budgetUnits < once)
    return { field: 'budgetUnits', message: 'It does not cover a single reward. Enter the reward or more.' }
  if (memberCapUnits !== null && memberCapUnits < once)
    return { field: 'memberCapUnits', message: 'It is below a single reward. Enter the reward or more.' }
  if (budgetUnits !== null && memberCapUnits !== null && memberCapUnits > budgetUnits)
    return { field: 'memberCapUnits', message: 'It is above the budget. Enter the budget or less.' }
  return null
}

/** What is left of a cap; null: there is none. */
export const capLeft = (capUnits: number | null | undefined, usedUnits: number): number =>
  Math.max(0, (capUnits ?? Number.POSITIVE_INFINITY) - usedUnits)

const smallest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const sumOf = (units: readonly number[]): number => units.reduce((sum, one) => sum + one, 0)
