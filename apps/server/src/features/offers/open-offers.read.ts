import { type RawBuilder, sql } from 'kysely'

type Value = string | RawBuilder<unknown>

interface MemberKey {
  readonly partnerId: Value
  readonly memberId: Value
}

/**
 * A table of a member's offers at a restaurant, of any dates: those of the member alone, and those for everyone. One of a
 * definition has its id.
 * @param merchantId an expression, as the member's key may be
 */
export const offersOfMember = ({ partnerId, memberId }: MemberKey, merchantId: RawBuilder<unknown>) => sql`(
  select coalesce(offer_id, id) as id, web_message_offer_amount, reward_kind, reward_value, minimum_spend_cents,
    starts_on, ends_on, created_at, false as is_for_everyone
  from flex_offers
  where partner_id = ${partnerId} and member_id = ${memberId} and merchant_id = ${merchantId}
  union all
  ${offersForEveryone(partnerId, merchantId)})`

/** The offers are those of one restaurant. */
export const offersForEveryone = (partnerId: Value, merchantId: RawBuilder<unknown>) => sql`
  select id, web_message_offer_amount, reward_kind, reward_value, minimum_spend_cents, starts_on, ends_on,
    created_at, true as is_for_everyone
  from offers
  where partner_id = ${partnerId} and audience = 'everyone' and (is_everywhere or exists (
    select from offer_merchants
    where partner_id = ${partnerId} and merchant_id = ${merchantId} and offer_id = offers.id))`
