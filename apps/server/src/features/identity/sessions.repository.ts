import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SessionsTable } from './identity.tables.ts'

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
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

/** At most a hundred, so that a sign-in never pays for a long backlog. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now}
      order by expires_at limit 100 for update skip locked
    )
  `.execute(db)
}
