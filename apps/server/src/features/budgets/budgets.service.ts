import type { BudgetFigures } from '@dineward/core/console-programs/budgets.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import {
  type Budget,
  type BudgetChange,
  type BudgetName,
  type Budgets,
  budgetKey,
  mergeChanges,
  referralBudget,
} from '@dineward/core/rewards/components/budget.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { OverridesRefused, type PartnerRegistry } from '../partner/partner-registry.service.ts'
import { selectBudgetSums } from './budget-figures.read.ts'
import {
  addToBudgets,
  type BudgetOwner,
  selectBudgets,
  selectLimits,
  upsertLimit,
} from './budgets.repository.ts'

export { deleteBudget } from './budgets.repository.ts'

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
  const limitUnits = kind === 'offer' ? undefined : limitOf(partner, { kind, code })
  return { limitUnits, promisedUnits: 0, refusedUnits: null }
}

const limitOf = ({ settings: { bonuses, referral } }: Budgeted, name: BudgetName): number | null =>
  (name.kind === 'referral'
    ? referral?.budgetUnits
    : bonuses.find(({ code }) => code === name.code)?.budgetUnits) ?? null

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
      limitUnits: limitOf(partner, change),
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

/**
 * What is left of a budget that is not of dines, without a lock, for a transaction that has taken some and not written it.
 * @returns null where there is no limit
 */
export async function readWhatIsLeft(
  { db, partner }: { readonly db: Db; readonly partner: Budgeted },
  name: BudgetName,
  taken: readonly BudgetChange[] = [],
): Promise<{ readonly leftUnits: number | null; readonly isUsedUp: boolean }> {
  const [stored] = await selectBudgets(db, [{ partnerId: partner.slug, ...name }])
  const { limitUnits, promisedUnits, refusedUnits } = stored ?? {
    limitUnits: limitOf(partner, name),
    promisedUnits: 0,
    refusedUnits: null,
  }
  const takenUnits = taken.filter(change => budgetKey(change) === budgetKey(name))
  const promised = takenUnits.reduce((sum, { units }) => sum + units, promisedUnits)
  const leftUnits = limitUnits === null ? null : limitUnits - promised
  return { leftUnits, isUsedUp: leftUnits !== null && leftUnits < (refusedUnits ?? 1) }
}

/** Of one that exists: what was never promised has no row. */
export async function readBudget(
  { db, partner }: { readonly db: Db; readonly partner: Budgeted },
  { kind, code }: BudgetName,
): Promise<BudgetFigures> {
  const owner = { partnerId: partner.slug, kind, code }
  const [stored] = await selectBudgets(db, [owner])
  const isDefined = settingBudgets(partner).some(budget => budgetKey(budget) === budgetKey(owner))
  if (!stored && !isDefined) throw new AppError('not_found')
  return {
    ...(await selectBudgetSums(db, owner)),
    ...(await readWhatIsLeft({ db, partner }, { kind, code })),
    limitUnits: stored ? stored.limitUnits : limitOf(partner, { kind, code }),
  }
}

/** Budgets that settings say, each with the path of its limit and what it is of. */
function settingBudgets({ settings: { bonuses, referral } }: Budgeted) {
  return [
    ...bonuses.map((bonus, index) => ({
      kind: 'bonus' as const,
      code: bonus.code,
      limitUnits: bonus.budgetUnits,
      path: `bonuses.${index}.budgetUnits`,
      definition: JSON.stringify(bonus),
    })),
    ...(referral
      ? [
          {
            ...referralBudget,
            limitUnits: referral.budgetUnits ?? null,
            path: 'referral.budgetUnits',
            definition: JSON.stringify(referral),
          },
        ]
      : []),
  ]
}

/**
 * In the transaction that changes the settings; those of dines that are decided meanwhile wait for it.
 * @throws `OverridesRefused` for a budget below what was promised
 */
export async function changeBudgets(
  db: Db,
  { before, after }: { readonly before: Partner; readonly after: Partner },
): Promise<void> {
  const known = new Map(settingBudgets(before).map(budget => [budgetKey(budget), budget.definition]))
  for (const { path, definition, limitUnits, ...name } of settingBudgets(after)) {
    if (known.get(budgetKey(name)) === definition) continue
    const { promisedAbove } = await setLimit(db, { partnerId: after.slug, ...name }, limitUnits)
    if (promisedAbove === null) continue
    const message = `is below ${formatReward(after, promisedAbove)}, which members were promised of it already`
    throw new OverridesRefused([{ path, message }], [`"${path}" ${message}.`])
  }
}

/** At the start of the server a folder may bring other budgets; one below what was promised stops with that. */
export async function recordBudgets({
  db,
  partners,
}: {
  readonly db: Db
  readonly partners: PartnerRegistry
}): Promise<void> {
  for (const partner of partners.all()) {
    const stored = new Map(
      (await selectLimits(db, partner.slug)).map(row => [budgetKey(row), row.limitUnits]),
    )
    for (const { kind, code, limitUnits } of settingBudgets(partner)) {
      const name = { kind, code }
      if (stored.has(budgetKey(name)) && stored.get(budgetKey(name)) !== limitUnits)
        await setLimit(db, { partnerId: partner.slug, ...name }, limitUnits)
    }
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
