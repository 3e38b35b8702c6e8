import type { ExpressionBuilder, Insertable } from 'kysely'
import type { MemberKey } from '../../db/mailed-codes.ts'
import type { Db } from '../../db/open-database.ts'
import type { Tables } from '../../db/tables.ts'
import type { CredentialRemindersTable } from './credentials.tables.ts'

/** @returns the new address; null when another call has used the code. */
export async function useCode(
  db: Db,
  { partnerId, memberId, codeHash }: MemberKey & { codeHash: string },
): Promise<string | null> {
  const row = await db
    .updateTable('credentialChanges')
    .set({ codeHash: null })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('codeHash', '=', codeHash)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

/** @returns whose link it is; null where it has expired, or was used, canceled or replaced. */
export async function findEmailLink(
  db: Db,
  { partnerId, tokenHash, now }: { partnerId: string; tokenHash: string; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('credentialChanges')
    .select('memberId')
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row?.memberId ?? null
}

/** @returns the new address; null when another call has used the link, or it was canceled. */
export async function useEmailLink(
  db: Db,
  { partnerId, memberId, tokenHash }: MemberKey & { tokenHash: string },
): Promise<string | null> {
  const row = await db
    .updateTable('credentialChanges')
    .set({ tokenHash: null })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

/** The row stays, for its mails count. @returns false where there was neither code nor link. */
export async function voidEmailChange(db: Db, { partnerId, memberId }: MemberKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentialChanges')
    .set({ codeHash: null, tokenHash: null })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where(isProvable)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const isProvable = (eb: ExpressionBuilder<Tables, 'credentialChanges'>) =>
  eb.or([eb('codeHash', 'is not', null), eb('tokenHash', 'is not', null)])

export interface EmailChange {
  readonly email: string
  readonly expiresAt: Date
}

/** The newest that a code or link can still prove, also an expired one. */
export async function findEmailChange(
  db: Db,
  { partnerId, memberId }: MemberKey,
): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('credentialChanges')
    .select(['email', 'expiresAt'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where(isProvable)
    .executeTakeFirst()
  return row ?? null
}

export async function findReminder(db: Db, { partnerId, memberId }: MemberKey): Promise<Date | null> {
  const row = await db
    .selectFrom('credentialReminders')
    .select('postponedUntil')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.postponedUntil ?? null
}

export async function upsertReminder(db: Db, reminder: Insertable<CredentialRemindersTable>): Promise<void> {
  const { postponedUntil } = reminder
  await db
    .insertInto('credentialReminders')
    .values(reminder)
    .onConflict(conflict => conflict.columns(['partnerId', 'memberId']).doUpdateSet({ postponedUntil }))
    .execute()
}
