import { otherNetwork } from '@dineward/core/rewards/decide.rules.ts'
import { sql } from 'kysely'

/** When the refund of `amount` was first received, whichever of its events was processed first. */
const firstReport = sql`least(
      (select min(event.received_at) from card_events event
        where event.transaction_id = amount.transaction_id and event.status <> 'refused'
          and event.kind = 'refund'),
      (select min(event.received_at) from card_events event
        where event.partner_id = amount.partner_id and event.source_key = amount.source_key
          and event.reason_code = ${sql.lit(otherNetwork)}))`

/** They name one year of one member. */
const key = sql`partner_id, member_id, vip_year`

/**
 * Parts of a `with` that has `year`: members with a year, its local days, its end and the thresholds. The last part, `turn`,
 * has the dines that reach a threshold of VIPs, and the refunds after which it is no longer reached.
 */
export const turnsOfYears = sql`
  dine as (
    select year.*, id, source_transaction_id, dined_at, coalesce(decision->'facts'->>'timezone', 'UTC') as timezone,
      cleared_cents, refunded_cents, status <> 'Forfeit' as earned,
      least(cleared_cents, (decision->'facts'->'order'->>'subtotalCents')::bigint) as earning_cents,
      -- Cents times the first make a unit when they reach the second.
      (decision->'facts'->'rate'->>'numerator')::bigint *
        case decision->'facts'->>'rounding' when 'nearest' then 2 else 1 end as numerator,
      (decision->'facts'->'rate'->>'denominator')::bigint as denominator
    from year
    join dines on dines.partner_id = year.partner_id and dines.member_id = year.member_id
      and (status in ('Awarded', 'Deferred', 'Paid') or (cleared_cents is not null and refunded_cents > 0
        and reason_code in ('refunded_in_full', 'below_minimum_reward')))
      and dined_at >= year.from_day and dined_at < year.until_day
  ),
  counted as (
    select * from dine where earned or earning_cents * numerator >= denominator
  ),
  refund as (
    select dine.partner_id, vip_year, dine.id, source_key, occurred_at, amount_cents,
      sum(amount_cents) over of_dine as total_cents,
      row_number() over (of_dine order by occurred_at desc, source_key desc) = 1 as is_last
    from counted as dine
    join dine_amounts amount
      on amount.partner_id = dine.partner_id and amount.dine_id = dine.id and amount.kind = 'refund'
    where refunded_cents > 0 and coalesce(${firstReport}, '-infinity') < ends_at
    window of_dine as (partition by dine.partner_id, vip_year, dine.id)
  ),
  change as (
    select ${key}, dines_required, dollars_required, id, dined_at as at, timezone, source_transaction_id as tie,
      1 as dines, cleared_cents as cents
    from counted
    union all
    select ${key}, dines_required, dollars_required, id, greatest(occurred_at, dined_at), timezone, source_key,
      case when not stays and is_last then -1 else 0 end,
      case when stays then -amount_cents when is_last then -cleared_cents else 0 end
    from (
      select *, earned or (earning_cents - total_cents) * numerator >= denominator as stays
      from counted join refund using (partner_id, vip_year, id)
    ) as refunded
  ),
  running as (
    select *, row_number() over by_time as place, sum(dines) over by_time >= dines_required
      or (dollars_required > 0 and sum(cents) over by_time >= dollars_required * 100) as is_vip
    from change
    window by_time as (partition by ${key} order by at at time zone timezone, dines desc, tie
      rows unbounded preceding)
  ),
  turn as (
    select ${key}, date_trunc('second', at) at time zone timezone as instant, is_vip, place
    from (
      select *, lag(is_vip, 1, false) over (partition by ${key} order by place) as was_vip from running
    ) as turn
    where is_vip <> was_vip
  )`
