import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { isUsedUp, offersOfMember } from '../../offers/open-offers.read.ts'

export interface MemberFieldsRow {
  readonly offers: NonNullable<MerchantSummary['offers']>
  readonly flexOffer: NonNullable<MerchantSummary['flexOffer']> | null
  readonly favorite: boolean
}

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
  readonly now: Date
}

export async function selectMemberFields(
  db: Db,
  key: MemberKey,
  merchantIds: readonly string[],
): Promise<{ merchantId: string; fields: MemberFieldsRow }[]> {
  const { rows } = await sql<{ merchantId: string; fields: MemberFieldsRow }>`
    select merchant.id as merchant_id, ${memberFieldsColumn(key)} as fields
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${key.partnerId}
    where merchant.id = any(${[...merchantIds]}::text[])
  `.execute(db)
  return rows
}

/** This is a column for `merchants as merchant` joined with `merchant_participations as participation`. */
export function memberFieldsColumn({ partnerId, memberId, now }: MemberKey): RawBuilder<MemberFieldsRow> {
  return sql`(
    select json_build_object(
      'offers', (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'text', body,
          'type', case when ends_on is null then 'Unlimited' else 'Limited' end, 'endsOn', ends_on)
          order by ends_on nulls last, id), '[]')
        from merchant_offers where partner_id = ${partnerId} and merchant_id = merchant.id
          and ${isActive} and (ends_on is null or ends_on >= today.date)),
      'flexOffer', (select json_build_object('id', id, 'webMessageOfferAmount', web_message_offer_amount,
          'minimumSpendCents', minimum_spend_cents, 'endsOn', ends_on, 'isForEveryone', is_for_everyone)
        from ${offersOfMember({ partnerId, memberId }, sql`merchant.id`)} as offer
        where ${isActive} and ends_on >= today.date and not ${isUsedUp({ partnerId, memberId })}
        order by starts_on desc, id limit 1),
      'favorite', exists (select from member_favorites where partner_id = ${partnerId}
        and member_id = ${memberId} and merchant_id = merchant.id))
    from (select ${localDate(now)} as date) as today)`
}

/** Started, at a restaurant that takes part today. */
export const isActive: RawBuilder<unknown> = sql`starts_on <= today.date and participation.joined_on <= today.date
  and (participation.left_on is null or participation.left_on > today.date)`

export const localDate = (now: Date): RawBuilder<unknown> =>
  sql`(${now}::timestamptz at time zone merchant.timezone)::date`
