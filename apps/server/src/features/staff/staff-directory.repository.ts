import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { deleteStaffSessionsOf, type StaffRow } from './staff.repository.ts'
import type { StaffRolesTable } from './staff.tables.ts'

export function selectStaff(db: Db): Promise<StaffRow[]> {
  return db.selectFrom('staff').selectAll().orderBy('email').execute()
}

export function selectStaffRoles(db: Db): Promise<StaffRolesTable[]> {
  return db.selectFrom('staffRoles').selectAll().orderBy('partnerId').orderBy('role').execute()
}

/** One change of roles at a time, so that two people cannot take each other's at once. */
export async function lockStaffRoles(db: Db): Promise<void> {
  await sql`lock table staff_roles in share row exclusive mode`.execute(db)
}

export async function deleteStaffRoles(db: Db, roles: readonly StaffRolesTable[]): Promise<void> {
  for (const { partnerId, staffId, role } of roles)
    await db
      .deleteFrom('staffRoles')
      .where('partnerId', '=', partnerId)
      .where('staffId', '=', staffId)
      .where('role', '=', role)
      .execute()
}

/** Also ends the sessions at partners' sites. */
export async function setDeactivated(db: Db, staffId: string, at: Date | null): Promise<void> {
  await db.updateTable('staff').set({ deactivatedAt: at }).where('id', '=', staffId).execute()
  if (at) await deleteStaffSessionsOf(db, staffId)
}

export async function replaceInvitation(
  db: Db,
  { staffId, tokenHash, expiresAt }: { staffId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.deleteFrom('staffInvitations').where('staffId', '=', staffId).execute()
  await db.insertInto('staffInvitations').values({ staffId, tokenHash, expiresAt }).execute()
}

export async function findInvited(db: Db, tokenHash: string, now: Date): Promise<StaffRow | null> {
  const row = await db
    .selectFrom('staffInvitations')
    .innerJoin('staff', 'staff.id', 'staffInvitations.staffId')
    .selectAll('staff')
    .where('staffInvitations.tokenHash', '=', tokenHash)
    .where('staffInvitations.expiresAt', '>', now)
    .where('staff.deactivatedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Once, also by concurrent calls. */
export async function takeInvitation(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staffInvitations')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Those who have not chosen a password, also where the link has expired. */
export async function listInvited(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('staffInvitations').select('staffId').execute()
  return rows.map(({ staffId }) => staffId)
}
