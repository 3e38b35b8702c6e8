import type { StaffGroup } from '../../gateways/sign-on/staff-sign-on.ts'
import { type AuditContext, recordAudit } from './audit.service.ts'
import { everyPartner } from './grants.service.ts'
import { insertStaffRole, listRolesOf, type StaffRow } from './staff.repository.ts'
import { deleteGroupRoles, lockStaffRoles } from './staff-directory.repository.ts'

/**
 * In the transaction of a sign-in. The groups of the person decide about every role that groups gave; what people gave by
 * hand stays.
 */
export async function replaceGroupRoles(
  ctx: AuditContext,
  { id, email }: Pick<StaffRow, 'id' | 'email'>,
  groups: readonly StaffGroup[],
): Promise<void> {
  await lockStaffRoles(ctx.db)
  const before = rolesIn(await listRolesOf(ctx.db, id))
  await deleteGroupRoles(ctx.db, id)
  for (const { group, role, partner } of groups)
    await insertStaffRole(ctx.db, {
      staffId: id,
      partnerId: partner ?? everyPartner,
      role,
      groupName: group,
    })
  const after = rolesIn(await listRolesOf(ctx.db, id))
  if (before.join() !== after.join())
    await recordAudit(ctx, { action: 'staff.roles', subject: email, partnerId: null, before, after })
}

const rolesIn = (roles: readonly { partnerId: string; role: string; groupName: string | null }[]) =>
  roles.map(({ partnerId, role, groupName }) =>
    groupName === null ? `${role} at ${partnerId}` : `${role} at ${partnerId}, by the group ${groupName}`,
  )
