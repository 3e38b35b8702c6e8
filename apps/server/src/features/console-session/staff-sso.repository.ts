import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StaffIdentitiesTable, StaffSsoAttemptsTable } from './console-session.tables.ts'

export async function insertStaffAttempt(db: Db, attempt: Insertable<StaffSsoAttemptsTable>): Promise<void> {
  await db.insertInto('staffSsoAttempts').values(attempt).execute()
}

/** An attempt is used once, by the browser that began it. */
export async function takeStaffAttempt(
  db: Db,
  key: Pick<StaffSsoAttemptsTable, 'stateHash' | 'browserHash'>,
  now: Date,
): Promise<Selectable<StaffSsoAttemptsTable> | null> {
  const row = await db
    .deleteFrom('staffSsoAttempts')
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', '=', key.browserHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** @returns the id of the account */
export async function findStaffIdentity(
  db: Db,
  { issuer, subject }: Pick<StaffIdentitiesTable, 'issuer' | 'subject'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('staffIdentities')
    .select('staffId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.staffId ?? null
}

/** @returns false where the person, or the account at this provider, is connected already */
export async function insertStaffIdentity(
  db: Db,
  identity: Insertable<StaffIdentitiesTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staffIdentities')
    .values(identity)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isConnected(db: Db, staffId: string): Promise<boolean> {
  const row = await db
    .selectFrom('staffIdentities')
    .select('subject')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return row !== undefined
}
