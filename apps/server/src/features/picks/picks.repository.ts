import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface PickKey {
  readonly partnerId: string
  readonly memberId: string
  readonly merchantId: string
}

/** A repeated call changes nothing. @returns whether the partner has the restaurant. */
export async function insertHiddenPick(
  db: Db,
  { partnerId, memberId, merchantId, hiddenAt }: PickKey & { readonly hiddenAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    with known as (
      select partner_id, merchant_id from merchant_participations
      where partner_id = ${partnerId} and merchant_id = ${merchantId}
    ),
    hidden as (
      insert into hidden_picks (partner_id, member_id, merchant_id, hidden_at)
      select partner_id, ${memberId}, merchant_id, ${hiddenAt}::timestamptz from known
      on conflict do nothing
    )
    select exists (select from known) as is_known
  `.execute(db)
  return rows[0]?.isKnown === true
}

export async function deleteHiddenPick(db: Db, { partnerId, memberId, merchantId }: PickKey): Promise<void> {
  await db
    .deleteFrom('hiddenPicks')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .execute()
}
