import { minutes } from '@dineward/core/shared/clock.ts'
import type { Insertable } from 'kysely'
import { hashPassword } from '../../features/identity/passwords/passwords.service.ts'
import { hashToken, newToken } from '../../features/identity/sessions/tokens.service.ts'
import { everyPartner } from '../../features/staff/grants.service.ts'
import { insertStaffRole } from '../../features/staff/staff.repository.ts'
import type { StaffTable } from '../../features/staff/staff.tables.ts'
import { newId } from '../../new-id.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

export const staffPassword = 'Behind-the-pass-1'
let passwordHash: Promise<string> | undefined

/** Writes content at these partners; at all of them by default, with [] nowhere. */
export async function newStaff(
  test: TestApp,
  {
    partnerIds,
    ...changes
  }: Partial<Insertable<StaffTable>> & { partnerIds?: readonly string[] | null } = {},
) {
  passwordHash ??= hashPassword(staffPassword)
  const id = newId()
  const { db } = test.database
  const staff = await db
    .insertInto('staff')
    .values({
      id,
      email: `${id}@dineward.example`,
      name: `Robin Hale ${id}`,
      passwordHash: await passwordHash,
      createdAt: test.clock.now(),
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const partnerId of partnerIds ?? [everyPartner])
    await insertStaffRole(db, { partnerId, staffId: staff.id, role: 'content' })
  return staff
}

export const signInStaff = (client: TestClient, email: string, password = staffPassword) =>
  client.send('POST', '/api/Staff/SignIn', { email, password })

/** Signed in at a partner's site, without a password. */
export async function resumeStaffAt(test: TestApp, client: TestClient, staffId: string): Promise<void> {
  const token = newToken()
  const expiresAt = new Date(test.clock.now().getTime() + minutes(60))
  await test.database.db
    .insertInto('staffSessions')
    .values({ tokenHash: hashToken(token), staffId, expiresAt })
    .execute()
  client.cookies.set('dw_staff', token)
}
