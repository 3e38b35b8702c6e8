import type { HoldChange, HoldState } from '@dineward/core/rewards/holds/stored-hold.rules.ts'
import { answerDue } from '@dineward/core/rewards/holds/stored-hold.rules.ts'
import type { MemberKey } from '@dineward/core/rewards/snapshot.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import type { DineHoldsTable } from './holds.tables.ts'

export type HoldRow = Selectable<DineHoldsTable>

/** One that is opened again gets a new date; what changes while it is open keeps its date and who has taken it. */
export async function upsertHolds(
  db: Db,
  holds: readonly (HoldChange & MemberKey)[],
  now: Date,
): Promise<void> {
  if (holds.length === 0) return
  const rows = holds.map(({ hits, limits, ...hold }) => ({
    ...hold,
    hits: JSON.stringify(hits),
    limits: JSON.stringify(limits),
    openedAt: now,
    dueAt: answerDue(now),
    updatedAt: now,
  }))
  const { columns, source } = unnested(rows, {
    partnerId: 'text',
    dineId: 'text',
    memberId: 'text',
    merchantId: 'text',
    state: 'text',
    hits: 'jsonb',
    limits: 'jsonb',
    units: 'bigint',
    openedAt: 'timestamptz',
    dueAt: 'timestamptz',
    updatedAt: 'timestamptz',
  })
  const begins = sql`hold.state <> 'open' and excluded.state = 'open'`
  const whenReopened = (column: string, otherwise = sql.ref(`hold.${column}`)) =>
    sql`${sql.ref(column)} = case when ${begins} then ${sql.ref(`excluded.${column}`)} else ${otherwise} end`
  await sql`
    insert into dine_holds as hold (${columns}) select * from ${source}
    on conflict (partner_id, dine_id) do update set
      state = excluded.state, hits = excluded.hits, units = excluded.units, updated_at = excluded.updated_at,
      ${whenReopened('openedAt')}, ${whenReopened('dueAt')}, ${whenReopened('assignee')}, ${whenReopened('decidedBy')}, ${whenReopened('decidedAt')},
      ${whenReopened('reason')}, ${whenReopened('overdueMailedAt')}`.execute(db)
}

interface HoldKey {
  readonly partnerId: string
  readonly dineId: string
}

/** @returns null where its state is another by now. */
export async function answerHold(
  db: Db,
  { partnerId, dineId }: HoldKey,
  from: readonly HoldState[],
  answer: Pick<HoldRow, 'decidedBy' | 'decidedAt' | 'reason'> & { readonly state: 'released' | 'refused' },
): Promise<HoldRow | null> {
  const row = await db
    .updateTable('dineHolds')
    .set({ ...answer, updatedAt: answer.decidedAt! })
    .where('partnerId', '=', partnerId)
    .where('dineId', '=', dineId)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** @returns false where someone else has taken or answered it meanwhile. */
export async function updateAssignee(
  db: Db,
  { partnerId, dineId }: HoldKey,
  { before, assignee }: { readonly before: string | null; readonly assignee: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dineHolds')
    .set({ assignee })
    .where('partnerId', '=', partnerId)
    .where('dineId', '=', dineId)
    .where('state', '=', 'open')
    .where('assignee', 'is not distinct from', before)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @returns those that were marked: each is told about once. */
export function markOverdue(
  db: Db,
  partnerId: string,
  now: Date,
): Promise<Pick<HoldRow, 'dineId' | 'dueAt'>[]> {
  return db
    .updateTable('dineHolds')
    .set({ overdueMailedAt: now })
    .where('partnerId', '=', partnerId)
    .where('state', '=', 'open')
    .where('dueAt', '<', now)
    .where('overdueMailedAt', 'is', null)
    .returning(['dineId', 'dueAt'])
    .execute()
}
