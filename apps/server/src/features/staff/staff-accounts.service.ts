import { randomBytes } from 'node:crypto'
import { permissions } from '@dineward/core/staff/permissions.ts'
import { hashPassword } from '../identity/passwords.service.ts'
import { type AuditContext, writeAudited } from './audit.service.ts'
import { deleteStaff, insertStaff, replaceStaffPassword } from './staff.repository.ts'

export interface NewStaff {
  readonly email: string
  readonly name: string
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
  const after = { name, partners, permissions }
  const isAdded = await writeAudited(
    ctx,
    db => insertStaff(db, row),
    added => (added ? [{ action: 'staff.add', subject: email, partnerId: null, after }] : []),
  )
  return isAdded ? password : null
}

/** Ends every session. @returns the password; null when there is no such email. */
export async function renewStaffPassword(ctx: AuditContext, email: string): Promise<string | null> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const isRenewed = await writeAudited(
    ctx,
    db => replaceStaffPassword(db, email, passwordHash),
    renewed => (renewed ? [{ action: 'staff.renewPassword', subject: email, partnerId: null }] : []),
  )
  return isRenewed ? password : null
}

/** @returns false when there is no such email. */
export async function removeStaff(ctx: AuditContext, email: string): Promise<boolean> {
  const removed = await writeAudited(
    ctx,
    db => deleteStaff(db, email),
    row => {
      if (!row) return []
      const before = { name: row.name, partners: row.partnerIds, permissions: row.permissions }
      return [{ action: 'staff.remove', subject: email, partnerId: null, before }]
    },
  )
  return removed !== null
}

/** 120 random bits as letters, grouped for reading aloud. Of digits, one in some hundreds passes as a card number. */
function newPassword(): string {
  const letters = randomBytes(15)
    .toString('hex')
    .replace(/\d/g, digit => 'ghjkmnpqrs'[Number(digit)]!)
  return (letters.match(/.{6}/g) ?? []).join('-')
}
