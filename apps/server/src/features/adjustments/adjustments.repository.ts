import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import type { AdjustmentsTable } from './adjustments.tables.ts'

export type Adjustment = Selectable<AdjustmentsTable>

/** @returns undefined where another one has its external id. */
export function insertAdjustment(db: Db, row: Insertable<AdjustmentsTable>): Promise<Adjustment | undefined> {
  return db
    .insertInto('adjustments')
    .values(row)
    .onConflict(conflict => conflict.columns(['partnerId', 'externalId']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function isExternalIdUsed(db: Db, partnerId: string, externalId: string): Promise<boolean> {
  const row = await db
    .selectFrom('adjustments')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return row !== undefined
}

export function findAdjustment(
  db: Db,
  partnerIds: readonly string[],
  id: string,
): Promise<Adjustment | undefined> {
  return db
    .selectFrom('adjustments')
    .selectAll()
    .where(sql<boolean>`partner_id = any(${[...partnerIds]}::text[])`)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function updateAdjustment(
  db: Db,
  { partnerId, id }: Pick<Adjustment, 'partnerId' | 'id'>,
  changes: Updateable<AdjustmentsTable>,
): Promise<Adjustment> {
  return db
    .updateTable('adjustments')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What an earlier call with this key posted. */
export function findPosted(
  db: Db,
  key: Pick<Adjustment, 'partnerId' | 'author'> & { readonly idempotencyKey: string },
): Promise<Adjustment | undefined> {
  return db
    .selectFrom('adjustments')
    .selectAll()
    .where('partnerId', '=', key.partnerId)
    .where('author', '=', key.author)
    .where('idempotencyKey', '=', key.idempotencyKey)
    .executeTakeFirst()
}

/** These dines became part of others, which are not what the rows are about. */
export async function detachDinesOfAdjustments(
  db: Db,
  dines: readonly { readonly partnerId: string; readonly id: string }[],
): Promise<void> {
  const { source } = unnested(dines, { partnerId: 'text', id: 'text' })
  await sql`
    update adjustments set dine_id = null from ${source} as gone (partner_id, dine_id)
    where adjustments.partner_id = gone.partner_id and adjustments.dine_id = gone.dine_id`.execute(db)
}
