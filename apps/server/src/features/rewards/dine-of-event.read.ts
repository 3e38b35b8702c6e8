import type { StoredDine } from '@dineward/core/rewards/snapshot.ts'
import type { Db } from '../../db/open-database.ts'

export type DineOfEvent = Pick<
  StoredDine,
  'id' | 'sourceTransactionId' | 'status' | 'reasonCode' | 'rewardUnits' | 'clearedCents' | 'cardLastFour'
>

export async function findDineOfEvent(db: Db, dedupeKey: string): Promise<DineOfEvent | null> {
  const dine = await db
    .selectFrom('cardEventKeys as key')
    .innerJoin('cardEvents as event', join =>
      join.onRef('event.id', '=', 'key.eventId').onRef('event.receivedAt', '=', 'key.receivedAt'),
    )
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
    .where('key.dedupeKey', '=', dedupeKey)
    .executeTakeFirst()
  return dine ?? null
}
