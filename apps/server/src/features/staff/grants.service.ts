import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { Grant } from '@dineward/core/staff/roles.ts'
import { permissionsAt, permissionsOfRole } from '@dineward/core/staff/roles.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { findStaffById, listRolesOf, type StaffRow } from './staff.repository.ts'
import type { StaffRolesTable } from './staff.tables.ts'

/** It stands in `staff_roles` instead of a slug. */
export const everyPartner = '*'

type Programs = Pick<PartnerRegistry, 'all' | 'bySlug'>

/** Grants come from roles alone: an account without one may do nothing. */
export async function grantsOfStaff(
  { db, partners }: { readonly db: Db; readonly partners: Programs },
  { id }: Pick<StaffRow, 'id'>,
): Promise<readonly Grant[]> {
  return grantsOfRoles(partners, await listRolesOf(db, id))
}

/** Programs that are gone are left out. */
export function grantsOfRoles(
  partners: Programs,
  roles: readonly Pick<StaffRolesTable, 'partnerId' | 'role'>[],
): readonly Grant[] {
  return roles
    .filter(({ partnerId }) => partnerId === everyPartner || partners.bySlug(partnerId) !== null)
    .flatMap(({ partnerId, role }): Grant[] =>
      partnerId === everyPartner
        ? everywhere(role, partners.all())
        : [{ partner: partnerId, permissions: at(partners.bySlug(partnerId), role) }],
    )
}

/** What they would be allowed at a program, if the programs were these. */
export async function permissionsOfStaff(
  services: { readonly db: Db; readonly partners: Programs },
  staffId: string,
  slug: string,
): Promise<readonly Permission[]> {
  const row = await findStaffById(services.db, staffId)
  return row ? permissionsAt(await grantsOfStaff(services, row), slug) : []
}

/** A program's own role is worth something in that program only. */
function everywhere(role: string, partners: readonly Partner[]): Grant[] {
  const builtIn = permissionsOfRole(role)
  if (builtIn.length > 0) return [{ partner: null, permissions: builtIn }]
  return partners
    .map(partner => ({ partner: partner.slug, permissions: at(partner, role) }))
    .filter(({ permissions }) => permissions.length > 0)
}

const at = (partner: Partner | null, role: string) => permissionsOfRole(role, partner?.settings.staffRoles)
