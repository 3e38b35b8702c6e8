import type { DineAmounts, DineFacts } from '@dineward/core/rewards/dine-to-decide.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import { inOneStatement, unnested } from '../../db/one-statement.ts'
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

type NewDine = Omit<StoredDine, 'componentUnits'>

/** @returns false when the transaction id names another dine of the partner. */
export function insertDine(db: Db, dine: NewDine): Promise<boolean> {
  return inOneStatement(db, insertDines, dine)
}

const changingTypes = {
  partnerId: 'text',
  id: 'text',
  linkedCardId: 'text',
  cardLastFour: 'text',
  sourceTransactionId: 'text',
  authCode: 'text',
  dinedAt: 'timestamp',
  authorizedCents: 'bigint',
  clearedCents: 'bigint',
  refundedCents: 'bigint',
  rewardUnits: 'bigint',
  status: 'text',
  reasonCode: 'text',
  decision: 'jsonb',
  updatedAt: 'timestamptz',
} as const

const newTypes = {
  ...changingTypes,
  memberId: 'text',
  merchantId: 'text',
  merchantName: 'text',
  paidAt: 'timestamptz',
  createdAt: 'timestamptz',
} as const

async function insertDines(db: Db, dines: readonly NewDine[]): Promise<boolean[]> {
  const texts = dines.map(dine => ({ ...dine, decision: JSON.stringify(dine.decision) }))
  const { columns, source } = unnested(texts, newTypes)
  const { rows } = await sql<{ id: string }>`
    insert into dines (${columns}) select * from ${source}
    on conflict (partner_id, source_transaction_id) do nothing
    returning id`.execute(db)
  const inserted = new Set(rows.map(({ id }) => id))
  return dines.map(({ id }) => inserted.has(id))
}

export type ChangedDine = Pick<StoredDine, keyof typeof changingTypes>

export function updateDine(db: Db, dine: ChangedDine): Promise<void> {
  return inOneStatement(db, updateDines, dine)
}

async function updateDines(db: Db, dines: readonly ChangedDine[]): Promise<undefined[]> {
  const texts = dines.map(dine => ({ ...dine, decision: JSON.stringify(dine.decision) }))
  const { columns, source } = unnested(texts, changingTypes)
  await sql`
    update dines set
      linked_card_id = changed.linked_card_id, card_last_four = changed.card_last_four,
      source_transaction_id = changed.source_transaction_id, auth_code = changed.auth_code,
      dined_at = changed.dined_at, authorized_cents = changed.authorized_cents,
      cleared_cents = changed.cleared_cents, refunded_cents = changed.refunded_cents,
      reward_units = changed.reward_units, status = changed.status, reason_code = changed.reason_code,
      decision = changed.decision, updated_at = changed.updated_at
    from ${source} as changed (${columns})
    where dines.partner_id = changed.partner_id and dines.id = changed.id`.execute(db)
  return dines.map(() => undefined)
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
      sql<number>`coalesce(sum(reward_units + component_units), 0) + (
        select coalesce(sum(units), 0) from account_rewards
        where partner_id = ${owner.partnerId} and member_id = ${owner.memberId} and rewarded_at >= ${since}::timestamp)`.as(
        'rewardUnits',
      ),
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

export interface PaidSubjects {
  readonly partnerId: string
  /** Ids of dines, or of their components. */
  readonly subjects: readonly string[]
  readonly now: Date
}

/** Paid ones wait for the rest of their reward. */
export async function reopenPaidDines(db: Db, { partnerId, subjects, now }: PaidSubjects): Promise<void> {
  const ids = sql`${subjects as string[]}::text[]`
  await db
    .updateTable('dines')
    .set({ status: 'Deferred', paidAt: null, updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'Paid')
    .where(
      sql<boolean>`id = any(${ids} || array(select dine_id from dine_components
        where partner_id = ${partnerId} and id = any(${ids})))`,
    )
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
