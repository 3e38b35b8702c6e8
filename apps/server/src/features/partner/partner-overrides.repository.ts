import type { Db } from '../../db/open-database.ts'

export type StoredSettings = Readonly<Record<string, unknown>>

/** What the database changes of a folder. */
export interface Overrides {
  readonly settings: StoredSettings
  /** Null means the folder's theme. */
  readonly theme: StoredSettings | null
}

export interface StoredOverrides extends Overrides {
  readonly updatedAt: Date
}

export function allOverrides(db: Db): Promise<(StoredOverrides & { readonly partnerId: string })[]> {
  return db.selectFrom('partnerOverrides').selectAll().orderBy('partnerId').execute()
}

export async function overridesOf(db: Db, partnerId: string): Promise<StoredOverrides | null> {
  const row = await db
    .selectFrom('partnerOverrides')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
  return row ?? null
}

/** Lock the row, creating an empty one where there is none. */
export async function cacheOverrides(trx: Db, partnerId: string, now: Date): Promise<Overrides> {
  await trx
    .insertInto('partnerOverrides')
    .values({ partnerId, settings: '{}', updatedAt: now })
    .onConflict(conflict => conflict.column('partnerId').doNothing())
    .execute()
  return trx
    .selectFrom('partnerOverrides')
    .select(['settings', 'theme'])
    .where('partnerId', '=', partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveOverrides(
  trx: Db,
  partnerId: string,
  { settings, theme, updatedAt }: StoredOverrides,
): Promise<void> {
  await trx
    .updateTable('partnerOverrides')
    .set({ settings: JSON.stringify(settings), theme: theme && JSON.stringify(theme), updatedAt })
    .where('partnerId', '=', partnerId)
    .execute()
}
