import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

interface FailureRules {
  readonly now: Date
  readonly windowStart: Date
  readonly maxFailures: number
  readonly lockEnd: Date
}

export async function findLock(db: Db, partnerId: string, account: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('signInFailures')
    .select('lockedUntil')
    .where('partnerId', '=', partnerId)
    .where('account', '=', account)
    .where('lockedUntil', '>', now)
    .executeTakeFirst()
  return row?.lockedUntil ?? null
}

/**
 * One statement counts, so that concurrent guesses cannot pass the limit. `locks` means this one locks; `refused`
 * changes nothing while locked.
 */
export async function countFailure(
  db: Db,
  partnerId: string,
  account: string,
  { now, windowStart, maxFailures, lockEnd }: FailureRules,
): Promise<'counted' | 'locks' | 'refused'> {
  const recent = sql`times_after(failures.failed_at, ${windowStart})`
  const { rows } = await sql<{ isLocked: boolean }>`
    insert into sign_in_failures as failures (partner_id, account, failed_at, locked_until, updated_at)
    values (
      ${partnerId}, ${account}, array[${now}::timestamptz],
      case when ${maxFailures}::int <= 1 then ${lockEnd}::timestamptz end, ${now}
    )
    on conflict (partner_id, account) do update set
      failed_at = case when cardinality(${recent}) + 1 >= ${maxFailures}::int
        then '{}' else ${recent} || ${now}::timestamptz end,
      locked_until = case when cardinality(${recent}) + 1 >= ${maxFailures}::int
        then ${lockEnd}::timestamptz end,
      updated_at = excluded.updated_at
    where failures.locked_until is null or failures.locked_until <= ${now}::timestamptz
    returning locked_until is not null as is_locked
  `.execute(db)
  const [counted] = rows
  if (!counted) return 'refused'
  return counted.isLocked ? 'locks' : 'counted'
}

/** Does not lift a lock. */
export async function deleteFailures(db: Db, partnerId: string, account: string, now: Date): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('partnerId', '=', partnerId)
    .where('account', '=', account)
    .where(eb => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .execute()
}

/** The lock goes with its failures. @returns when it would have ended; null when there was none. */
export async function deleteLock(db: Db, partnerId: string, account: string): Promise<Date | null> {
  const row = await db
    .deleteFrom('signInFailures')
    .where('partnerId', '=', partnerId)
    .where('account', '=', account)
    .returning('lockedUntil')
    .executeTakeFirst()
  return row?.lockedUntil ?? null
}

export async function listLocks(
  db: Db,
  partnerId: string,
  now: Date,
): Promise<{ account: string; lockedUntil: Date }[]> {
  return db
    .selectFrom('signInFailures')
    .select(['account', 'lockedUntil'])
    .where('partnerId', '=', partnerId)
    .where('lockedUntil', '>', now)
    .$narrowType<{ lockedUntil: Date }>()
    .execute()
}

/** With its failures, under every name that begins with this. */
export async function deleteLocksOf(db: Db, partnerId: string, prefix: string): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('partnerId', '=', partnerId)
    .where(eb => eb.fn('starts_with', ['account', eb.val(prefix)]), '=', true)
    .execute()
}

export async function lockAccount(
  db: Db,
  lock: { partnerId: string; account: string; until: Date; now: Date },
): Promise<void> {
  const { until: lockedUntil, now: updatedAt, ...key } = lock
  await db
    .insertInto('signInFailures')
    .values({ ...key, failedAt: [], lockedUntil, updatedAt })
    .onConflict(conflict =>
      conflict.columns(['partnerId', 'account']).doUpdateSet({ failedAt: [], lockedUntil, updatedAt }),
    )
    .execute()
}
