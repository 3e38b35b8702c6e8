import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { FinanceRunsTable } from './finance-runs.tables.ts'

export type FinanceRunRow = Selectable<FinanceRunsTable>

/** What is checked or closed. */
export interface Scope {
  readonly kind: FinanceRunRow['kind']
  readonly programs: string[] | null
}

const isOf = ({ programs }: Scope) => sql<boolean>`programs is not distinct from ${programs}::text[]`

/** @returns false where one of the same scope is not finished. */
export async function insertRun(db: Db, run: Insertable<FinanceRunsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('financeRuns')
    .values(run)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function selectNewestRun(db: Db, scope: Scope): Promise<FinanceRunRow | undefined> {
  return db
    .selectFrom('financeRuns')
    .selectAll()
    .where('kind', '=', scope.kind)
    .where(isOf(scope))
    .orderBy('createdAt', 'desc')
    .orderBy(sql`finished_at is null`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The oldest come first. */
export function selectWaitingRuns(db: Db): Promise<FinanceRunRow[]> {
  return db
    .selectFrom('financeRuns')
    .selectAll()
    .where('finishedAt', 'is', null)
    .orderBy('createdAt')
    .execute()
}

export async function updateRun(db: Db, id: string, change: Updateable<FinanceRunsTable>): Promise<void> {
  await db
    .updateTable('financeRuns')
    .set(change)
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .execute()
}
