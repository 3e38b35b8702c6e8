import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { StoredDine } from '@dineward/core/rewards/snapshot.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { unnested } from '../../../db/unnested.ts'
import type { DinesTable } from '../rewards.tables.ts'

const changingTypes = {
  partnerId: 'text',
  id: 'text',
  linkedCardId: 'text',
  cardLastFour: 'text',
  sourceTransactionId: 'text',
  authCode: 'text',
  dinedAt: 'timestamp',
  clearedAt: 'timestamp',
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

/** @throws when a transaction id names another dine of the partner, by the unique index. */
export async function insertDines(db: Db, dines: readonly StoredDine[]): Promise<void> {
  if (dines.length === 0) return
  const texts = dines.map(dine => ({ ...dine, decision: JSON.stringify(dine.decision) }))
  const { columns, source } = unnested(texts, newTypes)
  await sql`insert into dines (${columns}) select * from ${source}`.execute(db)
}

/** @returns the statuses until now, by id */
export async function updateDines(
  db: Db,
  dines: readonly StoredDine[],
): Promise<ReadonlyMap<string, DineStatus>> {
  if (dines.length === 0) return new Map()
  const texts = dines.map(dine => ({ ...dine, decision: JSON.stringify(dine.decision) }))
  const { columns, source } = unnested(texts, changingTypes)
  const { rows } = await sql<{ id: string; before: DineStatus }>`
    update dines set
      linked_card_id = changed.linked_card_id, card_last_four = changed.card_last_four,
      source_transaction_id = changed.source_transaction_id, auth_code = changed.auth_code,
      dined_at = changed.dined_at, cleared_at = changed.cleared_at, authorized_cents = changed.authorized_cents,
      cleared_cents = changed.cleared_cents, refunded_cents = changed.refunded_cents,
      reward_units = changed.reward_units, status = changed.status, reason_code = changed.reason_code,
      decision = changed.decision, updated_at = changed.updated_at
    from ${source} as changed (${columns})
    join dines before on before.partner_id = changed.partner_id and before.id = changed.id
    where dines.partner_id = changed.partner_id and dines.id = changed.id
    returning dines.id, before.status as before`.execute(db)
  return new Map(rows.map(({ id, before }) => [id, before]))
}

export interface DineKey {
  readonly partnerId: string
  readonly id: string
}

/** Their postings and reversals stay. */
export async function deleteDines(db: Db, dines: readonly DineKey[]): Promise<void> {
  const { source } = unnested(dines, { partnerId: 'text', id: 'text' })
  await sql`
    delete from dines using ${source} as gone (partner_id, id)
    where dines.partner_id = gone.partner_id and dines.id = gone.id`.execute(db)
}

/** Of these dines, it updates those with one of the statuses `from`. @returns which they are */
export async function updateStatus(
  db: Db,
  { partnerId, dineIds }: { readonly partnerId: string; readonly dineIds: readonly string[] },
  from: readonly DineStatus[],
  changes: Pick<Updateable<DinesTable>, 'status' | 'paidAt' | 'updatedAt'>,
): Promise<{ id: string; memberId: string }[]> {
  if (dineIds.length === 0) return []
  return db
    .updateTable('dines')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', 'in', from)
    .returning(['id', 'memberId'])
    .execute()
}

export async function selectForfeitDines(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
): Promise<{ id: string; memberId: string }[]> {
  if (dineIds.length === 0) return []
  return db
    .selectFrom('dines')
    .select(['id', 'memberId'])
    .where('partnerId', '=', partnerId)
    .where('id', 'in', dineIds)
    .where('status', '=', 'Forfeit')
    .execute()
}

/** Paid ones wait for the rest of their reward. */
export async function reopenPaidDines(
  db: Db,
  { partnerId, dineIds, now }: { partnerId: string; dineIds: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ status: 'Deferred', paidAt: null, updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'Paid')
    .where('id', 'in', dineIds)
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
