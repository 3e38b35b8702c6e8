import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { hashPassword } from '../features/identity/passwords.service.ts'
import type { StaffTable } from '../features/staff/staff.tables.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const staffPassword = 'Behind-the-pass-1'
let passwordHash: Promise<string> | undefined

/** A staff member, of all partners by default. */
export async function newStaff(test: TestApp, changes: Partial<Insertable<StaffTable>> = {}) {
  passwordHash ??= hashPassword(staffPassword)
  const id = randomBytes(16).toString('base64url')
  return test.database.db
    .insertInto('staff')
    .values({
      id,
      email: `${id}@dineward.example`,
      name: 'Robin Hale',
      passwordHash: await passwordHash,
      partnerIds: null,
      permissions: ['content.preview'],
      createdAt: test.clock.now(),
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const signInStaff = (client: TestClient, email: string, password = staffPassword) =>
  client.send('POST', '/api/Staff/SignIn', { email, password })
