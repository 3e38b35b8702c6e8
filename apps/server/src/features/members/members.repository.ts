import { randomBytes } from 'node:crypto'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from './members.tables.ts'

export type MemberRow = Omit<Selectable<MembersTable>, 'passwordHash'>

export type NewMember = Omit<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType' | 'signInName'>

/** With random 128-bit ids. A duplicate confirmed email or member number fails with its index's name (`duplicateField`). */
export async function insertMember(db: Db, member: NewMember): Promise<MemberRow> {
  const { passwordHash: _, ...row } = await db
    .insertInto('members')
    .values({
      id: newId(),
      familyId: newId(),
      memberType: 'EnrolledCardMember',
      signInName: normalizeSignInName(member.email),
      ...member,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

const newId = (): string => randomBytes(16).toString('base64url')

export function duplicateField(error: unknown): 'email' | 'memberNumber' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'members_confirmed_email') return 'email'
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

/** In a transaction: the row stays locked. */
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

export async function listMembersBySignInName(
  db: Db,
  partnerId: string,
  signInName: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', signInName)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Confirm an address, and take it from the accounts that have not. Locked in the same order, so that two confirmations
 * wait for each other. @returns null when the address is another account's, or no longer this one's.
 */
export async function confirmEmail(
  db: Db,
  { partnerId, memberId, signInName, now }: Confirmation & { partnerId: string; now: Date },
): Promise<ConfirmedEmail | null> {
  const accounts = await db
    .selectFrom('members')
    .select(['id', 'emailConfirmedAt'])
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', signInName)
    .orderBy('id')
    .forUpdate()
    .execute()
  const others = accounts.filter(({ id }) => id !== memberId)
  if (others.length === accounts.length || others.some(({ emailConfirmedAt }) => emailConfirmedAt))
    return null
  for (const { id } of others) await updateMember(db, partnerId, id, { email: '', signInName: null })
  await updateMember(db, partnerId, memberId, { emailConfirmedAt: now })
  const isNew = accounts.some(({ id, emailConfirmedAt }) => id === memberId && !emailConfirmedAt)
  return { isNew, takenFrom: others.map(({ id }) => id) }
}

export interface ConfirmedEmail {
  /** It was not confirmed before. */
  readonly isNew: boolean
  /** Members who had claimed the address. */
  readonly takenFrom: readonly string[]
}

export interface Confirmation {
  readonly memberId: string
  readonly signInName: string
}

/** Confirmed: an address that its account has not confirmed is free. */
export async function isEmailOfMember(db: Db, partnerId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', normalizeSignInName(email))
    .where('emailConfirmedAt', 'is not', null)
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
    .values({ partnerId, email: normalizeSignInName(email), firstLeftAt: now, lastLeftAt: now })
    .onConflict(conflict => conflict.columns(['partnerId', 'email']).doUpdateSet({ lastLeftAt: now }))
    .execute()
}
