import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StaffAuthenticatorsTable } from './console-session.tables.ts'

export async function findAuthenticator(
  db: Db,
  staffId: string,
): Promise<Selectable<StaffAuthenticatorsTable> | null> {
  const row = await db
    .selectFrom('staffAuthenticators')
    .selectAll()
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return row ?? null
}

export async function setPendingSecret(
  db: Db,
  staffId: string,
  pending: { pendingSecret: string; pendingUntil: Date },
): Promise<void> {
  await db
    .insertInto('staffAuthenticators')
    .values({ staffId, secret: null, confirmedAt: null, ...pending })
    .onConflict(conflict => conflict.column('staffId').doUpdateSet(pending))
    .execute()
}

/**
 * The pending secret becomes the present one. @returns false when another call has replaced or confirmed it meanwhile.
 */
export async function confirmSecret(
  db: Db,
  { staffId, pendingSecret, step, at }: { staffId: string; pendingSecret: string; step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staffAuthenticators')
    .set({ secret: pendingSecret, pendingSecret: null, confirmedAt: at, lastStep: step })
    .where('staffId', '=', staffId)
    .where('pendingSecret', '=', pendingSecret)
    .where('pendingUntil', '>', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when a code of this step or of a later one was used, also by concurrent calls. */
export async function takeStep(db: Db, staffId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staffAuthenticators')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function listSealedSecrets(db: Db): Promise<{ staffId: string; secret: string }[]> {
  return db
    .selectFrom('staffAuthenticators')
    .select(['staffId', 'secret'])
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .execute()
}

/** The secret stays the same, sealed with another key. */
export async function resealSecret(
  db: Db,
  staffId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('staffAuthenticators')
    .set({ secret: to })
    .where('staffId', '=', staffId)
    .where('secret', '=', from)
    .execute()
}

export async function replaceRecoveryCodes(
  db: Db,
  staffId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('staffRecoveryCodes').where('staffId', '=', staffId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('staffRecoveryCodes')
    .values(hashes.map(codeHash => ({ staffId, codeHash })))
    .execute()
}

/** Once, also by concurrent calls. */
export async function takeRecoveryCode(db: Db, staffId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staffRecoveryCodes')
    .where('staffId', '=', staffId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, staffId: string): Promise<number> {
  const row = await db
    .selectFrom('staffRecoveryCodes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function deleteAuthenticator(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staffAuthenticators').where('staffId', '=', staffId).execute()
}
