import { type RawBuilder, sql } from 'kysely'
import type { PhotoRow } from './photos.repository.ts'

/** What a restaurant's page says of its photos. */
export type ShownPhoto = Pick<PhotoRow, 'id' | 'kind' | 'code' | 'alt'>

/** Column of a query from `merchants as merchant`: its photos in the order they are shown. */
export const photosColumn: RawBuilder<ShownPhoto[]> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'code', code, 'alt', alt)
    order by position, id), '[]')
  from merchant_photos where merchant_id = merchant.id)`
