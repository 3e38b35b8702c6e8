import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { type PhotoRow, selectPhotos } from './photos.repository.ts'

export type ShownPhoto = Pick<PhotoRow, 'id' | 'kind' | 'code' | 'alt'>

/** This is a column for statements on `merchants as merchant`. */
export const photosColumn: RawBuilder<ShownPhoto[]> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'code', code, 'alt', alt)
    order by position, id), '[]')
  from merchant_photos where merchant_id = merchant.id)`

export async function merchantExists(db: Db, merchantId: string): Promise<boolean> {
  const row = await db.selectFrom('merchants').select('id').where('id', '=', merchantId).executeTakeFirst()
  return row !== undefined
}

/** It is null for an unknown restaurant. */
export async function selectFirstPhoto(
  db: Db,
  merchantId: string,
): Promise<{ name: string; cuisines: string[]; photo: PhotoRow | null } | null> {
  const merchant = await db
    .selectFrom('merchants')
    .select(['name', 'cuisines'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
  if (!merchant) return null
  const photos = await selectPhotos(db, merchantId)
  return { ...merchant, photo: photos.find(({ kind }) => kind === 'place') ?? null }
}
