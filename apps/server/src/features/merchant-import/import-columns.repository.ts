import type { ImportColumns } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { ColumnMap } from '@dineward/core/merchant-import/import-columns.rules.ts'
import type { Db } from '../../db/open-database.ts'
import type { RunRow } from './import-runs.repository.ts'

type RunKey = Pick<RunRow, 'partnerId' | 'id'>

/** What staff chose for files with this header. */
export async function selectKeptColumns(
  db: Db,
  partnerId: string,
  headerKey: string,
): Promise<ColumnMap | null> {
  const row = await db
    .selectFrom('importColumns')
    .select('columns')
    .where('partnerId', '=', partnerId)
    .where('headerKey', '=', headerKey)
    .executeTakeFirst()
  return row?.columns ?? null
}

export async function keepColumns(
  db: Db,
  {
    partnerId,
    headerKey,
    columns,
    now,
  }: { partnerId: string; headerKey: string; columns: ColumnMap; now: Date },
): Promise<void> {
  const row = { columns: JSON.stringify(columns), savedAt: now }
  await db
    .insertInto('importColumns')
    .values({ partnerId, headerKey, ...row })
    .onConflict(conflict => conflict.columns(['partnerId', 'headerKey']).doUpdateSet(row))
    .execute()
}

/** @param columns null: someone has to choose them. @returns false where it is not being read by now. */
export async function setFileColumns(
  db: Db,
  { partnerId, id }: RunKey,
  { fileColumns, columns }: { fileColumns: ImportColumns['columns']; columns: ColumnMap | null },
): Promise<boolean> {
  const row = await db
    .updateTable('importRuns')
    .set({
      fileColumns: JSON.stringify(fileColumns),
      ...(columns ? { columns: JSON.stringify(columns) } : { state: 'mapping' as const }),
    })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** It is read again from its beginning. Call it in a transaction. @returns false where it is in another state by now. */
export async function setChosenColumns(
  db: Db,
  { partnerId, id }: RunKey,
  columns: ColumnMap,
): Promise<boolean> {
  const row = await db
    .updateTable('importRuns')
    .set({
      columns: JSON.stringify(columns),
      state: 'reading',
      linesRead: 0,
      progress: 0,
      unlistedRefusals: 0,
    })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('state', 'in', ['mapping', 'read'])
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await db.deleteFrom('importRunRows').where('partnerId', '=', partnerId).where('runId', '=', id).execute()
  return true
}
