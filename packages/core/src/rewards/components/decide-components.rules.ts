import type { Plan, PostingTarget } from '../plan.ts'
import type { Snapshot } from '../snapshot.ts'
import { bonus } from './bonus/bonus.component.ts'
import { booking } from './booking/booking.component.ts'
import {
  type BudgetChange,
  type BudgetedComponents,
  type Budgets,
  budgetKey,
  budgetKindOf,
  mergeChanges,
} from './budget.rules.ts'
import { type Component, componentId, paidBy, type StoredComponent } from './component.ts'
import { type ComponentRule, componentDine, type DecidedPlace } from './component-rule.ts'
import { offer } from './offer/offer.component.ts'

/** Each decides the kinds that it knows (`component.ts`). */
const rules: readonly ComponentRule[] = [offer, booking, bonus]

export type ComponentPlan = Pick<
  Plan,
  'components' | 'removedComponentIds' | 'summedDineIds' | 'bonuses' | 'budgets' | 'bookings' | 'postings'
>

const nothing: ComponentPlan = {
  components: [],
  removedComponentIds: [],
  summedDineIds: [],
  bonuses: [],
  budgets: [],
  bookings: [],
  postings: [],
}

/** What the member's dines earn beside their base. */
export function decideComponents(snapshot: Snapshot, all: readonly DecidedPlace[]): ComponentPlan {
  const places = all.filter(({ changedIds, mergedIds }) => changedIds.size + mergedIds.length > 0)
  if (places.length === 0) return nothing
  const decisions = rules.map(decide => decide(snapshot, places))
  const dines = [
    ...places.flatMap(({ decided }) => decided.flatMap(componentDine)),
    ...decisions.flatMap(({ otherDines = [] }) => otherDines),
  ]
  const earnedIds = new Set(dines.flatMap(({ dineId, hasEarned }) => (hasEarned ? dineId : [])))
  const components = decisions.flatMap(decision => decision.components)
  const stored = decisions.flatMap(decision => decision.stored)
  return {
    budgets: budgetChanges(
      snapshot.budgets,
      { components, stored },
      decisions.flatMap(({ refused = [] }) => refused),
    ),
    ...changesOf({
      components,
      stored,
      earnedIds,
      mergedIds: new Set(places.flatMap(place => place.mergedIds)),
    }),
    bonuses: decisions.flatMap(({ bonuses = [] }) => bonuses),
    bookings: decisions.flatMap(({ bookings }) => bookings?.(earnedIds) ?? []),
  }
}

/** What the components take from their budgets, beside what they had taken. */
function budgetChanges(
  budgets: Budgets,
  { components, stored }: Readonly<Record<'components' | 'stored', readonly Component[]>>,
  refused: BudgetedComponents['refused'],
): BudgetChange[] {
  const takenBy = (all: readonly Component[], sign: 1 | -1) =>
    all.flatMap(({ kind, code, units }): BudgetChange[] => {
      const budgetKind = budgetKindOf(kind)
      return budgetKind ? [{ kind: budgetKind, code, units: sign * units, refusedUnits: null }] : []
    })
  return mergeChanges([
    ...takenBy(components, 1),
    ...takenBy(stored, -1),
    ...refused.map(({ units, ...name }) => ({ ...name, units: 0, refusedUnits: units })),
  ]).filter(change => {
    const budget = budgets.get(budgetKey(change))
    const { refusedUnits } = change
    const isNews = refusedUnits !== null && refusedUnits < (budget?.refusedUnits ?? Number.POSITIVE_INFINITY)
    return budget !== undefined && (change.units !== 0 || isNews)
  })
}

function changesOf({
  components,
  stored,
  earnedIds,
  mergedIds,
}: {
  readonly components: readonly Component[]
  /** Those that were decided again. */
  readonly stored: readonly StoredComponent[]
  readonly earnedIds: ReadonlySet<string>
  readonly mergedIds: ReadonlySet<string>
}): Pick<Plan, 'components' | 'removedComponentIds' | 'summedDineIds' | 'postings'> {
  const before = new Map(stored.map(component => [component.id, component]))
  const after = new Map(components.map(component => [componentId(component), component]))
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap(id => {
    const [was, is] = [before.get(id), after.get(id)]
    const { dineId, kind, code } = (is ?? was)!
    const units = is?.units ?? 0
    const posted = earnedIds.has(dineId) ? units : 0
    const grantedUnits = Math.max(was?.grantedUnits ?? 0, posted)
    const isSame = was?.units === units && was.grantedUnits === grantedUnits && units === posted
    if (isSame && !mergedIds.has(dineId)) return []
    return [{ id, dineId, kind, code, units, grantedUnits, posted }]
  })
  const kept = rows.filter(
    ({ dineId, grantedUnits, units }) => !mergedIds.has(dineId) && grantedUnits + units > 0,
  )
  return {
    components: kept.map(({ posted: _, ...row }) => row),
    removedComponentIds: rows.filter(row => !kept.includes(row)).map(({ id }) => id),
    summedDineIds: [...new Set(rows.map(({ dineId }) => dineId))],
    postings: rows.map(
      ({ id, dineId, kind, posted }): PostingTarget => ({
        dineId,
        correlationId: id,
        part: 'component',
        units: posted,
        reasonCode: kind,
        cause: null,
        isNew: !before.has(id),
        paidBy: paidBy(kind),
      }),
    ),
  }
}
