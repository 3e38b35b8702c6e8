import type { DineAmounts, DineFacts } from '@dineward/core/rewards/dine.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DinesTable } from './rewards.tables.ts'

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

/** Of these, those that wait for the partner. */
export async function updateAwarded(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ status: 'Deferred', updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', '=', 'Awarded')
    .execute()
}

export async function updateUnpaid(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ status: 'Paid', paidAt: now, updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', 'in', ['Awarded', 'Deferred'])
    .execute()
}

export async function updatePaid(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ status: 'Awarded', paidAt: null, updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', '=', 'Paid')
    .execute()
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
