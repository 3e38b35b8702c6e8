import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { type ListOwner, savedPlaces } from './lists/lists.read.ts'

interface NewFavorite extends ListOwner {
  readonly merchantId: string
  readonly addedAt: Date
  readonly most: number
}

/** A repeated call changes nothing. Nothing is inserted unless both of the answer are true. */
export async function insertFavorite(
  db: Db,
  { partnerId, memberId, merchantId, addedAt, most }: NewFavorite,
): Promise<{ isKnown: boolean; hasRoom: boolean }> {
  const { rows } = await sql<{ isKnown: boolean; hasRoom: boolean }>`
    with known as (
      select partner_id, merchant_id from merchant_participations
      where partner_id = ${partnerId} and merchant_id = ${merchantId}
    ),
    room as (select ${savedPlaces({ partnerId, memberId })} < ${most} as has_room),
    saved as (
      insert into member_favorites (partner_id, member_id, merchant_id, added_at)
      select partner_id, ${memberId}, merchant_id, ${addedAt}::timestamptz from known, room where has_room
      on conflict do nothing
    )
    select exists (select from known) as is_known, has_room from room
  `.execute(db)
  return rows[0]!
}

export async function deleteFavorite(
  db: Db,
  { partnerId, memberId, merchantId }: ListOwner & { merchantId: string },
): Promise<void> {
  await db
    .deleteFrom('memberFavorites')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .execute()
}
