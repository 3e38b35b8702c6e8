import type { Insertable } from 'kysely'
import type { MemberKey } from '../../db/mailed-codes.ts'
import type { Db } from '../../db/open-database.ts'
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

export interface EmailChange {
  readonly email: string
  readonly expiresAt: Date
}

/** The newest that was asked for, also an expired one. */
export async function findEmailChange(
  db: Db,
  { partnerId, memberId }: MemberKey,
): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('credentialChanges')
    .select(['email', 'expiresAt'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
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
