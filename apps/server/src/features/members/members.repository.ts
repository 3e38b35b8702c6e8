import { randomBytes } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from './members.tables.ts'

export type MemberRow = Omit<Selectable<MembersTable>, 'passwordHash'>

export type NewMember = Omit<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType'>

/** With random 128-bit ids. A duplicate email or member number fails with its index's name (`duplicateField`). */
export async function insertMember(db: Db, member: NewMember): Promise<MemberRow> {
  const { passwordHash: _, ...row } = await db
    .insertInto('members')
    .values({ id: newId(), familyId: newId(), memberType: 'EnrolledCardMember', ...member })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

const newId = (): string => randomBytes(16).toString('base64url')

export function duplicateField(error: unknown): 'email' | 'memberNumber' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'members_email') return 'email'
  return constraint === 'members_member_number' ? 'memberNumber' : null
}

export async function lockMemberRow(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<Pick<MemberRow, 'memberType'>> {
  return db
    .selectFrom('members')
    .select('memberType')
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function findMemberRow(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<Pick<MemberRow, 'email' | 'firstName' | 'memberNumber'>> {
  return db
    .selectFrom('members')
    .select(['email', 'firstName', 'memberNumber'])
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

/** Of two concurrent calls, the second changes nothing. */
export async function updateTier(
  db: Db,
  partnerId: string,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ tierLevel: to })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('tierLevel', '=', from)
    .execute()
}

export async function isEmailOfMember(db: Db, partnerId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where(eb => eb(sql`lower(email)`, '=', sql`lower(${email})`))
    .executeTakeFirst()
  return row !== undefined
}

/** One row per partner and address, in lower case. */
export async function upsertProspectEmail(
  db: Db,
  { partnerId, email, now }: { partnerId: string; email: string; now: Date },
): Promise<void> {
  await db
    .insertInto('prospectEmails')
    .values({ partnerId, email: email.toLowerCase(), firstLeftAt: now, lastLeftAt: now })
    .onConflict(conflict => conflict.columns(['partnerId', 'email']).doUpdateSet({ lastLeftAt: now }))
    .execute()
}
