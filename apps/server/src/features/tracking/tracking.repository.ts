import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { TrackingEventsTable } from './tracking.tables.ts'

export async function insertEvents(
  db: Db,
  events: readonly Insertable<TrackingEventsTable>[],
): Promise<void> {
  await db.insertInto('trackingEvents').values(events).execute()
}
