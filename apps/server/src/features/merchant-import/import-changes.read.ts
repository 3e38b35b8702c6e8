import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MerchantsTable } from '../merchants/merchants.tables.ts'

/* What a file is compared with: restaurants, and their terms in the file's program. */

export type CurrentMerchant = Selectable<MerchantsTable> & {
  readonly mid: string | null
  readonly takesPart: boolean
  readonly isInOtherPrograms: boolean
  readonly benefitDays: readonly string[] | null
  readonly leftOn: string | null
  /** These are the sources of those that an import brought, in order. */
  readonly photos: readonly string[]
}

/** Which of them have a dine or a reservation of the program since then. */
export async function selectVisited(
  db: Db,
  { partnerId, merchantIds, since }: { partnerId: string; merchantIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id from dines where partner_id = ${partnerId} and dined_at >= ${since}::timestamptz - interval '1 day'
      and merchant_id = any(${[...merchantIds]}::text[])
    union
    select merchant_id from reservations where partner_id = ${partnerId} and status = 'booked'
      and booked_at >= ${since} and merchant_id = any(${[...merchantIds]}::text[])`.execute(db)
  return new Set(rows.map(({ merchantId }) => merchantId))
}

/** The result is by id. @param editorPrograms null: of all */
export async function selectCurrent(
  db: Db,
  merchants: readonly ImportedMerchant[],
  { partnerId, editorPrograms }: { partnerId: string; editorPrograms: readonly string[] | null },
): Promise<Map<string, CurrentMerchant>> {
  const rows = await db
    .selectFrom('merchants as merchant')
    .leftJoin('merchantParticipations as terms', join =>
      join.onRef('terms.merchantId', '=', 'merchant.id').on('terms.partnerId', '=', partnerId),
    )
    .selectAll('merchant')
    .select([
      'terms.benefitDays',
      'terms.leftOn',
      sql<boolean>`terms.merchant_id is not null`.as('takesPart'),
      sql<string | null>`(select mid from merchant_mids
        where merchant_id = merchant.id and valid_to is null order by valid_from desc limit 1)`.as('mid'),
      sql<string[]>`array(select substr(source, 8) from merchant_photos photo
        where photo.merchant_id = merchant.id and source like 'import:%' order by photo.position)`.as(
        'photos',
      ),
      sql<boolean>`exists (select from merchant_participations other where other.merchant_id = merchant.id
        and not other.partner_id = any(${editorPrograms ?? [partnerId]}::text[]))`.as('isInOtherPrograms'),
    ])
    .where(sql<boolean>`merchant.id = any(${merchants.map(({ id }) => id)}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
