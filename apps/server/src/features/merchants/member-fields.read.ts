import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** What one restaurant has for one member, as it is kept. */
export interface PersonalRow {
  readonly offers: NonNullable<MerchantSummary['offers']>
  readonly flexOffer: NonNullable<MerchantSummary['flexOffer']> | null
  readonly favorite: boolean
}

interface Whose {
  readonly partnerId: string
  readonly memberId: string
  readonly now: Date
}

/** What these restaurants have for one member today, in one statement. */
export async function selectPersonal(
  db: Db,
  whose: Whose,
  merchantIds: readonly string[],
): Promise<{ merchantId: string; personal: PersonalRow }[]> {
  const { rows } = await sql<{ merchantId: string; personal: PersonalRow }>`
    select merchant.id as merchant_id, ${personalColumn(whose)} as personal
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${whose.partnerId}
    where merchant.id = any(${[...merchantIds]}::text[])
  `.execute(db)
  return rows
}

/**
 * A column for a statement that reads `merchants as merchant` and `merchant_participations as participation`: what the
 * restaurant has for this member today, by its own date.
 */
export function personalColumn({ partnerId, memberId, now }: Whose): RawBuilder<PersonalRow> {
  return sql`(
    select json_build_object(
      'offers', (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'text', body,
          'type', case when ends_on is null then 'Unlimited' else 'Limited' end, 'endsOn', ends_on)
          order by ends_on nulls last, id), '[]')
        from merchant_offers where partner_id = ${partnerId} and merchant_id = merchant.id
          and ${inForce} and (ends_on is null or ends_on >= today.date)),
      'flexOffer', (select json_build_object('id', id, 'webMessageOfferAmount', web_message_offer_amount)
        from flex_offers where partner_id = ${partnerId} and member_id = ${memberId}
          and merchant_id = merchant.id and ${inForce} and ends_on >= today.date
        order by starts_on desc, id limit 1),
      'favorite', exists (select from member_favorites where partner_id = ${partnerId}
        and member_id = ${memberId} and merchant_id = merchant.id))
    from (select ${dateThere(now)} as date) as today)`
}

export interface FlexOfferRow {
  readonly id: string
  readonly webMessageOfferAmount: string
}

/** What is offered to a member at a restaurant today, newest first; null where the restaurant takes no part at all. */
export async function selectFlexOffers(
  db: Db,
  { partnerId, memberId, now }: Whose,
  merchantId: string,
): Promise<FlexOfferRow[] | null> {
  const { rows } = await sql<{ items: FlexOfferRow[] }>`
    select (select coalesce(json_agg(json_build_object('id', id, 'webMessageOfferAmount', web_message_offer_amount)
        order by starts_on desc, id), '[]')
      from flex_offers where partner_id = ${partnerId} and member_id = ${memberId}
        and merchant_id = merchant.id and ${inForce} and ends_on >= today.date) as items
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${partnerId}
    cross join lateral (select ${dateThere(now)} as date) as today
    where merchant.id = ${merchantId}
  `.execute(db)
  return rows[0]?.items ?? null
}

/** Begun, at a restaurant that takes part today: nothing is on at one that has not joined yet, or has left. */
const inForce: RawBuilder<unknown> = sql`starts_on <= today.date and participation.joined_on <= today.date
  and (participation.left_on is null or participation.left_on > today.date)`

const dateThere = (now: Date): RawBuilder<unknown> =>
  sql`(${now}::timestamptz at time zone merchant.timezone)::date`
