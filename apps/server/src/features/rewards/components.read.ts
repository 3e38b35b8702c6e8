import type { PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import type { BookedTable, ComponentDine } from '@dineward/core/rewards/components.rules.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { type FlexOffer, type OfferReward, offerReward } from '@dineward/core/rewards/offers.rules.ts'
import { sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { offersOfMember } from '../offers/open-offers.read.ts'
import { localTime } from './dines.repository.ts'
import type { DineComponentsTable } from './rewards.tables.ts'

/* Queries that join offers, bookings and bonuses. */

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** Times in ms. */
export interface EnrolledBonus {
  readonly code: string
  readonly status: 'Enrolled' | 'Qualified'
  readonly definition: PromisedBonus
  readonly enrolledAt: number
  readonly qualifiedAt: number | null
}

export interface StoredComponent
  extends Pick<DineComponentsTable, 'id' | 'dineId' | 'kind' | 'code' | 'units' | 'grantedUnits'> {}

export interface ComponentInputs {
  readonly offers: readonly FlexOffer[]
  readonly bookings: readonly (BookedTable & { readonly status: 'pending' | 'earned' })[]
  readonly bonuses: readonly EnrolledBonus[]
  readonly stored: readonly StoredComponent[]
}

interface DinesAtMerchant extends MemberKey {
  readonly merchantId: string | null
  readonly dineIds: readonly string[]
}

/** What a member's dines at one restaurant may earn beside their base, in one statement. */
export function selectComponentInputs(
  db: Db,
  { partnerId, memberId }: MemberKey,
  { merchantId, dineIds }: Omit<DinesAtMerchant, keyof MemberKey>,
): Promise<ComponentInputs> {
  return inOneStatement(db, selectInputsOf, { partnerId, memberId, merchantId, dineIds })
}

const placeMember = { partnerId: sql`place.partner_id`, memberId: sql`place.member_id` }

async function selectInputsOf(db: Db, places: readonly DinesAtMerchant[]): Promise<ComponentInputs[]> {
  const { source } = unnested(places, { partnerId: 'text', memberId: 'text', merchantId: 'text' })
  const dineIds = places.flatMap(place => place.dineIds)
  const { rows } = await sql<{
    n: number
    offers: (Omit<FlexOffer, 'reward'> & { kind: OfferReward['kind']; value: number })[]
    bookings: ComponentInputs['bookings']
    bonuses: EnrolledBonus[]
    stored: StoredComponent[]
  }>`
    select place.n::int,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', reward_kind, 'value', reward_value,
          'minimumSpendCents', minimum_spend_cents, 'startsOn', starts_on, 'endsOn', ends_on,
          'createdAt', extract(epoch from created_at) * 1000)), '[]')
        from ${offersOfMember(placeMember, sql`place.merchant_id`)} as offer) as offers,
      (select coalesce(json_agg(json_build_object('id', id, 'merchantId', merchant_id,
          'startsAt', extract(epoch from starts_at) * 1000, 'bonusUnits', bonus_amount, 'status', bonus_status)), '[]')
        from reservations
        where partner_id = place.partner_id and member_id = place.member_id and merchant_id = place.merchant_id
          and status = 'booked' and bonus_amount is not null) as bookings,
      (select coalesce(json_agg(json_build_object('code', code, 'status', bonus_status, 'definition', definition,
          'enrolledAt', extract(epoch from enrolled_at) * 1000,
          'qualifiedAt', extract(epoch from qualified_at) * 1000) order by code), '[]')
        from member_bonuses
        where partner_id = place.partner_id and member_id = place.member_id and definition is not null) as bonuses,
      (select coalesce(json_agg(json_build_object('id', id, 'dineId', dine_id, 'kind', kind, 'code', code,
          'units', units, 'grantedUnits', granted_units)), '[]')
        from dine_components
        where partner_id = place.partner_id and member_id = place.member_id
          and (kind in ('bonus', 'corporate') or dine_id = any(${dineIds}::text[]))) as stored
    from ${source} with ordinality as place (partner_id, member_id, merchant_id, n)`.execute(db)
  const inputs = rows.map(({ offers, ...others }) => ({
    ...others,
    offers: offers.map(({ kind, value, ...offer }) => ({ ...offer, reward: offerReward(kind, value) })),
  }))
  return byKey(places, inputs).map(([input]) => input!)
}

/** The member's dines that earned, from a local date on, without those named. */
export async function selectEarnedDines(
  db: Db,
  { partnerId, memberId }: MemberKey,
  { from, without }: { readonly from: string; readonly without: readonly string[] },
): Promise<ComponentDine[]> {
  const rows = await db
    .selectFrom('dines')
    .select([
      'id',
      'sourceTransactionId as transactionId',
      'merchantId',
      'dinedAt',
      'clearedCents',
      'refundedCents',
      'rewardUnits',
    ])
    .select([
      sql<number>`(decision->>'earningCents')::bigint`.as('earningCents'),
      sql<string | null>`decision->'facts'->>'timezone'`.as('timezone'),
    ])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('status', 'in', ['Awarded', 'Deferred', 'Paid'])
    .where('dinedAt', '>=', from)
    .where(sql<boolean>`id <> all(${[...without]}::text[])`)
    .execute()
  return rows.map(({ id, dinedAt, timezone, clearedCents, refundedCents, rewardUnits, ...row }) => ({
    ...row,
    dineId: id,
    dinedAt: localTime(dinedAt),
    instant: instantOf(timezone ?? 'UTC', localTime(dinedAt)).getTime(),
    netCents: Math.max(0, (clearedCents ?? 0) - refundedCents),
    baseUnits: rewardUnits,
    hasEarned: true,
  }))
}

/** Where the member earned before a local date. */
export async function selectKnownMerchants(
  db: Db,
  { partnerId, memberId }: MemberKey,
  before: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('dines')
    .select('merchantId')
    .distinct()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('status', 'in', ['Awarded', 'Deferred', 'Paid'])
    .where('dinedAt', '<', before)
    .where('merchantId', 'is not', null)
    .execute()
  return rows.map(({ merchantId }) => merchantId!)
}
