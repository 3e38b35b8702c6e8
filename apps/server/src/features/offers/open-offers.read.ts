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
  select coalesce(flex.offer_id, flex.id) as id, flex.web_message_offer_amount, flex.reward_kind, flex.reward_value,
    flex.minimum_spend_cents, flex.starts_on, flex.ends_on, flex.created_at, false as is_for_everyone,
    definition.member_cap_units
  from flex_offers flex
  left join offers definition on definition.partner_id = flex.partner_id and definition.id = flex.offer_id
  where flex.partner_id = ${partnerId} and flex.member_id = ${memberId} and flex.merchant_id = ${merchantId}
  union all
  ${offersForEveryone(partnerId, merchantId)})`

/**
 * Its budget cannot cover the next promise, or the member has the most that one may have: it is not advertised any more. The
 * offer is a row of `offersOfMember`, named `offer`.
 */
export const isUsedUp = ({ partnerId, memberId }: MemberKey) => sql`(exists (
    select from reward_budgets budget
    where budget.partner_id = ${partnerId} and budget.kind = 'offer' and budget.code = offer.id
      and budget.limit_units - budget.promised_units <
        coalesce(budget.refused_units, case offer.reward_kind when 'fixed' then offer.reward_value else 1 end))
  or coalesce(offer.member_cap_units <= (
    select coalesce(sum(units), 0) from dine_components used
    where used.partner_id = ${partnerId} and used.member_id = ${memberId} and used.kind = 'offer' and used.code = offer.id),
    false))`

/** The offers are those of one restaurant. */
export const offersForEveryone = (partnerId: Value, merchantId: RawBuilder<unknown>) => sql`
  select id, web_message_offer_amount, reward_kind, reward_value, minimum_spend_cents, starts_on, ends_on,
    created_at, true as is_for_everyone, member_cap_units
  from offers
  where partner_id = ${partnerId} and audience = 'everyone' and (is_everywhere or exists (
    select from offer_merchants
    where partner_id = ${partnerId} and merchant_id = ${merchantId} and offer_id = offers.id))`
