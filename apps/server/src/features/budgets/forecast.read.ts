import type { FlexOffer, OfferReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { offerReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import type { ForecastDine, ForecastMember, PeriodDates } from '@dineward/core/rewards/forecast.rules.ts'
import type { LocalTime } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Dines of the past, with what forecasts read beside them. */

interface DineRow {
  readonly id: string
  readonly memberId: string
  readonly transactionId: string
  readonly merchantId: string | null
  readonly dinedAt: LocalTime
  readonly timezone: string | null
  readonly netCents: number
  readonly earningCents: number
  readonly rewardUnits: number
}

/** They were cleared and earned, in no order. */
export async function selectForecastDines(
  db: Db,
  partnerId: string,
  { from, to }: PeriodDates,
  { merchantIds, limit }: { readonly merchantIds: readonly string[]; readonly limit: number },
): Promise<ForecastDine[]> {
  const { rows } = await sql<DineRow>`
    select id, member_id, source_transaction_id as transaction_id, merchant_id,
      to_char(dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as dined_at, decision->'facts'->>'timezone' as timezone,
      greatest(cleared_cents - refunded_cents, 0) as net_cents, (decision->>'earningCents')::bigint as earning_cents,
      reward_units
    from dines
    where partner_id = ${partnerId} and dined_at >= ${from}::date and dined_at < ${to}::date + 1
      and status in ('Awarded', 'Deferred', 'Paid')
      and (${merchantIds.length === 0} or merchant_id = any(${[...merchantIds]}::text[]))
    limit ${limit}`.execute(db)
  return rows.map(({ id, timezone, rewardUnits, ...dine }) => ({
    ...dine,
    dineId: id,
    baseUnits: rewardUnits,
    instant: instantOf(timezone ?? 'UTC', dine.dinedAt).getTime(),
    hasEarned: true,
  }))
}

export interface CompetingOffer {
  readonly offer: FlexOffer
  /** Null means every member, or every restaurant. */
  readonly memberId: string | null
  readonly merchantId: string | null
}

/** Offers that a dine of these days could have taken in place of the one that is tried. */
export async function selectCompetingOffers(
  db: Db,
  partnerId: string,
  { from, to }: PeriodDates,
  { merchantIds, offerId }: { readonly merchantIds: readonly string[]; readonly offerId: string | null },
): Promise<CompetingOffer[]> {
  const isHere = sql`(${merchantIds.length === 0} or merchant_id = any(${[...merchantIds]}::text[]))`
  const columns = sql`reward_kind as kind, reward_value as value, minimum_spend_cents, starts_on, ends_on,
    extract(epoch from created_at) * 1000 as created_at_ms`
  const isThen = sql`starts_on <= ${to}::date and ends_on >= ${from}::date`
  const { rows } = await sql<
    Pick<FlexOffer, 'id' | 'minimumSpendCents' | 'startsOn' | 'endsOn'> &
      Omit<CompetingOffer, 'offer'> & { kind: OfferReward['kind']; value: number; createdAtMs: number }
  >`
    select coalesce(offer_id, id) as id, member_id, merchant_id, ${columns} from flex_offers
    where partner_id = ${partnerId} and ${isThen} and ${isHere} and offer_id is distinct from ${offerId}
    union all
    select id, null, merchant_id, ${columns}
    from offers left join offer_merchants place on not is_everywhere and place.partner_id = offers.partner_id
      and place.offer_id = offers.id
    where offers.partner_id = ${partnerId} and audience = 'everyone' and ${isThen} and (is_everywhere or ${isHere})
      and id is distinct from ${offerId}`.execute(db)
  return rows.map(({ memberId, merchantId, kind, value, createdAtMs, ...offer }) => ({
    memberId,
    merchantId,
    offer: { ...offer, reward: offerReward(kind, value), createdAt: Number(createdAtMs) },
  }))
}

/** @param knownBefore also where they had earned before this day */
export async function selectForecastMembers(
  db: Db,
  partnerId: string,
  { from, to }: PeriodDates,
  knownBefore: boolean,
): Promise<ForecastMember[]> {
  const known = knownBefore
    ? sql`(select coalesce(array_agg(distinct merchant_id), '{}') from dines
        where partner_id = members.partner_id and member_id = members.id and dined_at < ${from}::date
          and status in ('Awarded', 'Deferred', 'Paid') and merchant_id is not null)`
    : sql`'{}'::text[]`
  const { rows } = await sql<ForecastMember>`
    select id, joined_at, enrollment_source, ${known} as known_merchant_ids
    from members
    where partner_id = ${partnerId} and exists (
      select from dines where partner_id = members.partner_id and member_id = members.id
        and dined_at >= ${from}::date and dined_at < ${to}::date + 1 and status in ('Awarded', 'Deferred', 'Paid'))`.execute(
    db,
  )
  return rows
}
