import { randomBytes } from 'node:crypto'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from './members.tables.ts'

export type MemberRow = Omit<Selectable<MembersTable>, 'passwordHash'>

export type NewMember = Omit<Insertable<MembersTable>, 'id' | 'familyId' | 'memberType' | 'signInName'>

/** With random 128-bit ids. A duplicate email or member number fails with its index's name (`duplicateField`). */
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

/** Until the transaction ends, so that of two accounts one has the address. */
export async function lockSignInName(db: Db, partnerId: string, signInName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${partnerId} ${signInName}`}, 0))`.execute(db)
}

/** A new sign-up, or a confirmation, has it then. @returns the members that lose it, locked. */
export async function releaseUnconfirmedEmail(
  db: Db,
  partnerId: string,
  signInName: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('members')
    .set({ email: '', signInName: null })
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', signInName)
    .where('emailConfirmedAt', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const newId = (): string => randomBytes(16).toString('base64url')

export function duplicateField(error: unknown): 'email' | 'memberNumber' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'members_sign_in_name') return 'email'
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

/** @returns the unconfirmed accounts that lose the address; null when another account has confirmed it. */
export async function replaceEmail(
  db: Db,
  { partnerId, memberId, email, now }: { partnerId: string; memberId: string; email: string; now: Date },
): Promise<string[] | null> {
  const signInName = normalizeSignInName(email)
  await lockSignInName(db, partnerId, signInName)
  if (await isEmailOfMember(db, partnerId, email, { except: memberId })) return null
  const takenFrom = await releaseUnconfirmedEmail(db, partnerId, signInName)
  await updateMember(db, partnerId, memberId, { email, signInName, emailConfirmedAt: now })
  return takenFrom.filter(id => id !== memberId)
}

/**
 * Confirm an address, also one that passed to a later sign-up, which loses it.
 * @returns null when another account has confirmed it, or this one has exchanged it.
 */
export async function confirmEmail(
  db: Db,
  { partnerId, memberId, signInName, now }: Confirmation & { partnerId: string; now: Date },
): Promise<ConfirmedEmail | null> {
  await lockSignInName(db, partnerId, signInName)
  const accounts = await db
    .selectFrom('members')
    .select(['id', 'signInName', 'emailConfirmedAt'])
    .where('partnerId', '=', partnerId)
    .where(eb => eb.or([eb('signInName', '=', signInName), eb('id', '=', memberId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = accounts.find(({ id }) => id === memberId)
  const other = accounts.find(({ id }) => id !== memberId)
  if (!own || other?.emailConfirmedAt || (own.signInName !== null && own.signInName !== signInName))
    return null
  const takenFrom = other ? await releaseUnconfirmedEmail(db, partnerId, signInName) : []
  const lost = own.signInName === null ? { email: signInName, signInName } : {}
  await updateMember(db, partnerId, memberId, { ...lost, emailConfirmedAt: now })
  return { isNew: own.emailConfirmedAt === null, takenFrom }
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
export async function isEmailOfMember(
  db: Db,
  partnerId: string,
  email: string,
  { except = '' }: { readonly except?: string } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', normalizeSignInName(email))
    .where('emailConfirmedAt', 'is not', null)
    .where('id', '!=', except)
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

/** At most a hundred. */
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
