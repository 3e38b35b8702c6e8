import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { RecoveryRequestsTable } from './identity.tables.ts'

export async function insertRecoveryRequest(
  db: Db,
  request: Insertable<RecoveryRequestsTable>,
): Promise<void> {
  await db.insertInto('recoveryRequests').values(request).execute()
}

/** In a transaction: a crash leaves the request to another worker. */
export async function takeRecoveryRequest(db: Db): Promise<Selectable<RecoveryRequestsTable> | null> {
  const oldest = db
    .selectFrom('recoveryRequests')
    .select('id')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .deleteFrom('recoveryRequests')
    .where('id', 'in', oldest)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export interface NewRecoveryCode {
  readonly partnerId: string
  readonly memberId: string
  readonly codeHash: string
  readonly linkHash: string
  readonly now: Date
  readonly expiresAt: Date
  readonly limit: { readonly since: Date; readonly mails: number }
}

/** Replaces the code before. @returns false, without a change, when the member had enough mails. */
export async function replaceRecoveryCode(db: Db, code: NewRecoveryCode): Promise<boolean> {
  const recent = sql`array(select at from unnest(codes.mailed_at) at where at > ${code.limit.since}::timestamptz)`
  const result = await sql`
    insert into recovery_codes as codes (partner_id, member_id, code_hash, link_hash, expires_at, mailed_at)
    values (
      ${code.partnerId}, ${code.memberId}, ${code.codeHash}, ${code.linkHash}, ${code.expiresAt},
      array[${code.now}::timestamptz]
    )
    on conflict (partner_id, member_id) do update set
      code_hash = excluded.code_hash, link_hash = excluded.link_hash, token_hash = null,
      expires_at = excluded.expires_at, failed_tries = 0, mailed_at = ${recent} || ${code.now}::timestamptz
    where cardinality(${recent}) < ${code.limit.mails}::int
  `.execute(db)
  return Number(result.numAffectedRows) > 0
}

interface CodeKey {
  readonly partnerId: string
  readonly now: Date
}

/** Count a try first: concurrent guesses cannot pass the limit. @returns the hash to compare with. */
export async function countRecoveryTry(
  db: Db,
  { partnerId, memberId, now, maxTries }: CodeKey & { memberId: string; maxTries: number },
): Promise<string | null> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ failedTries: sql`failed_tries + 1` })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('failedTries', '<', maxTries)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash ?? null
}

/** Uses up code and link. @returns false when another call has. */
export async function exchangeRecoveryCode(
  db: Db,
  {
    partnerId,
    now,
    by,
    tokenHash,
  }: CodeKey & { by: { codeHash: string } | { linkHash: string }; tokenHash: string },
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ codeHash: null, linkHash: null, tokenHash })
    .where('partnerId', '=', partnerId)
    .where('expiresAt', '>', now)
    .where(eb => ('codeHash' in by ? eb('codeHash', '=', by.codeHash) : eb('linkHash', '=', by.linkHash)))
    .returning('memberId')
    .executeTakeFirst()
  return row !== undefined
}

export async function findRecoveringMember(
  db: Db,
  { partnerId, now, tokenHash }: CodeKey & { tokenHash: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('memberId')
    .where('partnerId', '=', partnerId)
    .where('expiresAt', '>', now)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row?.memberId ?? null
}

export async function deleteRecoveryCode(db: Db, partnerId: string, memberId: string): Promise<void> {
  await db
    .deleteFrom('recoveryCodes')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}

/** @returns false when it was used before. */
export async function useRecoveryToken(db: Db, partnerId: string, tokenHash: string): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ tokenHash: null })
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .returning('memberId')
    .executeTakeFirst()
  return row !== undefined
}
