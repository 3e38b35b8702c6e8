import type { DiningYear } from '@dineward/core/members/dining-progress.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { storedBonuses } from '../bonuses/bonuses.read.ts'
import type { StoredBonuses } from '../bonuses/bonuses.view.ts'

export interface MemberSummary {
  readonly bonuses: StoredBonuses
  readonly diningYear: DiningYear
  readonly hasLinkedCard: boolean
}

/** This is a column for statements on `members`: bonuses, and the dining year by the restaurants' local clocks. */
export function memberSummary(year: number): RawBuilder<MemberSummary> {
  return sql<MemberSummary>`json_build_object(
    'bonuses', ${storedBonuses},
    'hasLinkedCard', exists (
      select from linked_cards card
      where card.partner_id = members.partner_id and card.member_id = members.id and card.removed_at is null
    ),
    'diningYear', (
      select json_build_object(
        'dines', count(*) filter (where dine.status <> 'Forfeit'),
        'spentCents', coalesce(sum(dine.cleared_cents - dine.refunded_cents) filter (where dine.status <> 'Forfeit'), 0),
        'rewardUnits', coalesce(sum(dine.reward_units + dine.component_units), 0) + (
          select coalesce(sum(reward.units), 0) from account_rewards reward
          where reward.partner_id = members.partner_id and reward.member_id = members.id
            and reward.rewarded_at >= ${`${year}-01-01`}::timestamp)
      )
      from dines dine
      where dine.partner_id = members.partner_id and dine.member_id = members.id
        and dine.dined_at >= ${`${year}-01-01`}::timestamp
        and (dine.status in ('Awarded', 'Deferred', 'Paid') or (dine.status = 'Forfeit' and dine.component_units > 0))
    )
  )`
}

export async function findMemberWithSummary(
  db: Db,
  partnerId: string,
  { memberId, year }: { memberId: string; year: number },
) {
  const { passwordHash: _, ...row } = await db
    .selectFrom('members')
    .selectAll()
    .select(memberSummary(year).as('summary'))
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row
}
