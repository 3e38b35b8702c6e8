import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { MediaPicturesTable } from '../content.tables.ts'
import type { ContentVersion } from '../content-versions.repository.ts'

export type MediaRow = Selectable<MediaPicturesTable>

export interface MediaKey {
  readonly partnerId: string
  readonly id: string
}

/** The newest come first. */
export function selectMedia(db: Db, partnerId: string): Promise<MediaRow[]> {
  return db
    .selectFrom('mediaPictures')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('savedAt', 'desc')
    .orderBy('id')
    .execute()
}

export function selectPicture(db: Db, { partnerId, id }: MediaKey): Promise<MediaRow | undefined> {
  return db
    .selectFrom('mediaPictures')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Until the transaction ends none of them is removed. @returns the ids of those that exist. */
export async function lockPictures(trx: Db, partnerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('mediaPictures')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** One adds at a time, so that the number stays below its limit. */
export async function countPictures(trx: Db, partnerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media ${partnerId}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('mediaPictures')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertPicture(trx: Db, row: Insertable<MediaPicturesTable>): Promise<void> {
  await trx.insertInto('mediaPictures').values(row).execute()
}

/** @returns false when it has another version by now. */
export async function updatePicture(
  trx: Db,
  { partnerId, id }: MediaKey,
  version: number,
  change: Partial<Omit<Insertable<MediaPicturesTable>, keyof MediaKey | 'version'>>,
): Promise<boolean> {
  const updated = await trx
    .updateTable('mediaPictures')
    .set({ ...change, version: version + 1 })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** It waits for those who save or publish an entry with it. */
export async function lockForRemoval(trx: Db, { partnerId, id }: MediaKey): Promise<MediaRow | undefined> {
  return trx
    .selectFrom('mediaPictures')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function deletePicture(trx: Db, { partnerId, id }: MediaKey): Promise<void> {
  await trx.deleteFrom('mediaPictures').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}

export type VersionWithMedia = Pick<
  ContentVersion,
  'kind' | 'slug' | 'version' | 'state' | 'fields' | 'shownFrom' | 'shownUntil'
>

/** Versions that have not ended, of each entry the newest first. Those without a picture hide what is under them. */
export function selectLiveVersions(db: Db, partnerId: string, now: Date): Promise<VersionWithMedia[]> {
  return db
    .selectFrom('contentVersions')
    .select(['kind', 'slug', 'version', 'state', 'fields', 'shownFrom', 'shownUntil'])
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`(shown_until is null or shown_until > ${now})`)
    .orderBy('kind')
    .orderBy('slug')
    .orderBy('version', 'desc')
    .execute()
}
