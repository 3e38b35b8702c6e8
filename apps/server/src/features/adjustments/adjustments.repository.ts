import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AdjustmentsTable } from './adjustments.tables.ts'

export type Adjustment = Selectable<AdjustmentsTable>

export async function insertAdjustment(db: Db, row: Insertable<AdjustmentsTable>): Promise<Adjustment> {
  return db.insertInto('adjustments').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findAdjustment(db: Db, partnerId: string, id: string): Promise<Adjustment | undefined> {
  return db
    .selectFrom('adjustments')
    .selectAll()
    .where('partnerId', '=', partnerId)
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

/** What an author gave and took of a member without another's approval, all positive. */
export async function sumRecent(
  db: Db,
  { partnerId, memberId, author }: Pick<Adjustment, 'partnerId' | 'memberId' | 'author'>,
  since: Date,
): Promise<number> {
  const { units } = await db
    .selectFrom('adjustments')
    .select(sql<number>`coalesce(sum(abs(units)), 0)`.as('units'))
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('author', '=', author)
    .where('state', '=', 'posted')
    .where('decidedBy', 'is', null)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return units
}

/** @returns null where none of these programs has it. */
export async function findAdjustmentPartner(
  db: Db,
  partnerIds: readonly string[],
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('adjustments')
    .select('partnerId')
    .where('partnerId', 'in', partnerIds)
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row?.partnerId ?? null
}

interface RequestKey {
  readonly partnerId: string
  readonly author: string
  readonly idempotencyKey: string
}

/** What an earlier call with this key asked for. */
export function findRequested(db: Db, { partnerId, author, idempotencyKey }: RequestKey) {
  return db
    .selectFrom('adjustmentRequests as request')
    .innerJoin('adjustments as adjustment', join =>
      join
        .onRef('adjustment.partnerId', '=', 'request.partnerId')
        .onRef('adjustment.id', '=', 'request.adjustmentId'),
    )
    .selectAll('adjustment')
    .where('request.partnerId', '=', partnerId)
    .where('request.author', '=', author)
    .where('request.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** @returns false where another call has used the key meanwhile. */
export async function insertRequest(
  db: Db,
  request: RequestKey & { readonly adjustmentId: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('adjustmentRequests')
    .values(request)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}
