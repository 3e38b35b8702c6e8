import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StaffPasskeyChallengesTable, StaffPasskeysTable } from './console-session.tables.ts'

export type StaffPasskeyRow = Selectable<StaffPasskeysTable>

/** The newest come first. */
export function findStaffPasskeys(db: Db, staffId: string): Promise<StaffPasskeyRow[]> {
  return db
    .selectFrom('staffPasskeys')
    .selectAll()
    .where('staffId', '=', staffId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function countStaffPasskeys(db: Db, staffId: string): Promise<number> {
  const row = await db
    .selectFrom('staffPasskeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findStaffPasskey(db: Db, id: string): Promise<StaffPasskeyRow | null> {
  const row = await db.selectFrom('staffPasskeys').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** @returns false when someone has it. */
export async function insertStaffPasskey(db: Db, passkey: Insertable<StaffPasskeysTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staffPasskeys')
    .values(passkey)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when another call has counted on meanwhile, so that two copies of a passkey are noticed. */
export async function updateStaffPasskeyUse(
  db: Db,
  { id, counter: before }: StaffPasskeyRow,
  use: { readonly counter: number; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staffPasskeys')
    .set({ counter: use.counter, lastUsedAt: use.at })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteStaffPasskey(db: Db, staffId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staffPasskeys')
    .where('staffId', '=', staffId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteStaffPasskeysOf(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staffPasskeys').where('staffId', '=', staffId).execute()
}

export async function insertStaffChallenge(
  db: Db,
  challenge: Insertable<StaffPasskeyChallengesTable>,
): Promise<void> {
  await db.insertInto('staffPasskeyChallenges').values(challenge).execute()
}

/** Used once, also by concurrent calls. */
export async function takeStaffChallenge(
  db: Db,
  key: Omit<Selectable<StaffPasskeyChallengesTable>, 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staffPasskeyChallenges')
    .where('challengeHash', '=', key.challengeHash)
    .where('browserHash', '=', key.browserHash)
    .where('staffId', 'is not distinct from', key.staffId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** So that none that was begun before adds a passkey after. */
export async function deleteStaffChallengesOf(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staffPasskeyChallenges').where('staffId', '=', staffId).execute()
}
