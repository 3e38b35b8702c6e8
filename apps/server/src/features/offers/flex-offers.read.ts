import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { isActive, localDate, type MemberKey } from '../merchants/member-fields/member-fields.read.ts'
import { isUsedUp, offersOfMember } from './open-offers.read.ts'

export interface FlexOfferRow {
  readonly id: string
  readonly webMessageOfferAmount: string
}

/** Null where the partner has no such restaurant. */
export async function selectFlexOffers(
  db: Db,
  { partnerId, memberId, now }: MemberKey,
  merchantId: string,
): Promise<FlexOfferRow[] | null> {
  const { rows } = await sql<{ items: FlexOfferRow[] }>`
    select (select coalesce(json_agg(json_build_object('id', id, 'webMessageOfferAmount', web_message_offer_amount)
        order by starts_on desc, id), '[]')
      from ${offersOfMember({ partnerId, memberId }, sql`merchant.id`)} as offer
      where ${isActive} and ends_on >= today.date and not ${isUsedUp({ partnerId, memberId })}) as items
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${partnerId}
    cross join lateral (select ${localDate(now)} as date) as today
    where merchant.id = ${merchantId}
  `.execute(db)
  return rows[0]?.items ?? null
}
