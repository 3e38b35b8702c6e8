import type { Db } from '../../db/open-database.ts'

export async function deleteExpiredRows(
  db: Db,
  table: 'sessions' | 'emailConfirmations' | 'ssoAttempts' | 'ssoLogoutTokens',
  now: Date,
): Promise<void> {
  await db.deleteFrom(table).where('expiresAt', '<=', now).execute()
}

export async function deleteFailuresBefore(db: Db, partnerId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('partnerId', '=', partnerId)
    .where('updatedAt', '<', before)
    .execute()
}
