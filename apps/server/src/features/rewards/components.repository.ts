import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DineComponentsTable } from './rewards.tables.ts'

export async function upsertComponents(
  db: Db,
  rows: readonly Insertable<DineComponentsTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('dineComponents')
    .values([...rows])
    .onConflict(conflict =>
      conflict.columns(['partnerId', 'id']).doUpdateSet(({ ref }) => ({
        units: ref('excluded.units'),
        grantedUnits: ref('excluded.grantedUnits'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

/** Their postings stay. */
export async function deleteComponents(db: Db, partnerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('dineComponents').where('partnerId', '=', partnerId).where('id', 'in', ids).execute()
}

/** The sum of each dine's components, kept with it. */
export async function sumComponents(db: Db, partnerId: string, dineIds: readonly string[]): Promise<void> {
  if (dineIds.length === 0) return
  await sql`
    update dines set component_units = (
      select coalesce(sum(units), 0) from dine_components component
      where component.partner_id = dines.partner_id and component.dine_id = dines.id)
    where partner_id = ${partnerId} and id = any(${[...dineIds]}::text[])`.execute(db)
}
