import type { MerchantEvent, MerchantOffer } from '@dineward/core/merchants/merchant-events.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface EventRow {
  readonly id: string
  readonly event: MerchantEvent
}

export interface OfferRow {
  readonly id: string
  readonly partnerId: string
  readonly offer: MerchantOffer
}

const minutes = sql.lit('YYYY-MM-DD"T"HH24:MI')
const eventColumn = sql<MerchantEvent>`json_build_object('title', title, 'text', body,
  'startsAt', to_char(starts_at, ${minutes}), 'endsAt', to_char(ends_at, ${minutes}), 'url', url)`
const offerColumn = sql<MerchantOffer>`json_build_object('title', title, 'text', body,
  'startsOn', starts_on, 'endsOn', ends_on)`

/** Events that ended after a moment come by their beginning. */
export function selectEvents(db: Db, merchantId: string, since: Date): Promise<EventRow[]> {
  return db
    .selectFrom('merchantEvents')
    .select(['id', eventColumn.as('event')])
    .where('merchantId', '=', merchantId)
    .where('endsAt', '>', sql<string>`${since}::timestamp`)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Call it in a transaction. @returns undefined where there is none of this id, at any restaurant. */
export async function lockEvent(
  db: Db,
  id: string,
): Promise<(EventRow & { merchantId: string }) | undefined> {
  return db
    .selectFrom('merchantEvents')
    .select(['id', 'merchantId', eventColumn.as('event')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertEvent(
  db: Db,
  { id, merchantId }: { id: string; merchantId: string },
  { title, text, startsAt, endsAt, url }: MerchantEvent,
): Promise<void> {
  const columns = { title, body: text, startsAt, endsAt, url }
  await db
    .insertInto('merchantEvents')
    .values({ id, merchantId, ...columns })
    .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
    .execute()
}

export async function deleteEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('merchantEvents').where('id', '=', id).execute()
}

/** The newest come first. */
export function selectOffers(db: Db, merchantId: string, slugs: readonly string[]): Promise<OfferRow[]> {
  return db
    .selectFrom('merchantOffers')
    .select(['id', 'partnerId', offerColumn.as('offer')])
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .orderBy('startsOn', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Call it in a transaction. */
export async function lockOffer(
  db: Db,
  partnerId: string,
  id: string,
): Promise<(OfferRow & { merchantId: string }) | undefined> {
  return db
    .selectFrom('merchantOffers')
    .select(['id', 'partnerId', 'merchantId', offerColumn.as('offer')])
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertOffer(
  db: Db,
  key: { id: string; partnerId: string; merchantId: string },
  { title, text, startsOn, endsOn }: MerchantOffer,
): Promise<void> {
  const columns = { title, body: text, startsOn, endsOn }
  await db
    .insertInto('merchantOffers')
    .values({ ...key, ...columns })
    .onConflict(conflict => conflict.columns(['partnerId', 'id']).doUpdateSet(columns))
    .execute()
}

export async function deleteOffer(db: Db, partnerId: string, id: string): Promise<void> {
  await db.deleteFrom('merchantOffers').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}
