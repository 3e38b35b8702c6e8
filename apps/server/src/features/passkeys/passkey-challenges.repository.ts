import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { PasskeyChallengesTable } from './passkeys.tables.ts'

export async function insertChallenge(db: Db, challenge: Insertable<PasskeyChallengesTable>): Promise<void> {
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
