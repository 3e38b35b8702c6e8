import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { SessionLinksTable, SessionsTable } from '../identity.tables.ts'

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function insertSessionLink(db: Db, link: Insertable<SessionLinksTable>): Promise<void> {
  await db.insertInto('sessionLinks').values(link).execute()
}

/** It is gone then. @returns null where it was used, or is late */
export async function useSessionLink(
  db: Db,
  { partnerId, tokenHash, now }: { partnerId: string; tokenHash: string; now: Date },
): Promise<Pick<Selectable<SessionLinksTable>, 'memberId' | 'returnTo'> | null> {
  const link = await db
    .deleteFrom('sessionLinks')
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .returning(['memberId', 'returnTo', 'expiresAt'])
    .executeTakeFirst()
  return link && link.expiresAt > now ? link : null
}

/** @returns what was deleted. */
export async function deleteSession(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<Pick<Selectable<SessionsTable>, 'memberId' | 'expiresAt' | 'providerSubject'> | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('partnerId', '=', partnerId)
    .where('id', 'in', ids)
    .returning(['memberId', 'expiresAt', 'providerSubject'])
    .executeTakeFirst()
  return row ?? null
}

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** The newest use first. */
export async function findMemberSessions(
  db: Db,
  { partnerId, memberId }: MemberKey,
  now: Date,
): Promise<Selectable<SessionsTable>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** It is that of the session which was used last, of those whose browser said one. */
export async function findLastTimeZone(
  db: Db,
  { partnerId, memberId, except }: MemberKey & { readonly except: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('timeZone')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '!=', except)
    .where('timeZone', 'is not', null)
    .orderBy('lastSeenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.timeZone ?? null
}

/** @returns how many. */
export async function deleteMemberSessions(
  db: Db,
  { partnerId, memberId }: MemberKey,
  which: { readonly id?: string; readonly except?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .$if(which.id !== undefined, query => query.where('id', '=', which.id!))
    .$if(which.except !== undefined, query => query.where('id', '!=', which.except!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** As when a token is replaced while it is used. @returns null where it has been replaced already. */
export async function replaceToken(
  db: Db,
  { partnerId, id, from, to, now }: { partnerId: string; id: string; from: string; to: string; now: Date },
): Promise<Pick<Selectable<SessionsTable>, 'expiresAt' | 'remembered'> | null> {
  const row = await db
    .updateTable('sessions')
    .set({ tokenHash: to, previousTokenHash: from, tokenIssuedAt: now, tokenUsedAt: null })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('tokenHash', '=', from)
    .returning(['expiresAt', 'remembered'])
    .executeTakeFirst()
  return row ?? null
}

/** When its member signed in here and, of single sign-on, proved to the provider who they are. */
export async function findSessionStart(
  db: Db,
  partnerId: string,
  id: string,
): Promise<Pick<Selectable<SessionsTable>, 'createdAt' | 'authenticatedAt'> | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['createdAt', 'authenticatedAt'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
