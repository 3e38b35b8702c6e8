import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export async function selectPublished(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('webAssets')
    .select('file')
    .where('file', 'in', [...files])
    .execute()
  return new Set(rows.map(({ file }) => file))
}

/** By the database's time, as all of these. Rows that another process marks at the same time are left to it. */
export async function markPublished(db: Db, files: readonly string[]): Promise<void> {
  await db
    .updateTable('webAssets')
    .set({ publishedAt: sql<Date>`now()` })
    .where('file', 'in', query =>
      query
        .selectFrom('webAssets')
        .select('file')
        .where('file', 'in', [...files])
        .where('publishedAt', '<', sql<Date>`now() - interval '1 hour'`)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export async function insertAssets(
  db: Db,
  assets: readonly { readonly file: string; readonly content: Buffer }[],
): Promise<void> {
  await db
    .insertInto('webAssets')
    .values(assets.map(asset => ({ ...asset, publishedAt: sql<Date>`now()` })))
    // Another process of the same build may have written it.
    .onConflict(conflict => conflict.column('file').doNothing())
    .execute()
}

export async function selectAsset(db: Db, file: string): Promise<Buffer | null> {
  const row = await db.selectFrom('webAssets').select('content').where('file', '=', file).executeTakeFirst()
  return row?.content ?? null
}

export async function deleteAssetsBefore(db: Db, keptDays: number): Promise<void> {
  await db
    .deleteFrom('webAssets')
    .where('publishedAt', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute()
}
