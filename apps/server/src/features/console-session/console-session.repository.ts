import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ConsoleSessionsTable } from './console-session.tables.ts'

export type ConsoleSessionRow = Selectable<ConsoleSessionsTable>

export async function insertConsoleSession(db: Db, session: Insertable<ConsoleSessionsTable>): Promise<void> {
  await db.insertInto('consoleSessions').values(session).execute()
}

export async function findConsoleSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<ConsoleSessionRow | null> {
  const row = await db
    .selectFrom('consoleSessions')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function renewConsoleSession(
  db: Db,
  tokenHash: string,
  { lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('consoleSessions')
    .set({ lastUsedAt, expiresAt })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function setConsoleSessionProof(db: Db, tokenHash: string, provenAt: Date): Promise<void> {
  await db.updateTable('consoleSessions').set({ provenAt }).where('tokenHash', '=', tokenHash).execute()
}

/** @returns false when the session has ended. */
export async function replaceConsoleToken(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('consoleSessions')
    .set({ tokenHash: to })
    .where('tokenHash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteConsoleSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('consoleSessions').where('tokenHash', '=', tokenHash).execute()
}

/** The last used comes first. */
export function findConsoleSessionsOf(db: Db, staffId: string, now: Date): Promise<ConsoleSessionRow[]> {
  return db
    .selectFrom('consoleSessions')
    .selectAll()
    .where('staffId', '=', staffId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('tokenHash')
    .execute()
}

/** @param except of this browser; null: all of them. @returns how many. */
export async function deleteConsoleSessionsOf(
  db: Db,
  staffId: string,
  except: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('consoleSessions')
    .where('staffId', '=', staffId)
    .$if(except !== null, query => query.where('tokenHash', '<>', except!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
