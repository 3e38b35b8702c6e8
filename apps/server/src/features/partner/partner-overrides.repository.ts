import type { Db } from '../../db/open-database.ts'

export type StoredSettings = Readonly<Record<string, unknown>>

export interface StoredOverrides {
  readonly settings: StoredSettings
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
export async function holdOverrides(trx: Db, partnerId: string, now: Date): Promise<StoredSettings> {
  await trx
    .insertInto('partnerOverrides')
    .values({ partnerId, settings: '{}', updatedAt: now })
    .onConflict(conflict => conflict.column('partnerId').doNothing())
    .execute()
  const { settings } = await trx
    .selectFrom('partnerOverrides')
    .select('settings')
    .where('partnerId', '=', partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return settings
}

export async function saveOverrides(
  trx: Db,
  partnerId: string,
  { settings, updatedAt }: StoredOverrides,
): Promise<void> {
  await trx
    .updateTable('partnerOverrides')
    .set({ settings: JSON.stringify(settings), updatedAt })
    .where('partnerId', '=', partnerId)
    .execute()
}
