import type { Db } from '../../db/open-database.ts'

/** Call it in a transaction. The session cannot end until the transaction has. @returns false where it has ended. */
export async function lockSession(db: Db, partnerId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
