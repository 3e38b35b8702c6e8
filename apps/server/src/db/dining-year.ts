import type { DiningYear } from '@dineward/core/members/dining-progress.rules.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * A column for any statement that reads `members`: what the row's member did in a calendar year, without a second
 * query. Years are those of the restaurants' own clocks.
 */
export function diningYearOfMember(year: number): RawBuilder<DiningYear> {
  return sql<DiningYear>`(
    select json_build_object(
      'dines', count(*),
      'spentCents', coalesce(sum(dine.cleared_cents - dine.refunded_cents), 0),
      'rewardUnits', coalesce(sum(dine.reward_units), 0)
    )
    from dines dine
    where dine.partner_id = members.partner_id and dine.member_id = members.id
      and dine.dined_at >= ${`${year}-01-01`}::timestamp
      and dine.status in ('Awarded', 'Deferred', 'Paid')
  )`
}
