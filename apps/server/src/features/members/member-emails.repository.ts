import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { updateMember } from './members.repository.ts'

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

/** Only a confirmed address counts: one that its account has not confirmed is free. */
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

export async function isExternalIdOfMember(
  db: Db,
  partnerId: string,
  externalId: string,
  { except = '' }: { readonly except?: string } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('externalId', '=', externalId)
    .where('id', '!=', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of them another account has. An address that no one has confirmed is free, and the number beside it. */
export async function listTakenFields(
  db: Db,
  partnerId: string,
  { email, memberNumber }: { readonly email: string; readonly memberNumber?: string | undefined },
): Promise<('email' | 'memberNumber')[]> {
  const isNumberTaken =
    Boolean(memberNumber) &&
    (await db
      .selectFrom('members')
      .select('id')
      .where('partnerId', '=', partnerId)
      .where('memberNumber', '=', memberNumber ?? '')
      .where(eb =>
        eb.or([
          eb('signInName', 'is', null),
          eb('signInName', '!=', normalizeSignInName(email)),
          eb('emailConfirmedAt', 'is not', null),
        ]),
      )
      .executeTakeFirst()) !== undefined
  return [
    ...((await isEmailOfMember(db, partnerId, email)) ? (['email'] as const) : []),
    ...(isNumberTaken ? (['memberNumber'] as const) : []),
  ]
}

/** A partner has one row per address, in lower case. */
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
