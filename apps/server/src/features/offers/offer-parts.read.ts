import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Restaurants and members that offers name, and dines that were promised one. */

/** Those of these that take or took part. */
export async function selectProgramMerchants(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('merchantParticipations')
    .select('merchantId')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`merchant_id = any(${[...ids]}::text[])`)
    .execute()
  return rows.map(({ merchantId }) => merchantId)
}

/** Those of these with an open account. */
export async function selectKnownMembers(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .where('closedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** @param merchantIds empty: of the whole program */
export async function selectLatestToday(
  db: Db,
  partnerId: string,
  { merchantIds, now }: { readonly merchantIds: readonly string[]; readonly now: Date },
): Promise<LocalDate> {
  const { rows } = await sql<{ today: LocalDate }>`
    select coalesce(max(${now}::timestamptz at time zone timezone), ${now}::timestamptz at time zone 'UTC')::date as today
    from (
      select distinct timezone from merchants
      join merchant_participations on merchant_id = merchants.id
      where partner_id = ${partnerId}
        and (${merchantIds.length === 0} or merchants.id = any(${[...merchantIds]}::text[]))
    ) zones`.execute(db)
  return rows[0]!.today
}

/** An offer is promised while a bonus of it is pending or earned. */
export async function isPromised(
  db: Db,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('dineComponents')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('kind', '=', 'offer')
    .where('code', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
