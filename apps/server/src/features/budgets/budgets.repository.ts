import {
  type BudgetChange,
  type BudgetName,
  budgetKey,
} from '@dineward/core/rewards/components/budget.rules.ts'
import { type Selectable, sql } from 'kysely'
import { forEachProgram } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import type { RewardBudgetsTable } from './budgets.tables.ts'

export type BudgetRow = Selectable<RewardBudgetsTable>

export interface BudgetOwner extends BudgetName {
  readonly partnerId: string
}

export async function selectBudgets(db: Db, names: readonly BudgetOwner[]): Promise<BudgetRow[]> {
  if (names.length === 0) return []
  const { source } = unnested(names, { partnerId: 'text', kind: 'text', code: 'text' })
  const { rows } = await sql<BudgetRow>`
    select budget.* from ${source} as named (partner_id, kind, code)
    join reward_budgets budget using (partner_id, kind, code)`.execute(db)
  return rows
}

/** What settings have a budget for and was promised, or whose budget was set. */
export function selectLimits(
  db: Db,
  partnerId: string,
): Promise<Pick<BudgetRow, 'kind' | 'code' | 'limitUnits'>[]> {
  return db
    .selectFrom('rewardBudgets')
    .select(['kind', 'code', 'limitUnits'])
    .where('partnerId', '=', partnerId)
    .where('kind', '<>', 'offer')
    .execute()
}

type Promised = BudgetChange & BudgetOwner & { readonly limitUnits: number | null }

/**
 * Rows are locked in one order, and nothing is locked after them, so that transactions never wait for each other in a
 * circle. @returns how many could give what is asked for
 */
export async function addToBudgets(db: Db, changes: readonly Promised[]): Promise<number> {
  const added = await forEachProgram(changes, async (partnerId, ofProgram) => {
    const known = await addToKnown(db, partnerId, ofProgram)
    const keys = new Set(known.map(budgetKey))
    const first = ofProgram.filter(change => !keys.has(budgetKey(change)))
    return [known.filter(({ isPromised }) => isPromised).length, await promiseFirst(db, partnerId, first)]
  })
  return added.reduce((sum, count) => sum + count, 0)
}

interface KnownBudget extends BudgetName {
  readonly isPromised: boolean
}

/** @returns those that were there. */
async function addToKnown(db: Db, partnerId: string, changes: readonly Promised[]): Promise<KnownBudget[]> {
  const { source } = unnested(changes, {
    kind: 'text',
    code: 'text',
    units: 'bigint',
    refusedUnits: 'bigint',
  })
  const { rows } = await sql<KnownBudget>`
    with locked as materialized (
      select budget.kind, budget.code, change.units, change.refused_units
      from ${source} as change (kind, code, units, refused_units)
      join reward_budgets budget using (kind, code)
      where budget.partner_id = ${partnerId}
      order by 1, 2
      for no key update of budget
    ), promised as (
      update reward_budgets budget set
        promised_units = budget.promised_units + locked.units,
        refused_units = least(budget.refused_units, locked.refused_units)
      from locked
      where budget.partner_id = ${partnerId} and budget.kind = locked.kind and budget.code = locked.code
        and (locked.units <= 0 or budget.limit_units is null
          or budget.promised_units + locked.units <= budget.limit_units)
      returning budget.kind, budget.code
    )
    select kind, code, promised.code is not null as is_promised from locked left join promised using (kind, code)`.execute(
    db,
  )
  return rows
}

/** @returns how many were new */
async function promiseFirst(db: Db, partnerId: string, changes: readonly Promised[]): Promise<number> {
  if (changes.length === 0) return 0
  const inOrder = changes.toSorted((a, b) => (budgetKey(a) < budgetKey(b) ? -1 : 1))
  const rows = await db
    .insertInto('rewardBudgets')
    .values(
      inOrder.map(({ kind, code, limitUnits, units, refusedUnits }) => ({
        partnerId,
        kind,
        code,
        limitUnits,
        promisedUnits: units,
        refusedUnits,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('code')
    .execute()
  return rows.length
}

/** Call it in a transaction: a row that is there stays locked. */
export async function upsertLimit(
  db: Db,
  { partnerId, kind, code }: BudgetOwner,
  limitUnits: number | null,
): Promise<{ promisedUnits: number }> {
  const { rows } = await sql<{ promisedUnits: number }>`
    insert into reward_budgets as budget (partner_id, kind, code, limit_units)
    values (${partnerId}, ${kind}, ${code}, ${limitUnits})
    on conflict (partner_id, kind, code) do update set
      limit_units = case when excluded.limit_units is not null
        then greatest(excluded.limit_units, budget.promised_units) end,
      refused_units = null,
      told_percent = case when budget.limit_units is not distinct from excluded.limit_units
        then budget.told_percent else 0 end
    returning promised_units`.execute(db)
  return rows[0]!
}

export async function deleteBudget(db: Db, { partnerId, kind, code }: BudgetOwner): Promise<void> {
  await db
    .deleteFrom('rewardBudgets')
    .where('partnerId', '=', partnerId)
    .where('kind', '=', kind)
    .where('code', '=', code)
    .execute()
}
