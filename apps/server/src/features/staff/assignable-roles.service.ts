import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { builtInRoles, permissionsAt, permissionsOfRole } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { grantsOfStaff } from './grants.service.ts'
import type { StaffRow } from './staff.repository.ts'

/** What a role is worth; none where there is no such role, or no such program. */
export function permissionsOf({ partners }: Pick<ConsoleContext, 'partners'>, { partner, role }: StaffRole) {
  if (partner === null) return permissionsOfRole(role)
  const program = partners.bySlug(partner)
  return program ? permissionsOfRole(role, program.settings.staffRoles) : []
}

/** In programs where the caller may change staff, and worth no more than the caller may do there. */
export function mayAssign(ctx: ConsoleContext, role: StaffRole): boolean {
  return isCovered(ctx, role.partner, permissionsOf(ctx, role))
}

/** Every role that the caller may give. */
export function assignableRoles(
  ctx: ConsoleContext,
): { partner: string | null; role: string; permissions: string[] }[] {
  const builtIn = Object.keys(builtInRoles)
  const choices: StaffRole[] = [
    ...builtIn.map(role => ({ partner: null, role })),
    ...ctx.allowed.flatMap(({ slug, settings }) =>
      [...builtIn, ...Object.keys(settings.staffRoles)].map(role => ({ partner: slug, role })),
    ),
  ]
  return choices
    .filter(choice => mayAssign(ctx, choice))
    .map(choice => ({ ...choice, permissions: [...permissionsOf(ctx, choice)] }))
}

/** @throws `not_found` for a program that the caller does not see, `validation_failed` for a role that is worth nothing, `forbidden` for one that is worth too much. */
export function assertMayAssign(ctx: ConsoleContext, roles: readonly StaffRole[]): void {
  for (const role of roles) {
    if (role.partner !== null && !ctx.allowed.some(({ slug }) => slug === role.partner))
      throw new AppError('not_found')
    if (permissionsOf(ctx, role).length === 0)
      throw new AppError('validation_failed', {
        fieldErrors: [
          {
            field: 'roles',
            message: `The role “${role.role}” allows nothing there: it would let no one in.`,
          },
        ],
      })
    if (!mayAssign(ctx, role))
      throw new AppError('forbidden', {
        message: `You cannot give or take the role “${role.role}” there: it allows more than you may do.`,
      })
  }
}

/** Not themself, and no one who may do more. */
export async function mayChangeStaff(ctx: ConsoleContext, staff: StaffRow): Promise<boolean> {
  if (staff.id === ctx.actor.id) return false
  const grants = await grantsOfStaff(ctx, staff)
  return grants.every(({ partner, permissions }) => isCovered(ctx, partner, permissions))
}

function isCovered(ctx: ConsoleContext, partner: string | null, wanted: readonly Permission[]): boolean {
  const isOwnProgram = partner === null ? ctx.isNetworkWide : ctx.allowed.some(({ slug }) => slug === partner)
  const mine = new Set(permissionsAt(ctx.actor.grants, partner))
  return isOwnProgram && wanted.every(permission => mine.has(permission))
}
