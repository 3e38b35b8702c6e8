import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { type LocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export interface NewTerms {
  readonly merchantId: string
  /** The restaurant's date. */
  readonly from: LocalDate
  readonly joinsAgain: boolean
}

/** Keep the terms that this import ends: dines of days before today, and their fees, go by them. Those of today are replaced. */
export async function keepFormerTerms(
  trx: Db,
  merchants: readonly ImportedMerchant[],
  { partnerId, now }: { readonly partnerId: string; readonly now: Date },
): Promise<void> {
  const current = await trx
    .selectFrom('merchantParticipations')
    .select(['merchantId', 'leftOn', 'benefitDays'])
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`merchant_id = any(${merchants.map(({ id }) => id)}::text[])`)
    .forUpdate()
    .execute()
  const terms = new Map(current.map(row => [row.merchantId, row]))
  const changes = merchants.flatMap(({ id, timezone, leftOn, benefitDays }): NewTerms[] => {
    const before = terms.get(id)
    if (!before) return []
    const from = localDateAt(timezone, now)
    const hasLeft = (date: LocalDate | null) => date !== null && date <= from
    const joinsAgain = hasLeft(before.leftOn) && !hasLeft(leftOn)
    const isSame = JSON.stringify(before.benefitDays) === JSON.stringify(benefitDays)
    return joinsAgain || !isSame ? [{ merchantId: id, from, joinsAgain }] : []
  })
  if (changes.length > 0) await replaceTerms(trx, partnerId, changes, now)
}

/** Call it in a transaction. Terms that have not begun by `from` are not kept. */
export async function replaceTerms(
  trx: Db,
  partnerId: string,
  changes: readonly NewTerms[],
  now: Date,
): Promise<void> {
  await sql`
    with change as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as change ("merchantId" text, "from" date, "joinsAgain" boolean)
    ),
    kept as (
      insert into former_participations (partner_id, merchant_id, valid_from, joined_on, left_on, benefit_days,
        campaign_codes, max_spend_per_month_cents, max_visits_per_month, fee_basis_points, cause, recorded_at)
      select partner_id, merchant_id, coalesce(terms_from, joined_on), joined_on, left_on, benefit_days,
        campaign_codes, max_spend_per_month_cents, max_visits_per_month, fee_basis_points,
        case when "joinsAgain" then 'joined_again' else 'terms_changed' end, ${now}
      from change join merchant_participations on merchant_id = "merchantId"
      where partner_id = ${partnerId} and coalesce(terms_from, joined_on) < "from"
      returning merchant_id
    )
    update merchant_participations current
    set terms_from = "from", joined_on = case when "joinsAgain" then "from" else joined_on end
    from change join kept on kept.merchant_id = "merchantId"
    where current.partner_id = ${partnerId} and current.merchant_id = "merchantId"`.execute(trx)
}
