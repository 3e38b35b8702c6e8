import type { PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import type { BonusProgress } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MemberBonusesTable } from './bonuses.tables.ts'

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

export interface NewEnrollment extends MemberKey {
  readonly definition: PromisedBonus
  readonly description: string
  readonly enrolledAt: Date
  readonly now: Date
}

/** @returns false when the member is enrolled already. */
export async function insertEnrollment(db: Db, enrollment: NewEnrollment): Promise<boolean> {
  const { partnerId, memberId, definition, description, enrolledAt, now } = enrollment
  const values = {
    bonusStatus: 'Enrolled' as const,
    description,
    isNewMemberBonus: definition.forNewMembers,
    definition: JSON.stringify(definition),
    enrolledAt,
  }
  const result = await db
    .insertInto('memberBonuses')
    .values({ partnerId, memberId, code: definition.code, createdAt: now, ...values })
    .onConflict(conflict => conflict.columns(['partnerId', 'memberId', 'code']).doNothing())
    .executeTakeFirst()
  const isNew = Number(result.numInsertedOrUpdatedRows ?? 0) > 0
  if (isNew) await insertChange(db, { partnerId, memberId, code: definition.code }, 'Enrolled', now)
  return isNew
}

export interface BonusState {
  readonly bonusStatus: 'Enrolled' | 'Qualified'
  readonly qualifiedAt: Date | null
  readonly progress: BonusProgress
}

export async function updateBonus(
  db: Db,
  key: MemberKey & { readonly code: string },
  { bonusStatus, qualifiedAt, progress }: BonusState,
): Promise<void> {
  await db
    .updateTable('memberBonuses')
    .set({ bonusStatus, qualifiedAt, progress: JSON.stringify(progress) })
    .where('partnerId', '=', key.partnerId)
    .where('memberId', '=', key.memberId)
    .where('code', '=', key.code)
    .execute()
}

/** Of members who have begun those without registration. */
export async function updateLastDays(
  db: Db,
  partnerId: string,
  lastDays: readonly { readonly code: string; readonly to: string | null }[],
): Promise<void> {
  await sql`
    update member_bonuses bonus
    set definition = jsonb_set(bonus.definition, '{to}', changed.last_day)
    from unnest(${lastDays.map(({ code }) => code)}::text[], ${lastDays.map(({ to }) => JSON.stringify(to))}::jsonb[])
      as changed (code, last_day)
    where bonus.partner_id = ${partnerId} and bonus.code = changed.code
      and bonus.definition->>'needsRegistration' = 'false'`.execute(db)
}

export async function insertChange(
  db: Db,
  { partnerId, memberId, code }: MemberKey & { readonly code: string },
  bonusStatus: MemberBonusesTable['bonusStatus'],
  changedAt: Date,
): Promise<void> {
  await db
    .insertInto('memberBonusChanges')
    .values({ partnerId, memberId, code, bonusStatus, changedAt })
    .execute()
}
