import type { VisitedPlace } from '@dineward/core/picks/picks.rules.ts'
import type { RunningOffer } from '@dineward/core/picks/promised-picks.rules.ts'
import { type OfferReward, offerReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { storedBonuses } from '../bonuses/bonuses.read.ts'
import type { StoredBonus, StoredBonuses } from '../bonuses/bonuses.view.ts'
import { type MonthUseRow, monthUseColumn } from '../merchants/member-fields/your-month.read.ts'
import { isUsedUp, offersOfMember } from '../offers/open-offers.read.ts'

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

export interface PickFactsRow {
  readonly visits: VisitedPlace[]
  readonly hiddenIds: string[]
  readonly hasPendingDine: boolean
  readonly bonuses: StoredBonus[]
  /** Their offers may not run, or be used. */
  readonly offerPlaceIds: string[]
}

const mostVisits = 500
const mostOfferPlaces = 100

/** One statement reads what is about the member. */
export async function selectPickFacts(
  db: Db,
  { partnerId, memberId, now }: MemberKey & { readonly now: Date },
): Promise<PickFactsRow> {
  const ofMember = sql`partner_id = ${partnerId} and member_id = ${memberId}`
  const {
    rows: [row],
  } = await sql<Omit<PickFactsRow, 'bonuses'> & { bonuses: StoredBonuses }>`
    select
      (select coalesce(json_agg(json_build_object('merchantId', visit.merchant_id, 'name', merchant.name,
          'cuisines', merchant.cuisines, 'days', visit.days, 'lastOn', visit.last_on,
          'rating', (select rating from member_reviews where ${ofMember} and merchant_id = visit.merchant_id
            order by written_at desc, id limit 1)) order by visit.last_on desc, visit.merchant_id), '[]')
        from (select merchant_id, count(distinct dined_at::date) as days, max(dined_at::date) as last_on
          from dines
          where ${ofMember} and merchant_id is not null
            and coalesce(cleared_cents, authorized_cents, 0) > refunded_cents
          group by merchant_id order by last_on desc, merchant_id limit ${mostVisits}) as visit
        join merchants merchant on merchant.id = visit.merchant_id) as visits,
      (select coalesce(json_agg(merchant_id), '[]') from hidden_picks where ${ofMember}) as hidden_ids,
      exists (select from dines where ${ofMember} and status = 'Pending') as has_pending_dine,
      ${storedBonuses} as bonuses,
      (select coalesce(json_agg(merchant_id), '[]') from (
        select merchant_id, min(ends_on) as ends_on from (
          select merchant_id, starts_on, ends_on from flex_offers where ${ofMember}
          union all
          select place.merchant_id, offer.starts_on, offer.ends_on
          from offers offer
          join offer_merchants place on place.partner_id = offer.partner_id and place.offer_id = offer.id
          where offer.partner_id = ${partnerId} and offer.audience = 'everyone') as offer
        where starts_on <= (${now}::timestamptz at time zone 'UTC')::date
          and ends_on >= (${now}::timestamptz at time zone 'UTC')::date - 1
        group by merchant_id order by ends_on, merchant_id limit ${mostOfferPlaces}) as place) as offer_place_ids
    from members where partner_id = ${partnerId} and id = ${memberId}`.execute(db)
  const { bonuses, usedUp } = row!.bonuses
  return { ...row!, bonuses: bonuses.filter(({ code }) => !usedUp.includes(code)) }
}

export interface PlaceTodayRow {
  readonly merchantId: string
  readonly maxSpendPerMonthCents: number | null
  readonly maxVisitsPerMonth: number | null
  readonly termsChangeOn: LocalDate | null
  readonly month: MonthUseRow
  readonly offers: RunningOffer[]
}

/** One statement reads what restaurants do for the member this month. Offers that a dine has used are left out. */
export async function selectPlacesToday(
  db: Db,
  { partnerId, memberId, now }: MemberKey & { readonly now: Date },
  merchantIds: readonly string[],
): Promise<PlaceTodayRow[]> {
  const { rows } = await sql<
    Omit<PlaceTodayRow, 'offers'> & {
      offers: (Omit<RunningOffer, 'reward'> & { kind: OfferReward['kind']; value: number })[]
    }
  >`
    select merchant.id as merchant_id, participation.max_spend_per_month_cents,
      participation.max_visits_per_month,
      least(participation.left_on, (select min(valid_from) from coming_terms
        where partner_id = ${partnerId} and merchant_id = merchant.id))::text as terms_change_on,
      ${monthUseColumn({ partnerId, memberId }, now)} as month,
      (select coalesce(json_agg(json_build_object('id', id, 'amount', web_message_offer_amount, 'kind', reward_kind,
          'value', reward_value, 'minimumSpendCents', minimum_spend_cents, 'startsOn', starts_on, 'endsOn', ends_on)), '[]')
        from ${offersOfMember({ partnerId, memberId }, sql`merchant.id`)} as offer
        where not ${isUsedUp({ partnerId, memberId })} and not exists (select from dine_components component
          join dines dine on dine.partner_id = component.partner_id and dine.id = component.dine_id
          where component.partner_id = ${partnerId} and component.member_id = ${memberId} and component.kind = 'offer'
            and component.code = offer.id and component.units > 0 and dine.merchant_id = merchant.id)) as offers
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${partnerId}
    where merchant.id = any(${[...merchantIds]}::text[])`.execute(db)
  return rows.map(({ offers, ...row }) => ({
    ...row,
    offers: offers.map(({ kind, value, ...offer }) => ({ ...offer, reward: offerReward(kind, value) })),
  }))
}
