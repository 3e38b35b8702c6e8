import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { EmailRestoreLinksTable } from './credentials.tables.ts'

export type EmailRestoreLink = Selectable<EmailRestoreLinksTable>

export async function insertRestoreLink(db: Db, link: Insertable<EmailRestoreLinksTable>): Promise<void> {
  await db.insertInto('emailRestoreLinks').values(link).execute()
}

export async function findRestoreLink(
  db: Db,
  { partnerId, tokenHash, now }: { partnerId: string; tokenHash: string; now: Date },
): Promise<EmailRestoreLink | null> {
  const row = await db
    .selectFrom('emailRestoreLinks')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** And those of later changes, which the same person may have made. @returns false when it was used before. */
export async function useRestoreLink(db: Db, link: EmailRestoreLink): Promise<boolean> {
  const used = await db
    .deleteFrom('emailRestoreLinks')
    .where('partnerId', '=', link.partnerId)
    .where('memberId', '=', link.memberId)
    .where('id', '>=', link.id)
    .returning('id')
    .execute()
  return used.some(({ id }) => id === link.id)
}
