import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { SavedSearchesTable } from '../search.tables.ts'

interface SearchOwner {
  readonly partnerId: string
  readonly memberId: string
}

export interface SavedSearchRow {
  readonly id: string
  readonly name: string
  readonly query: string
}

/** The newest come first. */
export async function selectSavedSearches(
  db: Db,
  { partnerId, memberId }: SearchOwner,
): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'query'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .orderBy('savedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** The same search again is renamed. @returns undefined where the member has as many as `most` others. */
export async function upsertSavedSearch(
  db: Db,
  search: Insertable<SavedSearchesTable>,
  most: number,
): Promise<SavedSearchRow | undefined> {
  const { partnerId, id, memberId, name, query, savedAt } = search
  const { rows } = await sql<SavedSearchRow>`
    insert into saved_searches (partner_id, id, member_id, name, query, saved_at)
    select ${partnerId}, ${id}, ${memberId}, ${name}, ${query}, ${savedAt}::timestamptz
    where (select count(*) from saved_searches
      where partner_id = ${partnerId} and member_id = ${memberId} and query <> ${query}) < ${most}
    on conflict (partner_id, member_id, query) do update set name = excluded.name
    returning id, name, query
  `.execute(db)
  return rows[0]
}

export async function deleteSavedSearchRow(
  db: Db,
  { partnerId, memberId, id }: SearchOwner & { readonly id: string },
): Promise<void> {
  await db
    .deleteFrom('savedSearches')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
}
