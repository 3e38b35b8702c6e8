import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { TrackingEventsTable } from './tracking.tables.ts'

export async function insertEvents(
  db: Db,
  events: readonly Insertable<TrackingEventsTable>[],
): Promise<void> {
  await db.insertInto('trackingEvents').values(events).execute()
}

export async function deleteEventsBefore(
  db: Db,
  { partnerId, before, limit }: { partnerId: string; before: Date; limit: number },
): Promise<number> {
  const old = db
    .selectFrom('trackingEvents')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('receivedAt', '<', before)
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('trackingEvents').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
