import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { newId } from '../../new-id.ts'
import type { MembersTable } from './members.tables.ts'

export type MemberRow = Omit<Selectable<MembersTable>, 'passwordHash'>

export type NewMember = Omit<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType' | 'signInName'> & {
  readonly memberType?: MembersTable['memberType']
}

/**
 * Members get random 128-bit ids. A duplicate email or member number fails with its index's name (`duplicateField`).
 */
export async function insertMember(db: Db, member: NewMember): Promise<MemberRow> {
  const { passwordHash: _, ...row } = await db
    .insertInto('members')
    .values({
      id: newId(),
      familyId: newId(),
      memberType: 'EnrolledCardMember',
      signInName: normalizeSignInName(member.email) || null,
      ...member,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

const uniqueFields = {
  members_sign_in_name: 'email',
  members_member_number: 'memberNumber',
  members_external_id: 'externalId',
} as const

export function duplicateField(error: unknown): 'email' | 'memberNumber' | 'externalId' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint !== undefined ? (lookUp(uniqueFields, constraint) ?? null) : null
}

export async function lockMemberRow(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<Pick<MemberRow, 'memberType' | 'erasedAt'>> {
  return db
    .selectFrom('members')
    .select(['memberType', 'erasedAt'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export type MailAddress = Pick<
  MemberRow,
  'id' | 'email' | 'emailConfirmedAt' | 'emailOptIn' | 'firstName' | 'memberNumber'
>

export async function findMemberRow(db: Db, partnerId: string, memberId: string): Promise<MailAddress> {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'emailConfirmedAt', 'emailOptIn', 'firstName', 'memberNumber'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
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

export async function replacePasswordHash(
  db: Db,
  partnerId: string,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ passwordHash: to })
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .where('passwordHash', '=', from)
    .execute()
}

/** Of two concurrent calls, the second changes nothing. */
/** @returns false where it has another tier by now. */
export async function updateTier(
  db: Db,
  partnerId: string,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ tierLevel: to })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('tierLevel', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Call it in a transaction: the row stays locked. */
export async function lockOptIn(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<Pick<MemberRow, 'tierLevel' | 'emailOptIn'> | null> {
  const row = await db
    .selectFrom('members')
    .select(['tierLevel', 'emailOptIn'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function findMembersByPhone(
  db: Db,
  partnerId: string,
  phoneNumber: string,
): Promise<Pick<MemberRow, 'id' | 'smsOptIn'>[]> {
  return db
    .selectFrom('members')
    .select(['id', 'smsOptIn'])
    .where('partnerId', '=', partnerId)
    .where('phoneNumber', '=', phoneNumber)
    .orderBy('id')
    .execute()
}

export async function findWholeMember(db: Db, partnerId: string, memberId: string): Promise<MemberRow> {
  const { passwordHash: _, ...row } = await db
    .selectFrom('members')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row
}

export async function findMemberId(db: Db, partnerId: string, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', normalizeSignInName(email))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Before a closed account is opened again: dines in between earn nothing. */
export async function insertClosure(
  db: Db,
  partnerId: string,
  memberId: string,
  reopenedAt: Date,
): Promise<void> {
  await db
    .insertInto('accountClosures')
    .columns(['partnerId', 'memberId', 'closedAt', 'reopenedAt'])
    .expression(from =>
      from
        .selectFrom('members')
        .select(['partnerId', 'id', 'closedAt'])
        .select(sql<Date>`${reopenedAt}::timestamptz`.as('reopenedAt'))
        .where('partnerId', '=', partnerId)
        .where('id', '=', memberId)
        .where('closedAt', 'is not', null),
    )
    .execute()
}

/** Of two concurrent calls, the second changes nothing. @returns whether it was as expected. */
export async function updateErasure(
  db: Db,
  partnerId: string,
  { memberId, from, dueAt }: { memberId: string; from: 'none' | 'scheduled'; dueAt: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('members')
    .set({ erasureDueAt: dueAt })
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .where('erasureDueAt', from === 'none' ? 'is' : 'is not', null)
    .where('erasedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** It returns at most a hundred. */
export async function selectDueErasures(db: Db, partnerId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('erasureDueAt', '<=', now)
    .orderBy('erasureDueAt')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
