import { type OfferReward, offerReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { isActive, localDate, type MemberKey } from '../merchants/member-fields/member-fields.read.ts'
import { isUsedUp } from './open-offers.read.ts'

export interface OfferPlace {
  readonly merchantId: string
  readonly reward: OfferReward
}

const mostPlaces = 2_000

/** Restaurants where an offer is open to the member today. Offers of every restaurant make none differ, and are left out. */
export async function selectOfferPlaces(
  db: Db,
  { partnerId, memberId, now }: MemberKey,
): Promise<OfferPlace[]> {
  const { rows } = await sql<{ merchantId: string; kind: OfferReward['kind']; value: number }>`
    select offer.merchant_id, offer.reward_kind as kind, offer.reward_value as value
    from (
      select merchant_id, coalesce(offer_id, id) as id, reward_kind, reward_value, starts_on, ends_on, (
        select member_cap_units from offers where partner_id = ${partnerId} and id = offer_id) as member_cap_units
      from flex_offers
      where partner_id = ${partnerId} and member_id = ${memberId}
      union all
      select place.merchant_id, id, reward_kind, reward_value, starts_on, ends_on, member_cap_units
      from offers
      join offer_merchants place on place.partner_id = offers.partner_id and place.offer_id = offers.id
      where offers.partner_id = ${partnerId} and audience = 'everyone') as offer
    join merchants merchant on merchant.id = offer.merchant_id
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${partnerId}
    cross join lateral (select ${localDate(now)} as date) as today
    where ${isActive} and ends_on >= today.date and not ${isUsedUp({ partnerId, memberId })}
    order by offer.merchant_id, kind, value
    limit ${mostPlaces}
  `.execute(db)
  return rows.map(({ merchantId, kind, value }) => ({ merchantId, reward: offerReward(kind, value) }))
}
