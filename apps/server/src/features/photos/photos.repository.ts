import type { Crop } from '@dineward/core/photos/crop.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MerchantPhotosTable } from './photos.tables.ts'

export type PhotoRow = Selectable<MerchantPhotosTable>
export type PhotoKind = PhotoRow['kind']

export function selectPhotos(db: Db, merchantId: string): Promise<PhotoRow[]> {
  return db
    .selectFrom('merchantPhotos')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('kind', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** At the end, in the order given. */
export async function insertPhotos(
  db: Db,
  photos: readonly (Omit<PhotoRow, 'position' | keyof Crop> & Partial<Crop>)[],
): Promise<void> {
  const places = new Map<string, number>()
  const rows = photos.map(photo => {
    const list = `${photo.merchantId} ${photo.kind}`
    const place = (places.get(list) ?? 0) + 1
    places.set(list, place)
    return {
      ...photo,
      position: sql<number>`${place}::int + (select coalesce(max(position), 0) from merchant_photos
        where merchant_id = ${photo.merchantId} and kind = ${photo.kind})`,
    }
  })
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('merchantPhotos')
      .values(rows.slice(start, start + 500))
      .execute()
}

export async function deletePhotos(db: Db, ids: readonly string[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  return db.deleteFrom('merchantPhotos').where('id', 'in', ids).returningAll().execute()
}

export async function unusedContent(db: Db, hashes: readonly string[]): Promise<string[]> {
  const used = await db
    .selectFrom('merchantPhotos')
    .select('contentHash')
    .where(sql<boolean>`content_hash = any(${[...hashes]}::text[])`)
    .execute()
  const inUse = new Set(used.map(({ contentHash }) => contentHash))
  return [...new Set(hashes)].filter(hash => !inUse.has(hash))
}

export async function orderPhotos(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update merchant_photos photo set position = ordered.position
    from unnest(${[...ids]}::text[]) with ordinality as ordered (id, position)
    where photo.id = ordered.id and photo.position <> ordered.position`.execute(db)
}

export async function updatePhoto(
  db: Db,
  { id, merchantId }: Pick<PhotoRow, 'id' | 'merchantId'>,
  change: Pick<PhotoRow, 'alt' | 'rights' | 'focalX' | 'focalY' | 'code' | keyof Crop>,
): Promise<void> {
  await db
    .updateTable('merchantPhotos')
    .set(change)
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .execute()
}
