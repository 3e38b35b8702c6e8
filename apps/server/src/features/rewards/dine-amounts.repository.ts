import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { localTime } from './dines.repository.ts'
import type { DineAmountsTable } from './rewards.tables.ts'

export type StoredAmount = Selectable<DineAmountsTable>

export async function amountsOfDines(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
): Promise<StoredAmount[]> {
  if (dineIds.length === 0) return []
  const rows = await db
    .selectFrom('dineAmounts')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('dineId', 'in', dineIds)
    .orderBy('sourceKey')
    .execute()
  return rows.map(row => ({ ...row, occurredAt: localTime(row.occurredAt) }))
}

/** Where a movement is kept already, told by whatever event. */
export function findAmount(
  db: Db,
  partnerId: string,
  sourceKey: string,
): Promise<{ dineId: string; linkedCardId: string } | undefined> {
  return db
    .selectFrom('dineAmounts')
    .select(['dineId', 'linkedCardId'])
    .where('partnerId', '=', partnerId)
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst()
}

/** Writes a movement under its dine, or moves it there. */
export async function putAmount(
  db: Db,
  input: { partnerId: string; dineId: string; movement: Movement; cardEventId: number | null; now: Date },
): Promise<void> {
  const { partnerId, dineId, movement, cardEventId, now } = input
  await db
    .insertInto('dineAmounts')
    .values({ ...movement, partnerId, dineId, cardEventId, createdAt: now })
    .onConflict(conflict => conflict.columns(['partnerId', 'sourceKey']).doUpdateSet({ dineId }))
    .execute()
}

/** Takes a refund from the dine it was matched with: it waits again. */
export async function removeAmount(db: Db, partnerId: string, sourceKey: string): Promise<void> {
  await db
    .deleteFrom('dineAmounts')
    .where('partnerId', '=', partnerId)
    .where('sourceKey', '=', sourceKey)
    .where('kind', '=', 'refund')
    .execute()
}
