import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { EmailConfirmationsTable } from '../identity.tables.ts'

/** Count those of all accounts with this address. @returns false past the limit. */
export async function insertConfirmation(
  db: Db,
  confirmation: Insertable<EmailConfirmationsTable>,
  limit: { since: Date; mails: number },
): Promise<boolean> {
  const { count } = await db
    .selectFrom('emailConfirmations')
    .select(sql<number>`count(*)`.as('count'))
    .where('partnerId', '=', confirmation.partnerId)
    .where('signInName', '=', confirmation.signInName)
    .where('createdAt', '>', limit.since)
    .executeTakeFirstOrThrow()
  if (count >= limit.mails) return false
  await db.insertInto('emailConfirmations').values(confirmation).execute()
  return true
}

export async function findConfirmation(
  db: Db,
  { partnerId, tokenHash, now }: { partnerId: string; tokenHash: string; now: Date },
): Promise<{ memberId: string; signInName: string } | null> {
  const row = await db
    .selectFrom('emailConfirmations')
    .select(['memberId', 'signInName'])
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}
