import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ApiKeysTable } from './api-keys.tables.ts'

export type ApiKeyRow = Selectable<ApiKeysTable>

export async function insertApiKey(
  db: Db,
  key: Omit<Insertable<ApiKeysTable>, 'revokedAt' | 'lastUsedAt' | 'lastUsedFrom'>,
): Promise<ApiKeyRow> {
  return db
    .insertInto('apiKeys')
    .values({ ...key, revokedAt: null, lastUsedAt: null, lastUsedFrom: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The newest come first. */
export function selectApiKeys(db: Db, partnerId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('apiKeys')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Of any partner: the key says whose it is. */
export function findApiKey(db: Db, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The first time counts. */
export function revokeApiKeyRow(
  db: Db,
  { partnerId, id, now }: { readonly partnerId: string; readonly id: string; readonly now: Date },
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('apiKeys')
    .set(({ fn, val }) => ({ revokedAt: fn.coalesce('revokedAt', val(now)) }))
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function updateApiKey(
  db: Db,
  { partnerId, id }: Pick<ApiKeyRow, 'partnerId' | 'id'>,
  changes: Pick<ApiKeyRow, 'dailyRewards'>,
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('apiKeys')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function noteApiKeyUse(
  db: Db,
  { partnerId, id }: Pick<ApiKeyRow, 'partnerId' | 'id'>,
  use: { readonly at: Date; readonly from: string },
): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: use.at, lastUsedFrom: use.from })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}
