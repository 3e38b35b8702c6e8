import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** A repeated call changes nothing. @returns whether the partner has the restaurant. */
export async function insertFavorite(
  db: Db,
  { partnerId, memberId, merchantId, addedAt }: MemberKey & { merchantId: string; addedAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    with known as (
      select partner_id, merchant_id from merchant_participations
      where partner_id = ${partnerId} and merchant_id = ${merchantId}
    ),
    saved as (
      insert into member_favorites (partner_id, member_id, merchant_id, added_at)
      select partner_id, ${memberId}, merchant_id, ${addedAt}::timestamptz from known
      on conflict do nothing
    )
    select exists (select from known) as is_known
  `.execute(db)
  return rows[0]?.isKnown === true
}

export async function deleteFavorite(
  db: Db,
  { partnerId, memberId, merchantId }: MemberKey & { merchantId: string },
): Promise<void> {
  await db
    .deleteFrom('memberFavorites')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .execute()
}
