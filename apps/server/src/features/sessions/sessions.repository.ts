import { type Insertable, sql } from 'kysely'
import { diningYearOfMember } from '../../db/dining-year.ts'
import { bonusesOfMember } from '../../db/member-bonuses.ts'
import type { Db } from '../../db/open-database.ts'
import type { SessionsTable } from '../identity/identity.tables.ts'
import type { ResumedSession } from './sessions.service.ts'

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function renewSession(
  db: Db,
  input: { partnerId: string; tokenHash: string; now: Date; expiresAt: Date; rememberedExpiresAt: Date },
): Promise<ResumedSession | null> {
  const row = await db
    .updateTable('sessions')
    .from('members')
    .set({
      lastSeenAt: input.now,
      expiresAt: sql<Date>`case when sessions.remembered then ${input.rememberedExpiresAt}::timestamptz else ${input.expiresAt}::timestamptz end`,
    })
    .whereRef('members.id', '=', 'sessions.memberId')
    .whereRef('members.partnerId', '=', 'sessions.partnerId')
    .where('sessions.partnerId', '=', input.partnerId)
    .where('sessions.tokenHash', '=', input.tokenHash)
    .where('sessions.expiresAt', '>', input.now)
    .returningAll('members')
    .returning([
      'sessions.expiresAt',
      'sessions.remembered',
      bonusesOfMember().as('bonuses'),
      diningYearOfMember(input.now.getUTCFullYear()).as('diningYear'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { expiresAt, remembered, passwordHash: _, ...member } = row
  return { member: { ...member, sessionHash: input.tokenHash }, expiresAt, remembered }
}

export async function deleteSession(db: Db, partnerId: string, tokenHash: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function deleteMemberSessions(db: Db, partnerId: string, memberId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}

/** Sweeps a hundred at most, so that no sign-in pays for a neglected table. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now}
      order by expires_at limit 100 for update skip locked
    )
  `.execute(db)
}
