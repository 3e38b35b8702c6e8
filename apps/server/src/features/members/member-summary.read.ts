import type { DiningYear } from '@dineward/core/members/dining-progress.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** A bonus as JSON: times are ISO text. */
export interface MemberBonus {
  readonly code: string
  readonly bonusStatus: 'Eligible' | 'Enrolled' | 'Qualified'
  readonly createdAt: string
  readonly description: string
  readonly isNewMemberBonus: boolean
}

export interface MemberSummary {
  readonly bonuses: readonly MemberBonus[]
  readonly diningYear: DiningYear
}

/** A column for statements on `members`: bonuses, and the dining year by the restaurants' local clocks. */
export function memberSummary(year: number): RawBuilder<MemberSummary> {
  return sql<MemberSummary>`json_build_object(
    'bonuses', (
      select coalesce(json_agg(json_build_object(
        'code', bonus.code,
        'bonusStatus', bonus.bonus_status,
        'createdAt', bonus.created_at,
        'description', bonus.description,
        'isNewMemberBonus', bonus.is_new_member_bonus
      ) order by bonus.created_at desc, bonus.code), '[]'::json)
      from member_bonuses bonus
      where bonus.partner_id = members.partner_id and bonus.member_id = members.id
    ),
    'diningYear', (
      select json_build_object(
        'dines', count(*),
        'spentCents', coalesce(sum(dine.cleared_cents - dine.refunded_cents), 0),
        'rewardUnits', coalesce(sum(dine.reward_units), 0)
      )
      from dines dine
      where dine.partner_id = members.partner_id and dine.member_id = members.id
        and dine.dined_at >= ${`${year}-01-01`}::timestamp
        and dine.status in ('Awarded', 'Deferred', 'Paid')
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
