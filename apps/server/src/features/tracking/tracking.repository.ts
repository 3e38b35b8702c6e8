import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { TrackingEventsTable } from './tracking.tables.ts'

export async function insertEvents(
  db: Db,
  events: readonly Insertable<TrackingEventsTable>[],
): Promise<void> {
  await db.insertInto('trackingEvents').values(events).execute()
}

export async function deleteEventsBefore(db: Db, partnerId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('trackingEvents')
    .where('partnerId', '=', partnerId)
    .where('receivedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
