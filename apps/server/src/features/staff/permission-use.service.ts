import { minutes } from '@dineward/core/shared/clock.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { Context, StaffActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { upsertPermissionUse } from './staff-directory.repository.ts'

const everyMs = minutes(10)
/** What this process has written lately: a write for every call would be as much work as the calls. */
const written = new WeakMap<Db, Map<string, number>>()

/** What no one uses can be taken away: the list of staff says when each permission was last used. */
export async function notePermissionUse(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id }: StaffActor,
  permission: Permission,
): Promise<void> {
  const [now, key] = [clock.now(), `${id} ${permission}`]
  const known = written.get(db) ?? new Map<string, number>()
  if (Math.abs(now.getTime() - (known.get(key) ?? Number.NEGATIVE_INFINITY)) < everyMs) return
  written.set(db, known.set(key, now.getTime()))
  await upsertPermissionUse(db, { staffId: id, permission, lastUsedAt: now })
}
