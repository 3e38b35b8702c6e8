import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { MerchantsTable } from '../merchants.tables.ts'

export type LockedMerchant = Selectable<MerchantsTable>

/** Call it in a transaction. */
export async function lockMerchant(db: Db, merchantId: string): Promise<LockedMerchant | null> {
  const row = await db
    .selectFrom('merchants')
    .selectAll()
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** In how many of these programs it takes or took part, and in how many others. */
export async function countPrograms(
  db: Db,
  merchantId: string,
  slugs: readonly string[],
): Promise<{ own: number; others: number }> {
  const isOwn = sql<boolean>`partner_id in (${sql.join(slugs)})`
  return db
    .selectFrom('merchantParticipations')
    .select([
      sql<number>`count(*) filter (where ${isOwn})`.as('own'),
      sql<number>`count(*) filter (where not ${isOwn})`.as('others'),
    ])
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
}

export interface NewMerchant {
  readonly id: string
  readonly source: string
  readonly sourceId: string
  readonly facts: MerchantFacts
  readonly now: Date
}

/** @returns the id: of an earlier one where the source has this `sourceId` already. */
export async function insertMerchant(
  db: Db,
  { id, source, sourceId, facts, now }: NewMerchant,
): Promise<{ id: string; isNew: boolean }> {
  const row = await db
    .insertInto('merchants')
    .values({
      ...storedFacts(facts),
      id,
      source,
      sourceId,
      searchText: searchTextOf(facts),
      updatedAt: now,
    })
    .onConflict(conflict => conflict.columns(['source', 'sourceId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return { id: row.id, isNew: true }
  const earlier = await db
    .selectFrom('merchants')
    .select('id')
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirstOrThrow()
  return { id: earlier.id, isNew: false }
}

export async function updateMerchantFacts(
  db: Db,
  merchantId: string,
  { facts, now }: { facts: MerchantFacts; now: Date },
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({ ...storedFacts(facts), searchText: searchTextOf(facts), updatedAt: now })
    .where('id', '=', merchantId)
    .execute()
}

type FactColumns = Pick<Insertable<MerchantsTable>, keyof MerchantFacts>

function storedFacts(facts: MerchantFacts): FactColumns & { hours: string; menu: string } {
  return { ...facts, hours: JSON.stringify(facts.hours), menu: JSON.stringify(facts.menu) }
}

export interface RestaurantMid {
  readonly mid: string
  readonly merchantId: string
  /** The restaurant's date. */
  readonly today: string
}

/** @returns false where it is that of another restaurant. */
export async function insertMid(db: Db, { mid, merchantId, today }: RestaurantMid): Promise<boolean> {
  const current = await db
    .selectFrom('merchantMids')
    .select('merchantId')
    .where('mid', '=', mid)
    .where(where => where.or([where('validTo', 'is', null), where('validTo', '>', today)]))
    .executeTakeFirst()
  if (current) return current.merchantId === merchantId
  const row = await db
    .insertInto('merchantMids')
    .values({ mid, merchantId, validFrom: today, validTo: null })
    .onConflict(conflict =>
      conflict
        .columns(['mid', 'validFrom'])
        .doUpdateSet({ validTo: null })
        .where('merchantMids.merchantId', '=', merchantId),
    )
    .returning('mid')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where it has no such MID in force. */
export async function endMid(db: Db, { mid, merchantId, today }: RestaurantMid): Promise<boolean> {
  const row = await db
    .updateTable('merchantMids')
    .set({ validTo: today })
    .where('mid', '=', mid)
    .where('merchantId', '=', merchantId)
    .where('validTo', 'is', null)
    .returning('mid')
    .executeTakeFirst()
  return row !== undefined
}
