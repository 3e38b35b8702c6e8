import type { OfferRow, offerStates } from '@dineward/core/console-programs/offers.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Offers with what dines earned by them, and the names of their restaurants. */

export interface OfferFilters {
  readonly partnerId: string
  readonly state?: (typeof offerStates)[number] | undefined
  readonly query?: string | undefined
  readonly merchantId?: string | undefined
  readonly after?: string | undefined
  /** The date that states go by. */
  readonly today: string
  readonly limit: number
}

export type ListedOffer = Omit<OfferRow, 'state'>

/** The newest come first. */
export async function selectOffers(db: Db, filters: OfferFilters): Promise<ListedOffer[]> {
  const { partnerId, state, query, merchantId, after, today, limit } = filters
  const states: Record<(typeof offerStates)[number], RawBuilder<unknown>> = {
    coming: sql`offer.starts_on > ${today}::date`,
    running: sql`offer.starts_on <= ${today}::date and offer.ends_on >= ${today}::date`,
    ended: sql`offer.ends_on < ${today}::date`,
  }
  const conditions = [
    sql`offer.partner_id = ${partnerId}`,
    ...(state ? [states[state]] : []),
    ...(query ? [sql`position(lower(${query}) in lower(offer.name)) > 0`] : []),
    ...(merchantId ? [sql`(offer.is_everywhere or ${hasMerchant(merchantId)})`] : []),
    ...(after ? [sql`(offer.created_at, offer.id) < (${createdAt(partnerId, after)}, ${after})`] : []),
  ]
  const { rows } = await sql<ListedOffer>`
    select offer.id, offer.name, offer.web_message_offer_amount as amount, offer.minimum_spend_cents, offer.starts_on,
      offer.ends_on, used.uses, used.units,
      case when not offer.is_everywhere then (select count(*)::int from offer_merchants
        where partner_id = offer.partner_id and offer_id = offer.id) end as restaurants,
      case when offer.audience = 'members' then (select count(distinct member_id)::int from flex_offers
        where partner_id = offer.partner_id and offer_id = offer.id) end as members
    from offers offer
    cross join lateral ${usesOf(sql`offer.partner_id`, sql`offer.id`)} used
    where ${sql.join(conditions, sql` and `)}
    order by offer.created_at desc, offer.id desc
    limit ${limit}`.execute(db)
  return rows
}

const createdAt = (partnerId: string, id: string) =>
  sql`(select created_at from offers where partner_id = ${partnerId} and id = ${id})`

const hasMerchant = (merchantId: string) => sql`exists (select from offer_merchants
  where partner_id = offer.partner_id and offer_id = offer.id and merchant_id = ${merchantId})`

const usesOf = (partnerId: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`(
  select count(*)::int as uses, coalesce(sum(units), 0)::bigint as units
  from dine_components where partner_id = ${partnerId} and kind = 'offer' and code = ${id} and units > 0)`

export interface OfferDetails {
  readonly uses: number
  readonly units: number
  readonly merchants: { id: string; name: string; city: string }[]
}

export async function selectOfferDetails(db: Db, partnerId: string, id: string): Promise<OfferDetails> {
  const { rows } = await sql<OfferDetails>`
    select used.*, (select coalesce(json_agg(json_build_object('id', merchants.id, 'name', name, 'city', city)
        order by name, merchants.id), '[]')
      from offer_merchants join merchants on merchants.id = merchant_id
      where partner_id = ${partnerId} and offer_id = ${id}) as merchants
    from ${usesOf(sql`${partnerId}`, sql`${id}`)} used`.execute(db)
  return rows[0]!
}
