import type { StoredDine } from '@dineward/core/rewards/snapshot.ts'
import type { Db } from '../../db/open-database.ts'

/* What is known of cards and events from outside. */

/** Which of these cards exist, linked or removed, at any partner. */
export async function existingCardIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('linkedCards').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export type DineOfEvent = Pick<
  StoredDine,
  'id' | 'sourceTransactionId' | 'status' | 'reasonCode' | 'rewardUnits' | 'clearedCents' | 'cardLastFour'
>

export async function findDineOfEvent(db: Db, dedupeKey: string): Promise<DineOfEvent | null> {
  const dine = await db
    .selectFrom('cardEvents as event')
    .innerJoin('dines as dine', join =>
      join.onRef('dine.id', '=', 'event.dineId').onRef('dine.partnerId', '=', 'event.partnerId'),
    )
    .select([
      'dine.id',
      'dine.sourceTransactionId',
      'dine.status',
      'dine.reasonCode',
      'dine.rewardUnits',
      'dine.clearedCents',
      'dine.cardLastFour',
    ])
    .where('event.dedupeKey', '=', dedupeKey)
    .executeTakeFirst()
  return dine ?? null
}
