import type { Db } from '../../../db/open-database.ts'

/** Which of these cards exist, linked or removed, at any partner. */
export async function existingCardIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('linkedCards').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
