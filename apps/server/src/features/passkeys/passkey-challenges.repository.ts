import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { PasskeyChallengesTable } from './passkeys.tables.ts'

/** With up to a hundred expired ones deleted. */
export async function insertChallenge(
  db: Db,
  challenge: Insertable<PasskeyChallengesTable>,
  now: Date,
): Promise<void> {
  await sql`
    delete from passkey_challenges where (partner_id, challenge_hash) in (
      select partner_id, challenge_hash from passkey_challenges where expires_at <= ${now}
      order by expires_at limit 100 for update skip locked
    )
  `.execute(db)
  await db.insertInto('passkeyChallenges').values(challenge).execute()
}

/** Used once, also by concurrent calls. */
export async function takeChallenge(
  db: Db,
  key: Omit<Selectable<PasskeyChallengesTable>, 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('partnerId', '=', key.partnerId)
    .where('challengeHash', '=', key.challengeHash)
    .where('browserHash', '=', key.browserHash)
    .where('memberId', 'is not distinct from', key.memberId)
    .where('expiresAt', '>', now)
    .returning('challengeHash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteChallengesOf(db: Db, partnerId: string, memberId: string): Promise<void> {
  await db
    .deleteFrom('passkeyChallenges')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}
