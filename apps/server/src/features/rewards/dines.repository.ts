import type { DineAmounts, DineFacts } from '@dineward/core/rewards/dine.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DineStatus, DinesTable } from './rewards.tables.ts'

/** What a dine's reward was decided on (`dines.decision`). */
export interface RecordedDecision {
  readonly ruleVersion: number
  readonly facts: DineFacts
  readonly amounts: DineAmounts
  /** The part of the net amount that earned. */
  readonly earningCents: number
}

export interface StoredDine extends Omit<Selectable<DinesTable>, 'decision'> {
  readonly decision: RecordedDecision
}

/** The restaurant of the member's dine that one of these transactions charged. */
export function dineOfTransaction(
  db: Db,
  owner: { partnerId: string; memberId: string },
  transactionIds: readonly string[],
): Promise<{ merchantId: string | null } | undefined> {
  return db
    .selectFrom('dineAmounts as amount')
    .innerJoin('dines as dine', join =>
      join.onRef('dine.id', '=', 'amount.dineId').onRef('dine.partnerId', '=', 'amount.partnerId'),
    )
    .select('dine.merchantId')
    .where('amount.partnerId', '=', owner.partnerId)
    .where('amount.transactionId', 'in', transactionIds)
    .where('amount.kind', '!=', 'refund')
    .where('dine.memberId', '=', owner.memberId)
    .limit(1)
    .executeTakeFirst()
}

/** @returns false when the transaction id names another dine of the partner. */
export async function insertDine(
  db: Db,
  dine: Omit<Insertable<DinesTable>, 'decision'> & { decision: RecordedDecision },
): Promise<boolean> {
  const inserted = await db
    .insertInto('dines')
    .values({ ...dine, decision: JSON.stringify(dine.decision) })
    .onConflict(conflict => conflict.columns(['partnerId', 'sourceTransactionId']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}

export async function updateDine(
  db: Db,
  partnerId: string,
  dineId: string,
  changes: Omit<Updateable<DinesTable>, 'decision'> & { decision: RecordedDecision },
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ ...changes, decision: JSON.stringify(changes.decision) })
    .where('partnerId', '=', partnerId)
    .where('id', '=', dineId)
    .execute()
}

/** Their postings and reversals stay. */
export async function deleteDines(db: Db, partnerId: string, dineIds: readonly string[]): Promise<void> {
  if (dineIds.length === 0) return
  await db.deleteFrom('dines').where('partnerId', '=', partnerId).where('id', 'in', dineIds).execute()
}

export async function selectSummary(
  db: Db,
  owner: { partnerId: string; memberId: string },
  since: string,
): Promise<{ rewardUnits: number; dines: number }> {
  return db
    .selectFrom('dines')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(reward_units + component_units), 0)`.as('rewardUnits'),
      fn.countAll<number>().as('dines'),
    ])
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('status', 'in', ['Awarded', 'Deferred', 'Paid'])
    .where('dinedAt', '>=', since)
    .executeTakeFirstOrThrow()
}

/** Of these dines, those with one of the statuses `from`. */
export async function updateStatus(
  db: Db,
  { partnerId, dineIds }: { readonly partnerId: string; readonly dineIds: readonly string[] },
  from: readonly DineStatus[],
  changes: Pick<Updateable<DinesTable>, 'status' | 'paidAt' | 'updatedAt'>,
): Promise<void> {
  if (dineIds.length === 0) return
  await db
    .updateTable('dines')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', 'in', from)
    .execute()
}

/** The dine with which a member's dines of a local calendar year reach one of the thresholds; 0 dollars: none. */
export async function qualifyingDine(
  db: Db,
  { partnerId, memberId }: { partnerId: string; memberId: string },
  year: number,
  { dinesRequired, dollarsRequired }: { dinesRequired: number; dollarsRequired: number },
): Promise<{ id: string; dinedAt: string; timezone: string | null } | null> {
  const { rows } = await sql<{ id: string; dinedAt: string; timezone: string | null }>`
    select id, to_char(dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as dined_at, decision->'facts'->>'timezone' as timezone
    from (
      select id, dined_at, decision, row_number() over by_time as dines,
        sum(cleared_cents - refunded_cents) over by_time as cents
      from dines
      where partner_id = ${partnerId} and member_id = ${memberId} and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${`${year}-01-01`}::timestamp and dined_at < ${`${year + 1}-01-01`}::timestamp
      window by_time as (order by dined_at, source_transaction_id)
    ) as dine
    where dines >= ${dinesRequired} or (${dollarsRequired} > 0 and cents >= ${dollarsRequired} * 100)
    order by dines limit 1`.execute(db)
  return rows[0] ?? null
}

/** Where dines have waited for their clearing since before this time. */
export function selectOverdue(
  db: Db,
  partnerId: string,
  seenBefore: Date,
): Promise<{ memberId: string; merchantId: string | null }[]> {
  return db
    .selectFrom('dines')
    .select(['memberId', 'merchantId'])
    .distinct()
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'Pending')
    .where('clearedCents', 'is', null)
    .where('createdAt', '<', seenBefore)
    .execute()
}

/** PostgreSQL formats a timestamp with a space. */
export const localTime = (text: string): string => text.replace(' ', 'T').slice(0, 19)
