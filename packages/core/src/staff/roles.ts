import { lookUp } from '../shared/look-up.ts'
import { type Permission, permissions } from './permissions.ts'

const reading = permissions.filter(permission => permission.endsWith('.read'))

/** Every program has these. A program adds its own by the setting `staffRoles`. */
export const builtInRoles = {
  admin: permissions,
  support: [
    'members.read',
    'members.emulate',
    'members.change',
    'members.erase',
    'claims.read',
    'claims.decide',
    'holds.read',
    'holds.decide',
    'adjustments.post',
    'bookings.read',
    'bookings.change',
    'merchants.read',
  ],
  finance: [
    'members.read',
    'claims.read',
    'holds.read',
    'holds.decide',
    'approvals.decide',
    'merchants.read',
    'finance.read',
    'finance.settle',
    'finance.pay',
    'finance.close',
    'insight.read',
    'audit.read',
  ],
  content: [
    'settings.read',
    'theme.change',
    'content.preview',
    'content.change',
    'content.publish',
    'bonuses.change',
    'merchants.read',
    'insight.read',
  ],
  restaurants: [
    'merchants.read',
    'merchants.change',
    'merchants.import',
    'bookings.read',
    'bookings.change',
    'insight.read',
  ],
  viewer: reading.filter(permission => permission !== 'staff.read'),
} as const satisfies Readonly<Record<string, readonly Permission[]>>
export type BuiltInRole = keyof typeof builtInRoles

/** A program's own roles, by name. */
export type OwnRoles = Readonly<Record<string, readonly Permission[]>>

/** What a staff member may do, by program; null: in all of them, also those that come later. */
export interface Grant {
  readonly partner: string | null
  readonly permissions: readonly Permission[]
}

/** An unknown role grants nothing: a program may have removed it. */
export function permissionsOfRole(role: string, own: OwnRoles = {}): readonly Permission[] {
  const roles: OwnRoles = { ...own, ...builtInRoles }
  return lookUp(roles, role) ?? []
}

/** @param partner a slug; null: only what is granted in all programs */
export function permissionsAt(grants: readonly Grant[], partner: string | null): readonly Permission[] {
  const granted = new Set(
    grants
      .filter(grant => grant.partner === null || grant.partner === partner)
      .flatMap(grant => grant.permissions),
  )
  return permissions.filter(permission => granted.has(permission))
}
