import { idPrefixes } from '@dineward/core/rewards/reports/networks.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { turnsOfYears } from '../rewards/vip-turns.read.ts'

/* What the books say against what caused it. Each selects rows that must not exist, named in a column `row`. */

const ofSameNetwork = sql.join(
  idPrefixes.map(prefix => {
    const starts = sql.lit(`${prefix}%`)
    return sql`(charge.transaction_id like ${starts}) = (refund.transaction_id like ${starts})`
  }),
  sql` and `,
)

/** One that names no transaction of its dine. */
const refundOfOtherCode = sql`
  select distinct refund.partner_id || ' ' || refund.source_key as row
  from dine_amounts refund
  join dines dine on dine.partner_id = refund.partner_id and dine.id = refund.dine_id
  join linked_cards card on card.partner_id = refund.partner_id and card.id = refund.linked_card_id
  join dine_amounts charge on charge.partner_id = refund.partner_id and charge.auth_code = refund.auth_code
    and charge.kind <> 'refund' and charge.dine_id <> refund.dine_id
    and ${ofSameNetwork}
  join dines other on other.partner_id = charge.partner_id and other.id = charge.dine_id
    and other.member_id = dine.member_id and other.merchant_id = dine.merchant_id
    and other.dined_at <= refund.occurred_at
    and other.decision->'facts'->>'currency' = dine.decision->'facts'->>'currency'
  join linked_cards other_card on other_card.partner_id = other.partner_id and other_card.id = other.linked_card_id
    and other_card.card_token = card.card_token
  where refund.kind = 'refund' and not exists (
    select from dine_amounts own
    where own.partner_id = refund.partner_id and own.dine_id = refund.dine_id and own.kind <> 'refund'
      and (own.auth_code = refund.auth_code
        or own.transaction_id in (refund.transaction_id, refund.original_transaction_id)))`

/** The intervals of a VIP are computed again from dines and refunds. */
const vipWithoutCause = sql`
  with year as (
    select partner_id, member_id, vip_year, make_date(vip_year, 1, 1)::timestamp as from_day,
      make_date(vip_year + 1, 1, 1)::timestamp as until_day, valid_to - interval '1 year' as ends_at,
      (qualification->>'dinesRequired')::bigint as dines_required,
      (qualification->>'dollarsRequired')::bigint as dollars_required,
      (qualification->>'countedSince')::timestamptz as counted_since
    -- What the year's first decision required stays; a program's time zone, which ends the year, may not.
    from (
      select distinct on (partner_id, member_id, vip_year) * from member_tiers
      where vip_year is not null and qualification is not null
      order by partner_id, member_id, vip_year, id
    ) first_of_year
  ),
  ${turnsOfYears},
  ended as (
    select partner_id, member_id, vip_year, instant, is_vip,
      lead(instant) over (partition by partner_id, member_id, vip_year order by place) as ended_at
    from turn
  ),
  expected as (
    select partner_id, member_id, vip_year, greatest(instant, counted_since) as valid_from, ended_at
    from ended join year using (partner_id, member_id, vip_year)
    where is_vip and (ended_at is null or ended_at > greatest(instant, counted_since))
  ),
  stored as (
    select partner_id, member_id, vip_year, valid_from, revoked_at as ended_at
    from member_tiers
    where vip_year is not null and qualification is not null and (revoked_at is null or revoked_at > valid_from)
  )
  select distinct partner_id || ' member ' || member_id || ' VIP of ' || vip_year as row
  from expected full join stored using (partner_id, member_id, vip_year, valid_from)
  where expected.ended_at is distinct from stored.ended_at or expected.vip_year is null or stored.vip_year is null`

/** An open case holds back what a dine earns, and no other does; a refusal keeps it back. The erased wait for nothing. */
const holdOfOtherState = sql`
  select dine.partner_id || ' ' || dine.id as row
  from dines dine
  join members member on member.partner_id = dine.partner_id and member.id = dine.member_id and member.erased_at is null
  left join dine_holds hold on hold.partner_id = dine.partner_id and hold.dine_id = dine.id
  where (dine.reason_code is not distinct from 'under_review') <> (hold.state is not distinct from 'open')
    or (hold.state = 'refused' and dine.status in ('Awarded', 'Deferred', 'Paid'))
  union all
  select hold.partner_id || ' ' || hold.dine_id
  from dine_holds hold left join dines dine on dine.partner_id = hold.partner_id and dine.id = hold.dine_id
  where hold.state = 'open' and dine.id is null`

export const causeChecks = {
  'a dine waits for a person without an open case, or is not held by one': holdOfOtherState,
  'a refund takes from another dine than the one with its authorization code': refundOfOtherCode,
  'a VIP is not by the dines and refunds of the year': vipWithoutCause,
} satisfies Record<string, RawBuilder<unknown>>
