import type { BudgetFigures } from '@dineward/core/console-programs/budgets.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  type Budget,
  type BudgetChange,
  type BudgetName,
  type Budgets,
  budgetKey,
  mergeChanges,
} from '@dineward/core/rewards/components/budget.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { selectBudgetSums } from './budget-figures.read.ts'
import { addToBudgets, type BudgetOwner, selectBudgets, upsertLimit } from './budgets.repository.ts'

export { deleteBudget, selectLimits } from './budgets.repository.ts'

type Budgeted = Pick<Partner, 'slug' | 'settings'>

/** What is left, without a lock: who takes from it is told where it was gone (`takeFromBudgets`). */
export async function loadBudgets(
  db: Db,
  wanted: readonly {
    readonly partner: Budgeted
    readonly offerIds: readonly string[]
    readonly bonusCodes: readonly string[]
  }[],
): Promise<Budgets[]> {
  const names = wanted.map(({ partner: { slug }, offerIds, bonusCodes }): BudgetOwner[] => [
    ...[...new Set(offerIds)].map(code => ({ partnerId: slug, kind: 'offer' as const, code })),
    ...[...new Set(bonusCodes)].map(code => ({ partnerId: slug, kind: 'bonus' as const, code })),
  ])
  const unique = new Map(names.flat().map(name => [ownerKey(name), name]))
  const rows = new Map((await selectBudgets(db, [...unique.values()])).map(row => [ownerKey(row), row]))
  return wanted.map(
    ({ partner }, index) =>
      new Map(
        names[index]!.flatMap((name): [string, Budget][] => {
          const { kind, code } = name
          const { limitUnits, promisedUnits, refusedUnits } =
            rows.get(ownerKey(name)) ?? unpromised(partner, name)
          // An offer to one member alone is of no definition, and has no budget.
          if (limitUnits === undefined) return []
          const leftUnits = limitUnits === null ? null : limitUnits - promisedUnits
          return [[budgetKey(name), { kind, code, leftUnits, refusedUnits }]]
        }),
      ),
  )
}

/** A bonus has no row before its first promise. */
function unpromised(partner: Budgeted, { kind, code }: BudgetOwner) {
  const limitUnits = kind === 'bonus' ? limitOf(partner, code) : undefined
  return { limitUnits, promisedUnits: 0, refusedUnits: null }
}

const limitOf = ({ settings }: Budgeted, bonusCode: string): number | null =>
  settings.bonuses.find(({ code }) => code === bonusCode)?.budgetUnits ?? null

const ownerKey = ({ partnerId, kind, code }: BudgetOwner) => `${partnerId} ${kind}:${code}`

export interface PartnerChanges {
  readonly partnerId: string
  readonly partner: Budgeted
  readonly changes: readonly BudgetChange[]
}

/**
 * The last statement of a transaction that decided dines, so that a budget that many share is locked only while it commits.
 * @throws `BudgetTaken` when others took what it counted on
 */
export async function takeFromBudgets(db: Db, plans: readonly PartnerChanges[]): Promise<void> {
  const changes = [...Map.groupBy(plans, ({ partnerId }) => partnerId).values()].flatMap(ofPartner => {
    const { partner, partnerId } = ofPartner[0]!
    return mergeChanges(ofPartner.flatMap(plan => plan.changes)).map(change => ({
      ...change,
      partnerId,
      limitUnits: limitOf(partner, change.code),
    }))
  })
  if (changes.length === 0) return
  if ((await addToBudgets(db, changes)) < changes.length) throw new BudgetTaken()
}

/** Everything is decided again, with what is left then. */
export class BudgetTaken extends AppError {
  constructor() {
    super('changed_meanwhile', { message: 'What was left of a budget was promised meanwhile. Try again.' })
  }
}

/**
 * The transaction is repeated when others took what it counted on: each time someone was promised something, so this
 * ends.
 */
export async function repeatingWhenTaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof BudgetTaken)) throw error
    }
  }
}

/** Of an offer or a bonus that exists: one that was never promised has no row. */
export async function readBudget(
  { db, partner }: { readonly db: Db; readonly partner: Budgeted },
  { kind, code }: BudgetName,
): Promise<BudgetFigures> {
  const owner = { partnerId: partner.slug, kind, code }
  const [stored] = await selectBudgets(db, [owner])
  if (!stored && (kind === 'offer' || !partner.settings.bonuses.some(bonus => bonus.code === code)))
    throw new AppError('not_found')
  const { limitUnits, promisedUnits, refusedUnits } = stored ?? {
    limitUnits: limitOf(partner, code),
    promisedUnits: 0,
    refusedUnits: null,
  }
  const leftUnits = limitUnits === null ? null : limitUnits - promisedUnits
  return {
    ...(await selectBudgetSums(db, owner)),
    limitUnits,
    leftUnits,
    isUsedUp: leftUnits !== null && leftUnits < (refusedUnits ?? 1),
  }
}

/** In the transaction that saves the definition. @returns what was promised, where that is above the limit: it stays */
export async function setLimit(
  db: Db,
  owner: BudgetOwner,
  limitUnits: number | null,
): Promise<{ promisedAbove: number | null }> {
  const { promisedUnits } = await upsertLimit(db, owner, limitUnits)
  return { promisedAbove: limitUnits !== null && promisedUnits > limitUnits ? promisedUnits : null }
}
