import type { StaffAccount, StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import { type Permission, permissions } from '@dineward/core/staff/permissions.ts'
import { permissionsOfRole } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { endConsoleSessionsOf, resetSecondFactors } from '../console-session/console-account.service.ts'
import { type ConsoleUse, listConsoleUse } from '../console-session/console-use.service.ts'
import { hasSecondFactor } from '../console-session/second-factor.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { assertMayAssign, mayChangeStaff, permissionsOf } from './assignable-roles.service.ts'
import { recordAudit } from './audit.service.ts'
import { everyPartner, grantsOfStaff } from './grants.service.ts'
import { isOperator } from './operator-actor.service.ts'
import { deleteStaffSessionsOf, findStaffById, insertStaffRole, type StaffRow } from './staff.repository.ts'
import { liftStaffLocks, listStaffLocks } from './staff.service.ts'
import {
  deleteStaffRoles,
  listInvited,
  lockStaffRoles,
  type StaffRoleRow,
  selectPermissionUses,
  selectStaff,
  selectStaffRoles,
  setDeactivated,
} from './staff-directory.repository.ts'
import { tellOfSignInChange } from './staff-mail.service.ts'

/** Those with a role in the caller's programs; for those who run all programs: everyone. */
export async function listStaffAccounts(ctx: ConsoleContext): Promise<StaffAccount[]> {
  const [staff, roles, invited, use, locks, uses] = [
    await selectStaff(ctx.db),
    await selectStaffRoles(ctx.db),
    await listInvited(ctx.db),
    await listConsoleUse(ctx),
    await listStaffLocks(ctx),
    Map.groupBy(await selectPermissionUses(ctx.db), ({ staffId }) => staffId),
  ]
  const accounts = staff.map(async (row): Promise<StaffAccount | null> => {
    const given = visibleRows(
      ctx,
      roles.filter(({ staffId }) => staffId === row.id),
    )
    if (!ctx.isNetworkWide && !isVisible(ctx, given.map(roleOf))) return null
    const state = row.deactivatedAt ? 'deactivated' : invited.includes(row.id) ? 'invited' : 'active'
    const byHand = given.filter(({ groupName }) => groupName === null).map(roleOf)
    return {
      ...describeUse(use.get(row.id)),
      ...describeGrants(ctx, given, uses.get(row.id) ?? []),
      id: row.id,
      email: row.email,
      name: row.name,
      state,
      lockedUntil: locks.get(row.id)?.toISOString() ?? null,
      roles: byHand,
      version: versionOf(byHand),
      lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
      isBreakGlass: row.isBreakGlass,
      mayChange: await mayChangeStaff(ctx, row),
    }
  })
  return (await Promise.all(accounts)).filter(account => account !== null)
}

function describeUse({ lastUsedAt = null, hasSecondFactor = false, ...use }: Partial<ConsoleUse> = {}) {
  return {
    hasSecondFactor,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isConnected: use.isConnected ?? false,
    siteSessions: use.siteSessions ?? 0,
    sessions: use.sessions ?? [],
  }
}

/** Every role and what it allows, and every permission once. A role that a program has removed allows nothing. */
function describeGrants(
  ctx: ConsoleContext,
  rows: readonly StaffRoleRow[],
  uses: readonly { readonly permission: string; readonly lastUsedAt: Date }[],
) {
  const grants = rows.map(row => ({
    ...roleOf(row),
    group: row.groupName,
    permissions: [...permissionsOf(ctx, roleOf(row))],
  }))
  const held = new Set(grants.flatMap(grant => grant.permissions))
  const usedAt = new Map(uses.map(({ permission, lastUsedAt }) => [permission, lastUsedAt.toISOString()]))
  return {
    grants,
    permissions: permissions
      .filter(one => held.has(one))
      .map(permission => ({ permission, lastUsedAt: usedAt.get(permission) ?? null })),
  }
}

/** Active staff who may do something in a program, by name. */
export async function listStaffWith(
  { db, partners }: Pick<ConsoleContext, 'db' | 'partners'>,
  permission: Permission,
  slug: string,
): Promise<Pick<StaffRow, 'email' | 'name'>[]> {
  const own = partners.bySlug(slug)?.settings.staffRoles
  const roles = await selectStaffRoles(db)
  const allowed = roles.filter(
    ({ partnerId, role }) =>
      [slug, everyPartner].includes(partnerId) && permissionsOfRole(role, own).includes(permission),
  )
  const ids = new Set(allowed.map(({ staffId }) => staffId))
  const staff = await selectStaff(db)
  return staff.flatMap(({ id, email, name, deactivatedAt }) =>
    ids.has(id) && !deactivatedAt ? [{ email, name }] : [],
  )
}

export interface WantedRoles {
  readonly id: string
  readonly roles: readonly StaffRole[]
  readonly version: string
}

/** What differs from the roles by hand. @throws `not_found`, `forbidden`, `validation_failed`, `changed_meanwhile` */
export async function plannedRoles(ctx: ConsoleContext, { id, roles, version }: WantedRoles) {
  const { ctx: present, staff, roles: rows } = await changeableStaff(ctx, id)
  const byHand = rows.filter(({ groupName }) => groupName === null)
  const before = visibleRows(ctx, byHand).map(roleOf)
  if (versionOf(before) !== version) throw new AppError('changed_meanwhile')
  const isIn = (list: readonly StaffRole[]) => (one: StaffRole) =>
    list.some(({ partner, role }) => partner === one.partner && role === one.role)
  const added = roles.filter(one => !isIn(before)(one))
  assertMayAssign(present, added)
  return { staff, before, added, taken: before.filter(one => !isIn(roles)(one)) }
}

/** @returns the version of the roles now. @throws as `plannedRoles` */
export async function changeRoles(
  ctx: ConsoleContext,
  input: WantedRoles & { readonly reason: string },
): Promise<string> {
  return ctx.db.transaction().execute(async trx => {
    await lockStaffRoles(trx)
    const { staff, before, added, taken } = await plannedRoles({ ...ctx, db: trx }, input)
    await deleteStaffRoles(
      trx,
      taken.map(one => rowOf(staff.id, one)),
    )
    for (const one of added) await insertStaffRole(trx, rowOf(staff.id, one))
    for (const partner of new Set([...added, ...taken].map(one => one.partner))) {
      const here = (list: readonly StaffRole[]) =>
        list.filter(one => one.partner === partner).map(({ role }) => role)
      await recordAudit(
        { ...ctx, db: trx },
        {
          action: 'staff.roles',
          subject: staff.email,
          partnerId: partner,
          before: here(before),
          after: here(input.roles),
          reason: input.reason,
        },
      )
    }
    const after = await selectStaffRoles(trx)
    const byHand = after.filter(({ staffId, groupName }) => staffId === staff.id && groupName === null)
    return versionOf(visibleRows(ctx, byHand).map(roleOf))
  })
}

/** @throws `not_found`, `forbidden` */
export async function deactivateStaff(ctx: ConsoleContext, input: StaffChange): Promise<void> {
  await changeAccount(ctx, { ...input, action: 'staff.deactivate' }, async (trx, { id }) => {
    await setDeactivated(trx, id, ctx.clock.now())
    await endConsoleSessionsOf(trx, id)
  })
}

/** @throws `not_found`, `forbidden` */
export async function activateStaff(ctx: ConsoleContext, input: StaffChange): Promise<void> {
  await changeAccount(ctx, { ...input, action: 'staff.activate' }, (trx, { id }) =>
    setDeactivated(trx, id, null),
  )
}

/** Also where there is no lock by now. @throws `not_found`, `forbidden` */
export async function unlockStaff(ctx: ConsoleContext, input: StaffChange): Promise<void> {
  await changeAccount(ctx, { ...input, action: 'staff.lockLifted' }, async (trx, staff) => {
    await liftStaffLocks(trx, staff.id)
    await tellOfSignInChange({ ...ctx, db: trx }, staff, 'staff.lockLifted')
  })
}

/** @throws `not_found`, `forbidden` */
export async function endSessionsOf(ctx: ConsoleContext, input: StaffChange): Promise<void> {
  await changeAccount(ctx, { ...input, action: 'staff.sessionsEnded' }, async (trx, { id }) => {
    await endConsoleSessionsOf(trx, id)
    await deleteStaffSessionsOf(trx, id)
  })
}

/** @throws `not_found`, `forbidden`, `changed_meanwhile` where someone was faster */
export async function resetSecondFactorOf(ctx: ConsoleContext, input: StaffChange): Promise<void> {
  await changeAccount(ctx, { ...input, action: 'staff.secondFactorReset' }, async (trx, staff) => {
    if (!(await hasSecondFactor(trx, staff.id)))
      throw new AppError('changed_meanwhile', { message: 'There is no second factor to reset by now.' })
    await resetSecondFactors({ ...ctx, db: trx }, staff, { by: ctx.actor.email, reason: input.reason })
  })
}

export interface StaffChange {
  readonly id: string
  readonly reason: string
}

async function changeAccount(
  ctx: ConsoleContext,
  { id, reason, action }: StaffChange & { action: AuditAction },
  write: (trx: Db, staff: StaffRow) => Promise<unknown>,
): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    await lockStaffRoles(trx)
    const { staff, roles } = await changeableStaff({ ...ctx, db: trx }, id)
    await write(trx, staff)
    const partnerId = programOf(roles)
    await recordAudit({ ...ctx, db: trx }, { action, subject: staff.email, partnerId, reason })
  })
}

/** In a transaction that holds the lock. @throws `not_found`, `forbidden` */
export async function changeableStaff(
  before: ConsoleContext,
  id: string,
): Promise<{ ctx: ConsoleContext; staff: StaffRow; roles: StaffRoleRow[] }> {
  const ctx = await withPresentGrants(before)
  const staff = await findStaffById(ctx.db, id)
  const roles = (await selectStaffRoles(ctx.db)).filter(({ staffId }) => staffId === id)
  if (!staff || !(ctx.isNetworkWide || isVisible(ctx, visibleRows(ctx, roles).map(roleOf))))
    throw new AppError('not_found')
  if (id === ctx.actor.id)
    throw new AppError('forbidden', { message: 'You cannot change your own account here: ask a colleague.' })
  if (!(await mayChangeStaff(ctx, staff)))
    throw new AppError('forbidden', { message: 'You cannot change someone who may do more than you.' })
  return { ctx, staff, roles }
}

/** Someone else may have changed the caller's own meanwhile. @throws `forbidden` of one who may change no one by now */
export async function withPresentGrants(ctx: ConsoleContext): Promise<ConsoleContext> {
  if (isOperator(ctx.actor)) return ctx
  const row = await findStaffById(ctx.db, ctx.actor.id)
  const grants = row && !row.deactivatedAt ? await grantsOfStaff(ctx, row) : []
  if (!grants.some(grant => grant.permissions.includes('staff.change')))
    throw new AppError('forbidden', {
      message: 'You may no longer change staff: your own roles were changed meanwhile.',
    })
  return { ...ctx, actor: { ...ctx.actor, grants } }
}

/** The one program that the account is of; null: several, or all. */
export function programOf(roles: readonly { readonly partnerId: string }[]): string | null {
  const [first, ...others] = new Set(roles.map(({ partnerId }) => partnerId))
  return first === undefined || first === everyPartner || others.length > 0 ? null : first
}

const rowOf = (staffId: string, { partner, role }: StaffRole) => ({
  staffId,
  role,
  partnerId: partner ?? everyPartner,
})

export const roleOf = ({ partnerId, role }: Pick<StaffRoleRow, 'partnerId' | 'role'>): StaffRole => ({
  partner: partnerId === everyPartner ? null : partnerId,
  role,
})

const visibleRows = (ctx: ConsoleContext, rows: readonly StaffRoleRow[]): StaffRoleRow[] =>
  rows.filter(
    ({ partnerId }) =>
      partnerId === everyPartner || ctx.isNetworkWide || ctx.allowed.some(({ slug }) => slug === partnerId),
  )

const isVisible = (ctx: ConsoleContext, roles: readonly StaffRole[]) =>
  roles.some(({ partner }) => partner !== null && ctx.allowed.some(({ slug }) => slug === partner))
