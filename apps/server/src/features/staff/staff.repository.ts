import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StaffSessionsTable, StaffTable } from './staff.tables.ts'

export type StaffRow = Selectable<StaffTable>

export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | null> {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where(sql`lower(email)`, '=', normalizeSignInName(email))
    .executeTakeFirst()
  return row ?? null
}

export async function insertStaffSession(db: Db, session: Insertable<StaffSessionsTable>): Promise<void> {
  await db.insertInto('staffSessions').values(session).execute()
}

export async function findStaffBySession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<(StaffRow & { expiresAt: Date }) | null> {
  const row = await db
    .selectFrom('staffSessions')
    .innerJoin('staff', 'staff.id', 'staffSessions.staffId')
    .selectAll('staff')
    .select('staffSessions.expiresAt')
    .where('staffSessions.tokenHash', '=', tokenHash)
    .where('staffSessions.expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteStaffSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('tokenHash', '=', tokenHash).execute()
}

export async function deleteExpiredStaffSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('staffSessions').where('expiresAt', '<=', now).execute()
}

/** @returns false when the email is taken. */
export async function insertStaff(db: Db, staff: StaffRow): Promise<boolean> {
  const row = await db
    .insertInto('staff')
    .values(staff)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The same password, hashed anew: one that was changed meanwhile stays. */
export async function renewStaffHash(
  db: Db,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('staff')
    .set({ passwordHash: to })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .execute()
}

/** Ends every session in the same statement. @returns false when there is no such email. */
export async function replaceStaffPassword(db: Db, email: string, passwordHash: string): Promise<boolean> {
  const result = await sql<{ id: string }>`
    with changed as (
      update staff set password_hash = ${passwordHash} where lower(email) = ${normalizeSignInName(email)} returning id
    ), ended as (
      delete from staff_sessions where staff_id in (select id from changed)
    )
    select id from changed
  `.execute(db)
  return result.rows.length > 0
}

export async function deleteStaff(db: Db, email: string): Promise<StaffRow | null> {
  const row = await db
    .deleteFrom('staff')
    .where(sql`lower(email)`, '=', normalizeSignInName(email))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
