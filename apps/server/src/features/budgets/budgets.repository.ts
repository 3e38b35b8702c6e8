import type { BudgetChange, BudgetName } from '@dineward/core/rewards/components/budget.rules.ts'
import { type Selectable, sql } from 'kysely'
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

/**
 * Rows are locked in one order, and nothing is locked after them, so that transactions never wait for each other in a
 * circle. @returns how many could give what is asked for
 */
export async function addToBudgets(
  db: Db,
  changes: readonly (BudgetChange & BudgetOwner & { readonly limitUnits: number | null })[],
): Promise<number> {
  const { source } = unnested(changes, {
    partnerId: 'text',
    kind: 'text',
    code: 'text',
    units: 'bigint',
    refusedUnits: 'bigint',
    limitUnits: 'bigint',
  })
  const { rows } = await sql`
    with change as materialized (
      select * from ${source} as change (partner_id, kind, code, units, refused_units, limit_units)
    ), locked as materialized (
      select budget.partner_id, budget.kind, budget.code, change.units, change.refused_units
      from change join reward_budgets budget using (partner_id, kind, code)
      order by 1, 2, 3
      for no key update of budget
    ), promised_first as (
      insert into reward_budgets (partner_id, kind, code, limit_units, promised_units, refused_units)
      select partner_id, kind, code, limit_units, units, refused_units from change
      where not exists (select from locked where (locked.partner_id, locked.kind, locked.code)
        = (change.partner_id, change.kind, change.code))
      order by 1, 2, 3
      on conflict do nothing
      returning 1
    ), promised as (
      update reward_budgets budget set
        promised_units = budget.promised_units + locked.units,
        refused_units = least(budget.refused_units, locked.refused_units)
      from locked
      where budget.partner_id = locked.partner_id and budget.kind = locked.kind and budget.code = locked.code
        and (locked.units <= 0 or budget.limit_units is null
          or budget.promised_units + locked.units <= budget.limit_units)
      returning 1
    )
    select from promised_first union all select from promised`.execute(db)
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
