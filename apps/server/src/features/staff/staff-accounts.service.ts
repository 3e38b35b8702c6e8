import { randomBytes } from 'node:crypto'
import { type Clock, days } from '@dineward/core/shared/clock.ts'
import type { ConsoleContext } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { endConsoleSessionsOf, resetSecondFactors } from '../console-session/console-account.service.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { type AuditContext, actorName, writeAudited } from './audit.service.ts'
import { everyPartner } from './grants.service.ts'
import {
  deleteStaff,
  findStaffByEmail,
  insertStaff,
  insertStaffRole,
  listRolesOf,
  replaceStaffPassword,
  updateBreakGlass,
} from './staff.repository.ts'
import { listStaffWith } from './staff-directory.service.ts'
import { type StaffMailContext, tellOfSignInChange } from './staff-mail.service.ts'

export interface NewStaff {
  readonly email: string
  readonly name: string
  readonly partners: readonly string[] | null
  /** The role is at those partners. Without one they may do nothing until an administrator gives them one. */
  readonly role?: string
}

/** Fewer than two active accounts may change staff at these partners, so that no one could approve what another asks for. */
export async function isBeginning(
  services: AuditContext & Pick<ConsoleContext, 'partners'>,
  partners: readonly string[] | null,
): Promise<boolean> {
  for (const slug of partners ?? [everyPartner])
    if ((await listStaffWith(services, 'staff.change', slug)).length < 2) return true
  return false
}

const printedDays = 7

/** @returns the password to change at the first sign-in, of which only a hash is stored; null when the email is taken. */
export async function addStaff(ctx: AuditContext, staff: NewStaff): Promise<string | null> {
  const { email, name, partners, role } = staff
  const password = newPassword()
  const row = {
    id: newId(),
    email,
    name,
    passwordHash: await hashPassword(password),
    createdAt: ctx.clock.now(),
    printedPasswordUntil: printedUntil(ctx),
  }
  const after = { name, ...(role ? { partners, role } : {}) }
  const isAdded = await writeAudited(
    ctx,
    async db => {
      if (!(await insertStaff(db, row))) return false
      if (role)
        for (const partnerId of partners ?? [everyPartner])
          await insertStaffRole(db, { partnerId, staffId: row.id, role })
      return true
    },
    added => (added ? [{ action: 'staff.add', subject: email, partnerId: null, after }] : []),
  )
  return isAdded ? password : null
}

/** Ends every session. @returns the password; null when there is no such email. */
export async function renewStaffPassword(
  ctx: AuditContext & StaffMailContext,
  email: string,
): Promise<string | null> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const isRenewed = await writeAudited(
    ctx,
    async db => {
      const staff = await findStaffByEmail(db, email)
      if (!staff) return false
      await replaceStaffPassword(db, email, { passwordHash, printedUntil: printedUntil(ctx) })
      await endConsoleSessionsOf(db, staff.id)
      await tellOfSignInChange({ ...ctx, db }, staff, 'staff.renewPassword')
      return true
    },
    renewed => (renewed ? [{ action: 'staff.renewPassword', subject: email, partnerId: null }] : []),
  )
  return isRenewed ? password : null
}

/** Also ends the console's sessions. @returns false when there is no such email. */
export async function resetStaffSecondFactor(
  ctx: AuditContext & StaffMailContext,
  email: string,
): Promise<boolean> {
  const staff = await findStaffByEmail(ctx.db, email)
  if (!staff) return false
  await writeAudited(
    ctx,
    db => resetSecondFactors({ ...ctx, db }, staff, { by: actorName(ctx.actor) }),
    () => [{ action: 'staff.secondFactorReset', subject: staff.email, partnerId: null }],
  )
  return true
}

/** It signs in by password where passwords are off, and every administrator is told. @returns false when there is no such email. */
export async function setBreakGlass(
  ctx: AuditContext,
  { email, isBreakGlass }: { email: string; isBreakGlass: boolean },
): Promise<boolean> {
  return writeAudited(
    ctx,
    db => updateBreakGlass(db, email, isBreakGlass),
    changed =>
      changed
        ? [{ action: 'staff.breakGlassSet', subject: email, partnerId: null, after: { isBreakGlass } }]
        : [],
  )
}

/** @returns false when there is no such email. */
export async function removeStaff(ctx: AuditContext, email: string): Promise<boolean> {
  const removed = await writeAudited(
    ctx,
    async db => {
      const staff = await findStaffByEmail(db, email)
      if (!staff) return null
      const roles = await listRolesOf(db, staff.id)
      return (await deleteStaff(db, email)) && { name: staff.name, roles }
    },
    before => (before ? [{ action: 'staff.remove', subject: email, partnerId: null, before }] : []),
  )
  return removed !== null
}

/**
 * It lasts as long as an invitation: a person who never changes it leaves no password in a terminal's history that
 * works.
 */
function printedUntil({ clock }: { readonly clock: Clock }): Date {
  return new Date(clock.now().getTime() + days(printedDays))
}

/**
 * The password is 120 random bits as letters, grouped for reading aloud. Of digits, one in some hundreds passes as a
 * card number.
 */
function newPassword(): string {
  const letters = randomBytes(15)
    .toString('hex')
    .replace(/\d/g, digit => 'ghjkmnpqrs'[Number(digit)]!)
  return (letters.match(/.{6}/g) ?? []).join('-')
}
