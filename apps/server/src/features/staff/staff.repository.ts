import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StaffRolesTable, StaffSessionsTable, StaffTable } from './staff.tables.ts'

export type StaffRow = Selectable<StaffTable>

export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | null> {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where(sql`lower(email)`, '=', normalizeSignInName(email))
    .executeTakeFirst()
  return row ?? null
}

export async function findStaffById(db: Db, id: string): Promise<StaffRow | null> {
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** It locks the row until the transaction ends. @returns null when the password is another one by now. */
export async function recordSignIn(
  db: Db,
  { id, passwordHash }: Pick<StaffRow, 'id' | 'passwordHash'>,
  at: Date,
): Promise<Pick<StaffRow, 'isBreakGlass'> | null> {
  const row = await db
    .updateTable('staff')
    .set({ lastSignedInAt: at })
    .where('id', '=', id)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .returning('isBreakGlass')
    .executeTakeFirst()
  return row ?? null
}

/** `partnerId` '*' means all programs. */
export function listRolesOf(
  db: Db,
  staffId: string,
): Promise<Pick<Selectable<StaffRolesTable>, 'partnerId' | 'role' | 'groupName'>[]> {
  return db
    .selectFrom('staffRoles')
    .select(['partnerId', 'role', 'groupName'])
    .where('staffId', '=', staffId)
    .orderBy('partnerId')
    .orderBy('role')
    .execute()
}

export async function insertStaffRole(db: Db, role: Insertable<StaffRolesTable>): Promise<void> {
  await db
    .insertInto('staffRoles')
    .values(role)
    .onConflict(conflict => conflict.doNothing())
    .execute()
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
    .where('staff.deactivatedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** @returns whose it was; null where it was used, or is too old */
export async function takeStaffTicket(db: Db, ticketHash: string, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom('staffSessions')
    .where('tokenHash', '=', ticketHash)
    .where('expiresAt', '>', now)
    .returning('staffId')
    .executeTakeFirst()
  return row?.staffId ?? null
}

export async function deleteStaffSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('tokenHash', '=', tokenHash).execute()
}

export async function deleteStaffSessionsOf(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('staffId', '=', staffId).execute()
}

/** @returns false when the email is taken. */
export async function insertStaff(db: Db, staff: Insertable<StaffTable>): Promise<boolean> {
  const row = await db
    .insertInto('staff')
    .values(staff)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateBreakGlass(db: Db, email: string, isBreakGlass: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ isBreakGlass })
    .where(sql`lower(email)`, '=', normalizeSignInName(email))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The password is the same, hashed again: one that was changed meanwhile stays. */
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

/** Ends every session at partners' sites in the same statement. @returns the id; null when there is no such email. */
export async function replaceStaffPassword(
  db: Db,
  email: string,
  { passwordHash, printedUntil }: { passwordHash: string; printedUntil: Date | null },
): Promise<string | null> {
  const result = await sql<{ id: string }>`
    with changed as (
      update staff set password_hash = ${passwordHash}, printed_password_until = ${printedUntil}::timestamptz
        where lower(email) = ${normalizeSignInName(email)} returning id
    ), ended as (
      delete from staff_sessions where staff_id in (select id from changed)
    )
    select id from changed
  `.execute(db)
  return result.rows[0]?.id ?? null
}

export async function deleteStaff(db: Db, email: string): Promise<StaffRow | null> {
  const row = await db
    .deleteFrom('staff')
    .where(sql`lower(email)`, '=', normalizeSignInName(email))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
