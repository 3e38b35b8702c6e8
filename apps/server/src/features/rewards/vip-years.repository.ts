import { sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { localTime } from './dines.repository.ts'

/** A dine that reaches a threshold of VIPs, or a refund after which it is no longer reached. Local time. */
export interface VipTurn {
  readonly dineId: string
  readonly at: string
  readonly timezone: string
  readonly isVip: boolean
}

/**
 * The turns of a member's local calendar year, by the times of dines and refunds and not of their reports. A dine that
 * was refunded in full counts until its last refund. 0 dollars: none.
 */
export function selectVipTurns(
  db: Db,
  { partnerId, memberId }: { readonly partnerId: string; readonly memberId: string },
  year: number,
  { dinesRequired, dollarsRequired }: { dinesRequired: number; dollarsRequired: number },
): Promise<VipTurn[]> {
  const key = { partnerId, memberId, dinesRequired, dollarsRequired }
  return inOneStatement(db, selectTurnsOf, { ...key, from: `${year}-01-01`, until: `${year + 1}-01-01` })
}

interface MemberYear {
  readonly partnerId: string
  readonly memberId: string
  readonly from: string
  readonly until: string
  readonly dinesRequired: number
  readonly dollarsRequired: number
}

async function selectTurnsOf(db: Db, years: readonly MemberYear[]): Promise<VipTurn[][]> {
  const { source } = unnested(years, {
    partnerId: 'text',
    memberId: 'text',
    from: 'timestamp',
    until: 'timestamp',
    dinesRequired: 'bigint',
    dollarsRequired: 'bigint',
  })
  const { rows } = await sql<VipTurn & { n: number }>`
    select year.n::int, turn.*
    from ${source} with ordinality as year
      (partner_id, member_id, from_day, until_day, dines_required, dollars_required, n)
    cross join lateral (${turnsOfYear}) as turn
    order by turn.place`.execute(db)
  return byKey(years, rows)
}

/** Of `year`. */
const turnsOfYear = sql`
    with dine as (
      select id, source_transaction_id, dined_at, coalesce(decision->'facts'->>'timezone', 'UTC') as timezone,
        cleared_cents, refunded_cents, status <> 'Forfeit' as earned
      from dines
      where partner_id = year.partner_id and member_id = year.member_id
        and (status in ('Awarded', 'Deferred', 'Paid')
          or (reason_code = 'refunded_in_full' and cleared_cents is not null))
        and dined_at >= year.from_day and dined_at < year.until_day
    ),
    change as (
      select id, dined_at as at, timezone, source_transaction_id as tie, 1 as dines, cleared_cents as cents from dine
      union all
      select id, greatest(occurred_at, dined_at), timezone, source_key,
        case when not earned and is_last then -1 else 0 end,
        case when earned then -amount_cents when is_last then -cleared_cents else 0 end
      from dine cross join lateral (
        select source_key, occurred_at, amount_cents,
          row_number() over (order by occurred_at desc, source_key desc) = 1 as is_last
        from dine_amounts where partner_id = year.partner_id and dine_id = dine.id and kind = 'refund'
      ) refund
      where refunded_cents > 0
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
