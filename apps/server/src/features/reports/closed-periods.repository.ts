import type { Month } from '@dineward/core/reports/reports.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type {
  ClosedMerchantStatementsTable,
  ClosedPeriodsTable,
  DineTotals,
  StoredMerchantStatement,
} from './reports.tables.ts'

export type ClosedPeriod = Selectable<ClosedPeriodsTable>
export type ClosedMerchantStatement = Selectable<ClosedMerchantStatementsTable>

/** The newest come first. */
export function listClosedPeriods(db: Db, partnerId: string): Promise<ClosedPeriod[]> {
  return db
    .selectFrom('closedPeriods')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('month', 'desc')
    .execute()
}

/** Whether a later posting counts in the month or before. */
export async function isAccountedSince(
  db: Db,
  lastPosting: number,
  { partnerId, untilAt }: Pick<ClosedPeriod, 'partnerId' | 'untilAt'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledger_postings posting
      where posting.partner_id = ${partnerId} and posting.id > ${lastPosting}
        and posting.counts_at < ${new Date(untilAt).toISOString()}::timestamptz
    ) as found`.execute(db)
  return rows[0]!.found
}

/** @returns false where it was closed meanwhile. */
export async function insertClosedPeriod(db: Db, { statement, ...period }: ClosedPeriod): Promise<boolean> {
  const row = await db
    .insertInto('closedPeriods')
    .values({ ...period, statement: JSON.stringify(statement) })
    .onConflict(conflict => conflict.columns(['partnerId', 'month']).doNothing())
    .returning('month')
    .executeTakeFirst()
  return row !== undefined
}

export interface NewMerchantStatement {
  readonly merchantId: string
  readonly statement: StoredMerchantStatement
  readonly cumulative: DineTotals
}

export async function insertMerchantStatements(
  db: Db,
  { partnerId, month }: { readonly partnerId: string; readonly month: Month },
  rows: readonly NewMerchantStatement[],
): Promise<void> {
  await sql`
    insert into closed_merchant_statements (partner_id, month, merchant_id, statement, cumulative)
    select ${partnerId}, ${month}, row.* from unnest(
      ${rows.map(row => row.merchantId)}::text[], ${rows.map(row => JSON.stringify(row.statement))}::jsonb[],
      ${rows.map(row => JSON.stringify(row.cumulative))}::jsonb[]
    ) as row`.execute(db)
}

/** The statements are of a closed month. @param merchantId null: of all restaurants */
export function selectMerchantStatements(
  db: Db,
  { partnerId, month, merchantId }: { partnerId: string; month: Month; merchantId: string | null },
): Promise<ClosedMerchantStatement[]> {
  return db
    .selectFrom('closedMerchantStatements')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('month', '=', month)
    .$if(merchantId !== null, query => query.where('merchantId', '=', merchantId!))
    .execute()
}
