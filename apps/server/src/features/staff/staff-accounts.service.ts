import { randomBytes } from 'node:crypto'
import { permissions } from '@dineward/core/staff/permissions.ts'
import { hashPassword } from '../identity/passwords.service.ts'
import { type AuditContext, recordAudit } from './audit.service.ts'
import { deleteStaff, insertStaff, replaceStaffPassword } from './staff.repository.ts'

export interface NewStaff {
  readonly email: string
  readonly name: string
  /** The partners whose programs they run; null: all of them. */
  readonly partners: readonly string[] | null
}

/** @returns the password, of which only a hash is stored; null when the email is taken. */
export async function addStaff(ctx: AuditContext, staff: NewStaff): Promise<string | null> {
  const { email, name, partners } = staff
  const password = newPassword()
  const row = {
    id: randomBytes(16).toString('base64url'),
    email,
    name,
    passwordHash: await hashPassword(password),
    partnerIds: partners === null ? null : [...partners],
    permissions: [...permissions],
    createdAt: ctx.clock.now(),
  }
  return ctx.db.transaction().execute(async trx => {
    if (!(await insertStaff(trx, row))) return null
    const after = { name, partners, permissions }
    await recordAudit({ ...ctx, db: trx }, { action: 'staff.add', subject: email, partnerId: null, after })
    return password
  })
}

/** Set a new password and end every session. @returns the password; null when there is no such email. */
export async function renewStaffPassword(ctx: AuditContext, email: string): Promise<string | null> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction().execute(async trx => {
    if (!(await replaceStaffPassword(trx, email, passwordHash))) return null
    await recordAudit({ ...ctx, db: trx }, { action: 'staff.renewPassword', subject: email, partnerId: null })
    return password
  })
}

/** Delete an account with its sessions. @returns false when there is no such email. */
export async function removeStaff(ctx: AuditContext, email: string): Promise<boolean> {
  return ctx.db.transaction().execute(async trx => {
    const removed = await deleteStaff(trx, email)
    if (!removed) return false
    const { name, partnerIds: partners, permissions: given } = removed
    const before = { name, partners, permissions: given }
    await recordAudit(
      { ...ctx, db: trx },
      { action: 'staff.remove', subject: email, partnerId: null, before },
    )
    return true
  })
}

/** 120 random bits as hexadecimal digits, grouped for reading aloud. */
function newPassword(): string {
  const digits = randomBytes(15).toString('hex')
  return (digits.match(/.{6}/g) ?? []).join('-')
}
