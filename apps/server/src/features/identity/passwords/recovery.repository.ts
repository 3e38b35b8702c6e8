import type { Insertable, Selectable } from 'kysely'
import { oldestRows, takeOfPrograms } from '../../../db/of-programs.ts'
import type { Db } from '../../../db/open-database.ts'
import type { RecoveryRequestsTable } from '../identity.tables.ts'

export async function insertRecoveryRequest(
  db: Db,
  request: Insertable<RecoveryRequestsTable>,
): Promise<void> {
  await db.insertInto('recoveryRequests').values(request).execute()
}

/** Call it in a transaction: a crash leaves the request to another worker. */
export async function takeRecoveryRequest(db: Db): Promise<Selectable<RecoveryRequestsTable> | null> {
  const oldest = db.selectFrom('recoveryRequests').orderBy('id')
  return takeOfPrograms(await oldest.select('partnerId').limit(oldestRows).execute(), partnerId =>
    db
      .deleteFrom('recoveryRequests')
      .where('partnerId', '=', partnerId)
      // This does not use `in`: a plan may run that query once a row, and delete requests that are not mailed then.
      .where(
        'id',
        '=',
        oldest.select('id').where('partnerId', '=', partnerId).limit(1).forUpdate().skipLocked(),
      )
      .returningAll()
      .executeTakeFirst(),
  )
}

interface CodeKey {
  readonly partnerId: string
  readonly now: Date
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
