import { describeBonus } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Amount } from '@dineward/core/partner-api/api-calls.ts'
import {
  type BonusResource,
  type ClaimResource,
  type DineResource,
  type OfferResource,
  type ReservationResource,
  type RestaurantResource,
  type ReviewResource,
  rewardAmount,
} from '@dineward/core/partner-api/resources.ts'
import { restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { type OfferReward, offerReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { netCents } from '@dineward/core/rewards/dines/dine.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  type DineOfProgram,
  describeDine,
  type Explain,
  explainReason,
  listDinesByIds,
} from '../activity/activity.service.ts'
import { type ClaimOfMember, selectClaims } from '../claims/claims.read.ts'
import { answerText } from '../claims/claims.view.ts'
import { termsOf } from '../merchants/facts/merchant-facts.rules.ts'
import type { MerchantParticipationsTable, MerchantsTable } from '../merchants/merchants.tables.ts'
import type { OffersTable } from '../offers/offers.tables.ts'
import type { ReservationsTable } from '../reservations/reservations.tables.ts'
import { byId, type ReadResources } from './resources.read.ts'

/* What the partner API answers about restaurants, and about what members do there. */

const iso = (time: Date | null): string | null => time?.toISOString() ?? null
const usd = (cents: number): Amount => ({ cents, currency: 'USD' })

export const readDines: ReadResources<DineResource> = async (db, partner, ids, now = new Date()) => {
  if (ids.length === 0) return new Map()
  // What waits of a reward is of the moment, and no change of the dine.
  const rows = await listDinesByIds(db, { partnerId: partner.slug, now, waitsSince: null }, ids)
  const explain = explainReason({ partner, clock: { now: () => now } })
  return byId(rows.map(row => dineOf(partner, row, explain)))
}

function dineOf(partner: Partner, row: DineOfProgram, explain: Explain): DineResource {
  const { parts, units, reason, history } = describeDine(row, partner, explain)
  const paid = (cents: number): Amount => ({ cents, currency: row.currency })
  return {
    id: row.id,
    transactionId: row.sourceTransactionId,
    memberId: row.memberId,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    cardId: row.linkedCardId,
    cardLastFour: row.cardLastFour,
    dinedAt: restaurantTime(row.timezone ?? 'UTC', row.dinedAtInstant),
    status: row.status,
    amount: paid(netCents(row)),
    reward: rewardAmount(partner, units),
    reason,
    parts: parts.map(part => ({
      kind: part.kind,
      amount: rewardAmount(partner, part.units),
      name: part.reason,
    })),
    history: history.map(entry => ({
      at: entry.at,
      status: entry.status,
      amount: paid(entry.ticketCents),
      reward: rewardAmount(partner, entry.units),
      reason: entry.reason,
    })),
    paidAt: row.status === 'Paid' ? iso(row.paidAt) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The ids are codes. Definitions are settings of the program; one that members are promised stays in theirs. */
export const readBonuses: ReadResources<BonusResource> = async (db, partner, codes) => {
  const definitions = partner.settings.bonuses.filter(({ code }) => codes.includes(code))
  if (definitions.length === 0) return new Map()
  const usedUp = await db
    .selectFrom('rewardBudgets')
    .select('code')
    .where('partnerId', '=', partner.slug)
    .where('kind', '=', 'bonus')
    .where(sql<boolean>`limit_units - promised_units < coalesce(refused_units, 1)`)
    .execute()
  const isUsedUp = (code: string) => usedUp.some(budget => budget.code === code)
  return new Map(
    definitions.map(definition => [definition.code, bonusOf(partner, definition, isUsedUp(definition.code))]),
  )
}

function bonusOf(partner: Partner, definition: BonusDefinition, isUsedUp: boolean): BonusResource {
  const { code, reward, needsRegistration, forNewMembers, repeats, dines, from, to } = definition
  return {
    code,
    description: describeBonus(partner, definition),
    reward: rewardRule(partner, reward),
    paidBy: definition.paidBy ?? 'program',
    needsRegistration,
    forNewMembers,
    repeats,
    dines,
    totalSpend: usd(definition.totalSpendCents),
    minimumSpend: usd(definition.minimumSpendCents),
    from,
    to,
    isUsedUp,
  }
}

function rewardRule(
  partner: Partner,
  reward: OfferReward | BonusDefinition['reward'],
): OfferResource['reward'] {
  return reward.kind === 'fixed' ? { kind: 'fixed', amount: rewardAmount(partner, reward.units) } : reward
}

type OfferRow = Selectable<OffersTable> & { readonly merchantIds: readonly string[] }

export const readOffers: ReadResources<OfferResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('offers as offer')
    .selectAll('offer')
    .select(
      sql<string[]>`array(select merchant_id from offer_merchants
        where partner_id = offer.partner_id and offer_id = offer.id order by merchant_id)`.as('merchantIds'),
    )
    .where('partnerId', '=', partner.slug)
    .where('id', 'in', ids)
    .execute()
  return byId(rows.map(row => offerOf(partner, row)))
}

const offerOf = (partner: Partner, row: OfferRow): OfferResource => ({
  id: row.id,
  name: row.name,
  text: row.webMessageOfferAmount,
  reward: rewardRule(partner, offerReward(row.rewardKind, row.rewardValue)),
  minimumSpend: usd(row.minimumSpendCents),
  audience: row.audience,
  merchantIds: row.isEverywhere ? null : [...row.merchantIds],
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  createdAt: row.createdAt.toISOString(),
})

/** `participation` and `merchant` are rows of a restaurant in a program. */
export const restaurantChangedAt = (
  now: Date,
) => sql<Date>`greatest(merchant.updated_at, participation.updated_at,
  case when participation.joined_on::timestamp at time zone merchant.timezone <= ${now}::timestamptz
    then participation.joined_on::timestamp at time zone merchant.timezone end,
  case when participation.left_on::timestamp at time zone merchant.timezone <= ${now}::timestamptz
    then participation.left_on::timestamp at time zone merchant.timezone end)`

export const restaurantStatus = (now: Date): RawBuilder<RestaurantResource['status']> => sql`case
  when participation.left_on <= (${now}::timestamptz at time zone merchant.timezone)::date then 'left'
  when participation.joined_on > (${now}::timestamptz at time zone merchant.timezone)::date then 'coming'
  else 'open' end`

type RestaurantRow = Selectable<MerchantsTable> &
  Selectable<MerchantParticipationsTable> & {
    readonly status: RestaurantResource['status']
    readonly changedAt: Date
  }

export const readRestaurants: ReadResources<RestaurantResource> = async (
  db,
  { slug },
  ids,
  now = new Date(),
) => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RestaurantRow>`
    select merchant.id, name, street, city, state, zip_code, neighborhood, latitude, longitude, timezone, phone,
      website, cuisines, price_range, rating, takes_bookings, participation.*,
      ${restaurantStatus(now)} as status, ${restaurantChangedAt(now)} as changed_at
    from merchant_participations participation join merchants merchant on merchant.id = participation.merchant_id
    where participation.partner_id = ${slug} and participation.merchant_id = any(${ids as string[]}::text[])`.execute(
    db,
  )
  return byId(rows.map(restaurantOf))
}

function restaurantOf(row: RestaurantRow): RestaurantResource {
  const { id, name, street, city, state, zipCode, neighborhood, latitude, longitude, timezone } = row
  const { phone, website, cuisines, priceRange, rating, takesBookings, status, leftOn } = row
  return {
    id,
    name,
    street,
    city,
    state,
    zipCode,
    neighborhood,
    latitude,
    longitude,
    timezone,
    phone,
    website,
    cuisines,
    priceRange: priceRange || null,
    rating,
    takesBookings,
    terms: termsOf(row as ParticipationTerms),
    status,
    leftOn,
    updatedAt: row.changedAt.toISOString(),
  }
}

type ReservationRow = Selectable<ReservationsTable> & {
  readonly merchantName: string
  readonly timezone: string
}

export const readReservations: ReadResources<ReservationResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('reservations as reservation')
    .innerJoin('merchants as merchant', 'merchant.id', 'reservation.merchantId')
    .selectAll('reservation')
    .select(['merchant.name as merchantName', 'merchant.timezone'])
    .where('reservation.partnerId', '=', partner.slug)
    .where('reservation.id', 'in', ids)
    .execute()
  return byId(rows.map(row => reservationOf(partner, row)))
}

/** What guests write to the restaurant, such as allergies, is between them. */
function reservationOf(partner: Partner, row: ReservationRow): ReservationResource {
  const { id, memberId, merchantId, merchantName, timezone, partySize, status, confirmationCode } = row
  const { bonusAmount, bonusStatus } = row
  return {
    id,
    memberId,
    merchantId,
    merchantName,
    startsAt: restaurantTime(timezone, row.startsAt),
    endsAt: restaurantTime(timezone, row.endsAt),
    partySize,
    status,
    confirmationCode,
    occasion: row.occasion,
    bonus:
      bonusAmount === null || bonusStatus === null
        ? null
        : { amount: rewardAmount(partner, bonusAmount), status: bonusStatus },
    bookedAt: row.bookedAt.toISOString(),
    changedAt: iso(row.changedAt),
    canceledAt: iso(row.canceledAt),
  }
}

export const readClaims: ReadResources<ClaimResource> = async (db, partner, ids, now = new Date()) => {
  if (ids.length === 0) return new Map()
  const rows = await selectClaims(db, partner.slug, ids)
  return byId(rows.map(row => claimOf(partner, row, now)))
}

function claimOf(partner: Partner, row: ClaimOfMember, now: Date): ClaimResource {
  const { id, memberId, merchantId, merchantName, dinedOn, note, state, nextBy, transactionId } = row
  return {
    id,
    memberId,
    merchantId,
    merchantName,
    dinedOn,
    cardId: row.linkedCardId,
    amount: usd(row.amountCents),
    note,
    state,
    answer: { code: row.answer, text: answerText(partner, row, now) },
    nextBy,
    transactionId,
    createdAt: row.createdAt.toISOString(),
    decidedAt: iso(row.decidedAt),
  }
}

export const readReviews: ReadResources<ReviewResource> = async (db, { slug }, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('memberReviews')
    .selectAll()
    .where('partnerId', '=', slug)
    .where('id', 'in', ids)
    .execute()
  return byId(
    rows.map(({ id, memberId, merchantId, transactionId, rating, body, dinedOn, writtenAt, hiddenAt }) => ({
      id,
      memberId,
      merchantId,
      transactionId,
      rating,
      text: body,
      dinedOn,
      postedAt: writtenAt.toISOString(),
      hiddenAt: iso(hiddenAt),
    })),
  )
}
