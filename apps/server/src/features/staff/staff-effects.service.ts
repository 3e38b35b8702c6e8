import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { moneyPermissions, type Permission } from '@dineward/core/staff/permissions.ts'
import type { ConsoleContext } from '../../context.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { assertMayAssign, permissionsOf } from './assignable-roles.service.ts'
import { findStaffByEmail } from './staff.repository.ts'
import { changeableStaff, plannedRoles, roleOf, type WantedRoles } from './staff-directory.service.ts'

/* What changes of staff would give, for who approves them: null where no right to move money is given. */

/** @throws as `inviteStaff` */
export async function measureInvitation(
  ctx: ConsoleContext,
  {
    email,
    name,
    roles,
  }: { readonly email: string; readonly name: string; readonly roles: readonly StaffRole[] },
): Promise<MeasuredEffect | null> {
  assertMayAssign(ctx, roles)
  if (await findStaffByEmail(ctx.db, email)) throw new AppError('email_in_use')
  return effectOf(ctx, { title: `Invite ${email}`, about: { id: '', email, name }, given: roles })
}

/** @throws as `changeRoles` */
export async function measureRoles(ctx: ConsoleContext, wanted: WantedRoles): Promise<MeasuredEffect | null> {
  const { staff, added, taken } = await plannedRoles(ctx, wanted)
  return effectOf(ctx, { title: `Change the roles of ${staff.email}`, about: staff, given: added, taken })
}

/** @throws as `activateStaff` */
export async function measureActivation(ctx: ConsoleContext, id: string): Promise<MeasuredEffect | null> {
  const { staff, roles } = await changeableStaff(ctx, id)
  if (staff.deactivatedAt === null) return null
  return effectOf(ctx, { title: `Activate ${staff.email}`, about: staff, given: roles.map(roleOf) })
}

interface Change {
  readonly title: string
  readonly about: { readonly id: string; readonly email: string; readonly name: string }
  readonly given: readonly StaffRole[]
  readonly taken?: readonly StaffRole[]
}

function effectOf(
  ctx: ConsoleContext,
  { title, about: { id, email, name }, given, taken = [] }: Change,
): MeasuredEffect | null {
  const moneyOf = (role: StaffRole): readonly Permission[] =>
    permissionsOf(ctx, role).filter(permission => moneyPermissions.includes(permission))
  const withMoney = given.filter(role => moneyOf(role).length > 0)
  if (withMoney.length === 0) return null
  const [first, ...others] = new Set(withMoney.map(({ partner }) => partner))
  const label = ({ partner, role }: StaffRole) =>
    partner === null ? `${role} of all programs` : `${role} at ${partner}`
  const worth = (role: StaffRole) => moneyOf(role).join(', ') || 'moves no money'
  return {
    // An approver of one program does not decide about another.
    partner: others.length > 0 ? null : (first ?? null),
    amount: null,
    about: { id, email, name },
    title,
    lines: [
      { label: 'Account', before: null, after: `${name}, ${email}` },
      ...taken.map(role => ({ label: label(role), before: worth(role), after: null })),
      ...given.map(role => ({ label: label(role), before: null, after: worth(role) })),
    ],
    warnings: withMoney.some(role => moneyOf(role).includes('staff.change'))
      ? ['They may then give roles to others, as far as a second person agrees.']
      : [],
  }
}
