import type { TermConditions } from '@dineward/core/merchants/participation-terms.rules.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { type ComingTerms, conditionsOf } from '../facts/merchant-facts.rules.ts'

interface Place {
  readonly partnerId: string
  readonly merchantId: string
}

/** The next come first. */
export async function selectComingTerms(db: Db, { partnerId, merchantId }: Place): Promise<ComingTerms[]> {
  const rows = await db
    .selectFrom('comingTerms')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .orderBy('validFrom')
    .execute()
  return rows.map(row => ({ from: row.validFrom, terms: conditionsOf(row as TermConditions) }))
}

/** They replace those of the same day. */
export async function upsertComingTerms(
  db: Db,
  place: Place,
  { from, terms, now }: ComingTerms & { readonly now: Date },
): Promise<void> {
  const columns = { ...conditionsOf(terms), recordedAt: now }
  await db
    .insertInto('comingTerms')
    .values({ ...place, validFrom: from, ...columns })
    .onConflict(conflict => conflict.columns(['partnerId', 'merchantId', 'validFrom']).doUpdateSet(columns))
    .execute()
}

export async function deleteComingTerms(
  db: Db,
  { partnerId, merchantId }: Place,
  from: LocalDate,
): Promise<void> {
  await db
    .deleteFrom('comingTerms')
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .where('validFrom', '=', from)
    .execute()
}

/** Where the restaurant's day has come, the earliest first. */
export async function selectDueTerms(
  db: Db,
  now: Date,
): Promise<(Place & { readonly from: LocalDate; readonly timezone: string })[]> {
  const rows = await db
    .selectFrom('comingTerms as coming')
    .innerJoin('merchants as merchant', 'merchant.id', 'coming.merchantId')
    .select(['coming.partnerId', 'coming.merchantId', 'coming.validFrom as from', 'merchant.timezone'])
    .where(sql<boolean>`coming.valid_from <= (${now}::timestamptz at time zone merchant.timezone)::date`)
    .orderBy('coming.validFrom')
    .orderBy('coming.partnerId')
    .orderBy('coming.merchantId')
    .execute()
  return rows
}
