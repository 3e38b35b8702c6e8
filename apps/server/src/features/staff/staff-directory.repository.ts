import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { deleteStaffSessionsOf, type StaffRow } from './staff.repository.ts'
import type { StaffPermissionUsesTable, StaffRolesTable } from './staff.tables.ts'

export type StaffRoleRow = Selectable<StaffRolesTable>

export function selectStaff(db: Db): Promise<StaffRow[]> {
  return db.selectFrom('staff').selectAll().orderBy('email').execute()
}

export function selectStaffRoles(db: Db): Promise<StaffRoleRow[]> {
  return db.selectFrom('staffRoles').selectAll().orderBy('partnerId').orderBy('role').execute()
}

/** One change of roles at a time, so that two people cannot take each other's at once. */
export async function lockStaffRoles(db: Db): Promise<void> {
  await sql`lock table staff_roles in share row exclusive mode`.execute(db)
}

export async function deleteStaffRoles(
  db: Db,
  roles: readonly Pick<StaffRoleRow, 'partnerId' | 'staffId' | 'role'>[],
): Promise<void> {
  for (const { partnerId, staffId, role } of roles)
    await db
      .deleteFrom('staffRoles')
      .where('partnerId', '=', partnerId)
      .where('staffId', '=', staffId)
      .where('role', '=', role)
      .execute()
}

export async function deleteGroupRoles(db: Db, staffId: string): Promise<void> {
  await db
    .deleteFrom('staffRoles')
    .where('staffId', '=', staffId)
    .where('groupName', 'is not', null)
    .execute()
}

/** Of an account that is gone by now, nothing is kept. */
export async function upsertPermissionUse(
  db: Db,
  { staffId, permission, lastUsedAt }: { staffId: string; permission: string; lastUsedAt: Date },
): Promise<void> {
  await sql`
    insert into staff_permission_uses (staff_id, permission, last_used_at)
      select id, ${permission}, ${lastUsedAt.toISOString()}::timestamptz from staff where id = ${staffId}
    on conflict (staff_id, permission)
      do update set last_used_at = greatest(staff_permission_uses.last_used_at, excluded.last_used_at)`.execute(
    db,
  )
}

export function selectPermissionUses(db: Db): Promise<Selectable<StaffPermissionUsesTable>[]> {
  return db.selectFrom('staffPermissionUses').selectAll().execute()
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
