import type { YearReward } from '@dineward/core/activity/rewards-year.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface Since {
  readonly partnerId: string
  readonly memberId: string
  /** This is the first local date. */
  readonly since: string
}

/** One statement reads dines that earned or that only the tier kept from it, and rewards without a dine. */
export async function selectYear(db: Db, { partnerId, memberId, since }: Since): Promise<YearReward[]> {
  const { rows } = await sql<YearReward>`
    select to_char(dine.dined_at, 'YYYY-MM') as month, dine.merchant_name as restaurant,
      merchant.cuisines[1] as cuisine, dine.card_last_four as card, net.cents as spent_cents,
      dine.reward_units + dine.component_units as units,
      json_build_object('units', dine.reward_units,
        'earningCents', case when dine.status = 'Forfeit' then net.cents
          else coalesce((dine.decision->>'earningCents')::bigint, net.cents) end,
        'tier', coalesce((dine.decision->'facts'->>'tier')::int, 0),
        'rounding', coalesce(dine.decision->'facts'->>'rounding', 'down')) as base
    from dines dine
    left join merchants merchant on merchant.id = dine.merchant_id
    cross join lateral (select greatest(0, coalesce(dine.cleared_cents, 0) - dine.refunded_cents) as cents) net
    where dine.partner_id = ${partnerId} and dine.member_id = ${memberId} and dine.dined_at >= ${since}::timestamp
      and (dine.status in ('Awarded', 'Deferred', 'Paid')
        or dine.status = 'Forfeit' and (dine.reason_code = 'acclaimed_locked' or dine.component_units > 0))
    union all
    select to_char(rewarded_at, 'YYYY-MM'), null, null, null, 0, units, null
    from account_rewards
    where partner_id = ${partnerId} and member_id = ${memberId} and rewarded_at >= ${since}::timestamp`.execute(
    db,
  )
  return rows
}
