import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface Version {
  readonly partner: Partner
  readonly now: Date
}

/** Since ever; nothing where the partner has versions. */
export async function insertFirstRates(db: Db, { partner, now }: Version): Promise<void> {
  await db
    .insertInto('rateVersions')
    .values({ ...rowOf(partner), validFrom: new Date(0), cause: 'first', recordedAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** From now on, where they differ from the newest version. */
export async function insertChangedRates(
  db: Db,
  { partner, now, cause }: Version & { readonly cause: 'folder' | 'setting' },
): Promise<void> {
  const { partnerId, rates } = rowOf(partner)
  await sql`
    insert into rate_versions (partner_id, valid_from, rates, cause, recorded_at)
    select partner_id, ${now}, ${rates}::jsonb, ${cause}, ${now} from (
      select partner_id, rates from rate_versions where partner_id = ${partnerId} order by valid_from desc limit 1
    ) newest where newest.rates <> ${rates}::jsonb
    on conflict (partner_id, valid_from) do update set rates = excluded.rates`.execute(db)
}

const rowOf = ({ slug, settings }: Partner) => ({
  partnerId: slug,
  rates: JSON.stringify(settings.rewards),
})
