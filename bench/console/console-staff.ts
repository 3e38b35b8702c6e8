import { startConsoleSession } from '../../apps/server/src/features/console-session/console-session.service.ts'
import type { World } from '../../apps/server/src/world.ts'

export const consoleHost = 'console.localhost'

/** It signs in an administrator of one program; others have another id. @returns the session's token */
export async function signedInToProgram(
  { database: { db }, clock, partners }: World,
  slug: string,
  id = 'bench',
): Promise<string> {
  const email = `${id}@dineward.example`
  const staff = { id, email, name: `Robin Hale, ${id}`, passwordHash: '' }
  await db
    .insertInto('staff')
    .values({ ...staff, createdAt: clock.now() })
    .execute()
  await db.insertInto('staffRoles').values({ partnerId: slug, staffId: id, role: 'admin' }).execute()
  const browser = { previousToken: null, browser: 'Chrome', system: 'Windows', client: 'a-bench' } as const
  return (await startConsoleSession({ db, clock, partners }, staff, browser)).token
}
