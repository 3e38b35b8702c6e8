import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Rates } from '@dineward/core/rewards/tiers/rate-versions.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface Version {
  readonly partner: Partner
  readonly now: Date
}

/** The first rates hold since ever; where the partner has versions, only what they do not know yet is added. */
export async function insertFirstRates(db: Db, { partner, now }: Version): Promise<void> {
  await db
    .insertInto('rateVersions')
    .values({ ...rowOf(partner), validFrom: new Date(0), cause: 'first', recordedAt: now })
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'validFrom'])
        .doUpdateSet({
          vipQualification: sql`coalesce(rate_versions.vip_qualification, excluded.vip_qualification)`,
          merchantFeeBasisPoints: sql`coalesce(
            rate_versions.merchant_fee_basis_points, excluded.merchant_fee_basis_points)`,
        })
        .where(
          sql<boolean>`(rate_versions.vip_qualification is null or rate_versions.merchant_fee_basis_points is null)`,
        ),
    )
    .execute()
}

/** The rates hold from now on, and are added where they differ from the newest version. */
export async function insertChangedRates(
  db: Db,
  { partner, now, cause }: Version & { readonly cause: 'folder' | 'setting' },
): Promise<void> {
  const { partnerId, rates, vipQualification, merchantFeeBasisPoints } = rowOf(partner)
  await sql`
    insert into rate_versions
      (partner_id, valid_from, rates, vip_qualification, merchant_fee_basis_points, cause, recorded_at)
    select ${partnerId}, ${now}, ${rates}::jsonb, ${vipQualification}::jsonb, ${merchantFeeBasisPoints}::integer,
      ${cause}, ${now}
    from (
      select rates from rate_versions where partner_id = ${partnerId} order by valid_from desc limit 1
    ) newest, (
      select vip_qualification from rate_versions
      where partner_id = ${partnerId} and vip_qualification is not null order by valid_from desc limit 1
    ) known, (
      select merchant_fee_basis_points from rate_versions
      where partner_id = ${partnerId} and merchant_fee_basis_points is not null order by valid_from desc limit 1
    ) fee
    where newest.rates <> ${rates}::jsonb or known.vip_qualification <> ${vipQualification}::jsonb
      or fee.merchant_fee_basis_points <> ${merchantFeeBasisPoints}::integer
    on conflict (partner_id, valid_from) do update set rates = excluded.rates,
      vip_qualification = excluded.vip_qualification,
      merchant_fee_basis_points = excluded.merchant_fee_basis_points`.execute(db)
}

function rowOf({ slug, settings }: Partner) {
  const { rounding, earnRates } = settings.rewards
  const rates: Rates = { rounding, earnRates }
  return {
    partnerId: slug,
    rates: JSON.stringify(rates),
    vipQualification: JSON.stringify(settings.vipQualification),
    merchantFeeBasisPoints: settings.merchantFee.basisPoints,
  }
}
