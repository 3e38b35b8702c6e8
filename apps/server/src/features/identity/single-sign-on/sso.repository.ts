import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { MemberIdentitiesTable, SsoAttemptsTable, SsoLogoutTokensTable } from '../identity.tables.ts'

export async function insertAttempt(db: Db, attempt: Insertable<SsoAttemptsTable>): Promise<void> {
  await db.insertInto('ssoAttempts').values(attempt).execute()
}

/** An attempt is used once. */
export async function takeAttempt(
  db: Db,
  key: Pick<Selectable<SsoAttemptsTable>, 'partnerId' | 'stateHash' | 'browserHash' | 'provider'>,
  now: Date,
): Promise<Selectable<SsoAttemptsTable> | null> {
  const row = await db
    .deleteFrom('ssoAttempts')
    .where('partnerId', '=', key.partnerId)
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', '=', key.browserHash)
    .where('provider', 'is not distinct from', key.provider)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function findIdentity(
  db: Db,
  key: Pick<Selectable<MemberIdentitiesTable>, 'partnerId' | 'issuer' | 'subject'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('memberIdentities')
    .select('memberId')
    .where('partnerId', '=', key.partnerId)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .executeTakeFirst()
  return row?.memberId ?? null
}

/** @returns false when the person, or the member at this provider, is linked already. */
export async function insertIdentity(db: Db, identity: Insertable<MemberIdentitiesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberIdentities')
    .values(identity)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when it was taken before. */
export async function insertLogoutToken(db: Db, token: Insertable<SsoLogoutTokensTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ssoLogoutTokens')
    .values(token)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteProviderSessions(db: Db, partnerId: string, session: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('partnerId', '=', partnerId)
    .where('providerSession', '=', session)
    .execute()
}
