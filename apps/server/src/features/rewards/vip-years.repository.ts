import { sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { otherNetwork } from './dine-amounts.repository.ts'
import { localTime } from './dines.repository.ts'

/** A dine that reaches a threshold of VIPs, or a refund after which it is no longer reached. Local time. */
export interface VipTurn {
  readonly dineId: string
  readonly at: string
  readonly timezone: string
  readonly isVip: boolean
}

interface MemberYear {
  readonly partnerId: string
  readonly memberId: string
  readonly year: number
  /** Refunds that were reported later take nothing from it. */
  readonly endsAt: Date
  /** 0 dollars: none. */
  readonly qualification: { readonly dinesRequired: number; readonly dollarsRequired: number }
}

/**
 * The turns of a member's local calendar year, by the times of dines and refunds. When a refund was first reported decides
 * whether it counts, and never when that is decided. A dine that refunds leave without a reward counts until the last one.
 */
export function selectVipTurns(
  db: Db,
  { partnerId, memberId, year, endsAt, qualification: { dinesRequired, dollarsRequired } }: MemberYear,
): Promise<VipTurn[]> {
  const key = { partnerId, memberId, dinesRequired, dollarsRequired, endsAt }
  return inOneStatement(db, selectTurnsOf, { ...key, from: `${year}-01-01`, until: `${year + 1}-01-01` })
}

type YearRow = Pick<MemberYear, 'partnerId' | 'memberId' | 'endsAt'> &
  MemberYear['qualification'] & { readonly from: string; readonly until: string }

async function selectTurnsOf(db: Db, years: readonly YearRow[]): Promise<VipTurn[][]> {
  const { source } = unnested(years, {
    partnerId: 'text',
    memberId: 'text',
    from: 'timestamp',
    until: 'timestamp',
    endsAt: 'timestamptz',
    dinesRequired: 'bigint',
    dollarsRequired: 'bigint',
  })
  const { rows } = await sql<VipTurn & { n: number }>`
    select year.n::int, turn.*
    from ${source} with ordinality as year
      (partner_id, member_id, from_day, until_day, ends_at, dines_required, dollars_required, n)
    cross join lateral (${turnsOfYear}) as turn
    order by turn.place`.execute(db)
  return byKey(years, rows)
}

/** When the refund of `amount` was first received, whichever of its events was processed first. */
const firstReport = sql`least(
      (select min(event.received_at) from card_events event
        where event.transaction_id = amount.transaction_id and event.status <> 'refused'
          and (event.event in ('transaction.refund', 'RETURNED') or event.amount_cents < 0)),
      (select min(event.received_at) from card_events event
        where event.partner_id = amount.partner_id and event.source_key = amount.source_key
          and event.reason_code = ${sql.lit(otherNetwork)}))`

/** Of `year`. */
const turnsOfYear = sql`
    with dine as (
      select id, source_transaction_id, dined_at, coalesce(decision->'facts'->>'timezone', 'UTC') as timezone,
        cleared_cents, refunded_cents, status <> 'Forfeit' as earned,
        least(cleared_cents, (decision->'facts'->'order'->>'subtotalCents')::bigint) as earning_cents,
        -- Cents times the first make a unit when they reach the second.
        (decision->'facts'->'rate'->>'numerator')::bigint *
          case decision->'facts'->>'rounding' when 'nearest' then 2 else 1 end as numerator,
        (decision->'facts'->'rate'->>'denominator')::bigint as denominator
      from dines
      where partner_id = year.partner_id and member_id = year.member_id
        and (status in ('Awarded', 'Deferred', 'Paid') or (cleared_cents is not null and refunded_cents > 0
          and reason_code in ('refunded_in_full', 'below_minimum_reward')))
        and dined_at >= year.from_day and dined_at < year.until_day
    ),
    counted as (
      select * from dine where earned or earning_cents * numerator >= denominator
    ),
    refund as (
      select dine.id, source_key, occurred_at, amount_cents, sum(amount_cents) over of_dine as total_cents,
        row_number() over (of_dine order by occurred_at desc, source_key desc) = 1 as is_last
      from counted as dine
      join dine_amounts amount
        on amount.partner_id = year.partner_id and amount.dine_id = dine.id and amount.kind = 'refund'
      where refunded_cents > 0 and coalesce(${firstReport}, '-infinity') < year.ends_at
      window of_dine as (partition by dine.id)
    ),
    change as (
      select id, dined_at as at, timezone, source_transaction_id as tie, 1 as dines, cleared_cents as cents from counted
      union all
      select id, greatest(occurred_at, dined_at), timezone, source_key,
        case when not stays and is_last then -1 else 0 end,
        case when stays then -amount_cents when is_last then -cleared_cents else 0 end
      from (
        select *, earned or (earning_cents - total_cents) * numerator >= denominator as stays
        from counted join refund using (id)
      ) as refunded
    ),
    running as (
      select *, row_number() over by_time as place, sum(dines) over by_time >= year.dines_required
        or (year.dollars_required > 0 and sum(cents) over by_time >= year.dollars_required * 100) as is_vip
      from change
      window by_time as (order by at at time zone timezone, dines desc, tie rows unbounded preceding)
    )
    select id as dine_id, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, timezone, is_vip, place
    from (select *, lag(is_vip, 1, false) over (order by place) as was_vip from running) as turn
    where is_vip <> was_vip`

/** Of that version of the rules and later ones. A day before that instant too, for local times. */
export async function selectDinesSince(
  db: Db,
  { partnerId, memberId }: { readonly partnerId: string; readonly memberId: string },
  { since, fromVersion }: { readonly since: Date; readonly fromVersion: number },
): Promise<{ merchantId: string | null; dinedAt: string; timezone: string | null }[]> {
  const rows = await db
    .selectFrom('dines')
    .select(['merchantId', 'dinedAt', sql<string | null>`decision->'facts'->>'timezone'`.as('timezone')])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where(sql<boolean>`(decision->>'ruleVersion')::int >= ${fromVersion}`)
    .where('dinedAt', '>=', sql<string>`${since}::timestamptz at time zone 'UTC' - interval '1 day'`)
    .execute()
  return rows.map(row => ({ ...row, dinedAt: localTime(row.dinedAt) }))
}
