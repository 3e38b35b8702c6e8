import { randomBytes } from 'node:crypto'
import type { DiningYear } from '@dineward/core/members/dining-progress.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { diningYearOfMember } from '../../db/dining-year.ts'
import { bonusesOfMember, type MemberBonusRow } from '../../db/member-bonuses.ts'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from './members.tables.ts'

/** A member with everything an answer about them needs; the secret is only where a password is checked. */
export type MemberRow = Omit<Selectable<MembersTable>, 'passwordHash'> & {
  readonly bonuses: readonly MemberBonusRow[]
  readonly diningYear: DiningYear
}

export type NewMember = Omit<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType'> &
  Partial<Pick<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType'>>

/**
 * Adds a member with fresh 128-bit random ids, unless given. The unique indexes decide who gets an e-mail or a member
 * number: a second one is refused by the database with the index's name (`takenField`).
 */
export async function insertMember(db: Db, member: NewMember): Promise<MemberRow> {
  const { passwordHash: _, ...row } = await db
    .insertInto('members')
    .values({ id: newId(), familyId: newId(), memberType: 'EnrolledCardMember', ...member })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, bonuses: [], diningYear: { dines: 0, spentCents: 0, rewardUnits: 0 } }
}

const newId = (): string => randomBytes(16).toString('base64url')

/** Which unique field a failed insert ran into; null when it failed for another reason. */
export function takenField(error: unknown): 'email' | 'memberNumber' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'members_email') return 'email'
  return constraint === 'members_member_number' ? 'memberNumber' : null
}

/** By e-mail, whatever its letter case, or by member number. An e-mail wins where one text is both. */
export async function findMemberByUserName(
  db: Db,
  partnerId: string,
  { userName, year }: { userName: string; year: number },
): Promise<(MemberRow & { passwordHash: string | null }) | null> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .select([bonusesOfMember().as('bonuses'), diningYearOfMember(year).as('diningYear')])
    .where('partnerId', '=', partnerId)
    .where(eb =>
      eb.or([eb(sql`lower(email)`, '=', sql`lower(${userName})`), eb('memberNumber', '=', userName)]),
    )
    .orderBy(sql`lower(email) = lower(${userName})`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function lockMemberRow(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<MemberRow['memberType']> {
  const { memberType } = await db
    .selectFrom('members')
    .select('memberType')
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return memberType
}

export async function updateMember(
  db: Db,
  partnerId: string,
  memberId: string,
  changes: Omit<Updateable<MembersTable>, 'id' | 'partnerId'>,
): Promise<void> {
  await db
    .updateTable('members')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .execute()
}
