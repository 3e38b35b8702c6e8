import type { StatusSum } from '@dineward/core/activity/reward-parts.rules.ts'
import type { YearReward } from '@dineward/core/activity/rewards-year.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import {
  outcomeAtOfReward,
  outcomeOfReward,
  statusOfDine,
  statusOfReward,
  unitsBesideBase,
} from './reward-status.read.ts'

interface Since {
  readonly partnerId: string
  readonly memberId: string
  /** This is the first local date. */
  readonly since: string
}

/** The rows and amounts are those of activity: dines with adjustments about them, and rewards without a dine. */
const rewardsSince = ({ partnerId, memberId, since }: Since) => sql`
  select dine.dined_at as at, ${statusOfDine} as status, dine.merchant_name as restaurant,
    merchant.cuisines[1] as cuisine, dine.card_last_four as card, net.cents as spent_cents,
    dine.reward_units + ${unitsBesideBase} as units,
    case dine.status when 'Pending' then dine.created_at else coalesce(dine.paid_at, dine.updated_at) end as changed_at,
    json_build_object('units', dine.reward_units,
      'earningCents', case when dine.status = 'Forfeit' then net.cents
        else coalesce((dine.decision->>'earningCents')::bigint, net.cents) end,
      'tier', coalesce((dine.decision->'facts'->>'tier')::int, 0),
      'rounding', coalesce(dine.decision->'facts'->>'rounding', 'down')) as base
  from dines dine
  left join merchants merchant on merchant.id = dine.merchant_id
  cross join lateral (
    select greatest(0, coalesce(dine.cleared_cents, dine.authorized_cents, 0) - dine.refunded_cents) as cents) net
  where dine.partner_id = ${partnerId} and dine.member_id = ${memberId} and dine.dined_at >= ${since}::timestamp
    and (dine.status <> 'Forfeit' or dine.reason_code = 'acclaimed_locked' or ${unitsBesideBase} <> 0)
  union all
  select reward.rewarded_at, ${statusOfReward}, null, null, null, 0, reward.units,
    coalesce(${outcomeAtOfReward}, reward.created_at), null
  from account_rewards reward ${outcomeOfReward}
  where reward.partner_id = ${partnerId} and reward.member_id = ${memberId} and reward.dine_id is null
    and reward.rewarded_at >= ${since}::timestamp`

/** One statement reads what earned or will earn, and dines that only the tier kept from it. */
export async function selectYear(db: Db, window: Since): Promise<YearReward[]> {
  const { rows } = await sql<YearReward>`
    select to_char(at, 'YYYY-MM') as month, restaurant, cuisine, card, spent_cents,
      case status when 'Forfeit' then 0 else units end as units, base
    from (${rewardsSince(window)}) reward`.execute(db)
  return rows
}

export async function selectSums(db: Db, window: Since): Promise<StatusSum[]> {
  const { rows } = await sql<StatusSum>`
    select status, sum(units)::bigint as units, max(changed_at) as changed_at,
      count(*) filter (where restaurant is not null and units <> 0) as dines
    from (${rewardsSince(window)}) reward where status <> 'Forfeit' group by status`.execute(db)
  return rows
}
