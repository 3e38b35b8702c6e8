import { type RawBuilder, sql } from 'kysely'

/** A bonus as it comes with its member's row. Times are ISO text, because JSON has no other. */
export interface MemberBonusRow {
  readonly code: string
  readonly bonusStatus: 'Eligible' | 'Enrolled' | 'Qualified'
  readonly createdAt: string
  readonly description: string
  readonly isNewMemberBonus: boolean
}

/** A column for any statement that reads `members`: all bonuses of the row, without a second query. */
export function bonusesOfMember(): RawBuilder<MemberBonusRow[]> {
  return sql<MemberBonusRow[]>`(
    select coalesce(json_agg(json_build_object(
      'code', bonus.code,
      'bonusStatus', bonus.bonus_status,
      'createdAt', bonus.created_at,
      'description', bonus.description,
      'isNewMemberBonus', bonus.is_new_member_bonus
    ) order by bonus.created_at desc, bonus.code), '[]'::json)
    from member_bonuses bonus
    where bonus.partner_id = members.partner_id and bonus.member_id = members.id
  )`
}
