import { randomBytes } from 'node:crypto'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import { hashPassword } from '../identity/passwords.service.ts'
import { deleteStaff, insertStaff, replaceStaffPassword } from './staff.repository.ts'

export interface StaffServices {
  readonly db: Db
  readonly clock: Clock
}

export interface NewStaff {
  readonly email: string
  readonly name: string
  /** The partners whose programs they run; null: all of them. */
  readonly partners: readonly string[] | null
}

/** Answers the password, which is told once and kept as a hash; null when somebody has this e-mail already. */
export async function addStaff({ db, clock }: StaffServices, staff: NewStaff): Promise<string | null> {
  const password = newPassword()
  const added = await insertStaff(db, {
    id: randomBytes(16).toString('base64url'),
    email: staff.email,
    name: staff.name,
    passwordHash: await hashPassword(password),
    partnerIds: staff.partners === null ? null : [...staff.partners],
    createdAt: clock.now(),
  })
  return added ? password : null
}

/** Answers the new password, and ends every session of theirs; null when nobody has this e-mail. */
export async function renewStaffPassword({ db }: StaffServices, email: string): Promise<string | null> {
  const password = newPassword()
  return (await replaceStaffPassword(db, email, await hashPassword(password))) ? password : null
}

/** Their sessions end with them. False when nobody has this e-mail. */
export async function removeStaff({ db }: StaffServices, email: string): Promise<boolean> {
  return deleteStaff(db, email)
}

/** 120 random bits, in groups that can be read out. */
function newPassword(): string {
  const letters = randomBytes(15).toString('hex')
  return (letters.match(/.{6}/g) ?? []).join('-')
}
