import { bonusKinds } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MemberKey } from './bonuses.repository.ts'
import type { StoredBonuses } from './bonuses.view.ts'

/** Without a promise that was refused, a budget is used up when nothing is left. */
const usedUp = sql`(
  select coalesce(json_agg(code), '[]'::json) from reward_budgets budget
  where budget.partner_id = members.partner_id and kind = 'bonus'
    and limit_units - promised_units < coalesce(refused_units, 1))`

/** This is a column for statements on `members`. */
export const storedBonuses: RawBuilder<StoredBonuses> = sql`(
  select json_build_object('usedUp', ${usedUp}, 'bonuses', coalesce(json_agg(json_build_object(
    'code', bonus.code,
    'bonusStatus', bonus.bonus_status,
    'description', bonus.description,
    'definition', bonus.definition,
    'enrolledAt', bonus.enrolled_at,
    'progress', bonus.progress
  ) order by bonus.enrolled_at desc, bonus.code), '[]'::json))
  from member_bonuses bonus
  where bonus.partner_id = members.partner_id and bonus.member_id = members.id)`

/** `component` is a row of dine_components; the name is null where it is of another kind. */
export const nameOfBonus: RawBuilder<string | null> = sql`(
  select bonus.description from member_bonuses bonus
  where bonus.partner_id = component.partner_id and bonus.member_id = component.member_id
    and bonus.code = component.code and component.kind in (${sql.join(bonusKinds.map(kind => sql.lit(kind)))}))`

export async function selectBonuses(db: Db, { partnerId, memberId }: MemberKey): Promise<StoredBonuses> {
  const { bonuses } = await db
    .selectFrom('members')
    .select(storedBonuses.as('bonuses'))
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return bonuses
}
