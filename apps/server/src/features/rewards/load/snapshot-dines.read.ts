import { bonusKinds, type EnrolledBonus } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import type { StoredComponent } from '@dineward/core/rewards/components/component.ts'
import { type OfferReward, offerReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import type {
  DineAtPlace,
  History,
  MemberKey,
  PastDine,
  PlaceBooks,
  StoredAmount,
  TransactionAmount,
} from '@dineward/core/rewards/snapshot.ts'
import { sql } from 'kysely'
import { forRowsOfPrograms } from '../../../db/of-programs.ts'
import type { Db } from '../../../db/open-database.ts'
import { byKey, unnested } from '../../../db/unnested.ts'
import { offersOfMember } from '../../offers/open-offers.read.ts'

/* What a decision reads about dines: one statement for the members of a batch, or for those of one program in it. */

/** Their budgets and caps are for dines at all restaurants. */
const anywhereKinds = [...bonusKinds, 'offer'] as const

/** A null restaurant is an unknown one. */
export interface MemberPlace extends MemberKey {
  readonly merchantId: string | null
}

export interface MemberParts {
  readonly bonuses: readonly EnrolledBonus[]
  readonly memberComponents: readonly StoredComponent[]
}

/** All dines of members at restaurants, with what may add to them. */
export function selectPlaces(db: Db, places: readonly MemberPlace[]): Promise<(PlaceBooks & MemberParts)[]> {
  return forRowsOfPrograms(places, (partnerId, ofProgram) => selectPlacesOf(db, partnerId, ofProgram))
}

async function selectPlacesOf(
  db: Db,
  partnerId: string,
  places: readonly MemberPlace[],
): Promise<(PlaceBooks & MemberParts)[]> {
  const [dines, amounts] = [await selectDinesAt(db, places), await selectAmountsAt(db, places)]
  const { source } = unnested(places, { memberId: 'text', merchantId: 'text' })
  const placeMember = { partnerId, memberId: sql`place.member_id` }
  const dineIds = dines.flatMap(ofPlace => ofPlace.map(({ id }) => id))
  const { rows } = await sql<{
    offers: (Omit<PlaceBooks['offers'][number], 'reward'> & { kind: OfferReward['kind']; value: number })[]
    bookings: PlaceBooks['bookings']
    bonuses: EnrolledBonus[]
    components: StoredComponent[]
  }>`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'kind', reward_kind, 'value', reward_value,
          'minimumSpendCents', minimum_spend_cents, 'memberCapUnits', member_cap_units, 'startsOn', starts_on, 'endsOn', ends_on,
          'createdAt', extract(epoch from created_at) * 1000)), '[]')
        from ${offersOfMember(placeMember, sql`place.merchant_id`)} as offer) as offers,
      (select coalesce(json_agg(json_build_object('id', id, 'merchantId', merchant_id,
          'startsAt', extract(epoch from starts_at) * 1000, 'bonusUnits', bonus_amount, 'status', bonus_status)), '[]')
        from reservations
        where partner_id = ${partnerId} and member_id = place.member_id and merchant_id = place.merchant_id
          and status = 'booked' and bonus_amount is not null) as bookings,
      (select coalesce(json_agg(json_build_object('code', code, 'status', bonus_status, 'definition', definition,
          'enrolledAt', extract(epoch from enrolled_at) * 1000,
          'qualifiedAt', extract(epoch from qualified_at) * 1000) order by code), '[]')
        from member_bonuses
        where partner_id = ${partnerId} and member_id = place.member_id) as bonuses,
      (select coalesce(json_agg(json_build_object('id', id, 'dineId', dine_id, 'kind', kind, 'code', code,
          'units', units, 'grantedUnits', granted_units)), '[]')
        from dine_components
        where partner_id = ${partnerId} and member_id = place.member_id
          and (kind in (${sql.join(anywhereKinds.map(kind => sql.lit(kind)))}) or dine_id = any(${dineIds}::text[]))) as components
    from ${source} with ordinality as place (member_id, merchant_id, n)
    order by n`.execute(db)
  return rows.map(({ offers, bookings, bonuses, components }, index) => {
    const ids = new Set(dines[index]!.map(({ id }) => id))
    return {
      dines: dines[index]!,
      amounts: amounts[index]!,
      offers: offers.map(({ kind, value, ...offer }) => ({ ...offer, reward: offerReward(kind, value) })),
      bookings,
      components: components.filter(({ dineId }) => ids.has(dineId)),
      bonuses,
      memberComponents: components.filter(({ kind }) => anywhereKinds.some(one => one === kind)),
    }
  })
}

/** The oldest come first. */
async function selectDinesAt(db: Db, places: readonly MemberPlace[]): Promise<DineAtPlace[][]> {
  const { source } = unnested(places, { partnerId: 'text', memberId: 'text', merchantId: 'text' })
  const { rows } = await sql<DineAtPlace & { n: number }>`
    select place.n::int, dine.*, card.card_token,
      case when hold.dine_id is not null
        then json_build_object('state', hold.state, 'hits', hold.hits, 'limits', hold.limits) end as hold
    from ${source} with ordinality as place (partner_id, member_id, merchant_id, n)
    join dines dine on dine.partner_id = place.partner_id and dine.member_id = place.member_id
      and dine.merchant_id is not distinct from place.merchant_id
    join linked_cards card on card.partner_id = dine.partner_id and card.id = dine.linked_card_id
    left join dine_holds hold on hold.partner_id = dine.partner_id and hold.dine_id = dine.id
    order by dine.dined_at, dine.source_transaction_id collate "C"`.execute(db)
  return byKey(
    places,
    rows.map(row => ({
      ...row,
      dinedAt: localTime(row.dinedAt),
      clearedAt: row.clearedAt === null ? null : localTime(row.clearedAt),
    })),
  )
}

async function selectAmountsAt(db: Db, places: readonly MemberPlace[]): Promise<StoredAmount[][]> {
  const { source } = unnested(places, { partnerId: 'text', memberId: 'text', merchantId: 'text' })
  const { rows } = await sql<StoredAmount & { n: number }>`
    select place.n::int, amount.*, card.card_token
    from ${source} with ordinality as place (partner_id, member_id, merchant_id, n)
    join dines dine on dine.partner_id = place.partner_id and dine.member_id = place.member_id
      and dine.merchant_id is not distinct from place.merchant_id
    join dine_amounts amount on amount.partner_id = dine.partner_id and amount.dine_id = dine.id
    join linked_cards card on card.partner_id = amount.partner_id and card.id = amount.linked_card_id
    order by amount.source_key collate "C"`.execute(db)
  return byKey(
    places,
    rows.map(row => ({ ...row, occurredAt: localTime(row.occurredAt) })),
  )
}

export interface TransactionKey {
  readonly partnerId: string
  readonly id: string
}

/** What counts of the movements of transactions, of any member. */
export async function selectAmountsOfTransactions(
  db: Db,
  transactions: readonly TransactionKey[],
): Promise<TransactionAmount[][]> {
  if (transactions.length === 0) return []
  const { source } = unnested(transactions, { partnerId: 'text', id: 'text' })
  const { rows } = await sql<TransactionAmount & { n: number }>`
    select wanted.n::int, amount.*, card.card_token, card.member_id, dine.merchant_id as dine_merchant_id
    from ${source} with ordinality as wanted (partner_id, id, n)
    join dine_amounts amount on amount.partner_id = wanted.partner_id and amount.transaction_id = wanted.id
    join linked_cards card on card.partner_id = amount.partner_id and card.id = amount.linked_card_id
    join dines dine on dine.partner_id = amount.partner_id and dine.id = amount.dine_id`.execute(db)
  return byKey(
    transactions,
    rows.map(row => ({ ...row, occurredAt: localTime(row.occurredAt) })),
  )
}

export interface HistoryKey extends MemberKey {
  readonly since: string
  /** Also where the member had earned before. */
  readonly needsKnownMerchants: boolean
}

export async function selectHistories(db: Db, keys: readonly HistoryKey[]): Promise<History[]> {
  if (keys.length === 0) return []
  const { source } = unnested(keys, { partnerId: 'text', memberId: 'text', since: 'timestamp' })
  const { rows } = await sql<PastDine & { n: number }>`
    select wanted.n::int, dine.id, source_transaction_id as transaction_id, merchant_id, dined_at, status, reason_code,
      cleared_cents, refunded_cents, reward_units, (decision->>'earningCents')::bigint as earning_cents,
      decision->'facts'->>'timezone' as timezone, decision->'facts' as facts, case when refunded_cents = 0 then '[]' else (
        select coalesce(json_agg(json_build_object('sourceKey', source_key, 'transactionId', transaction_id, 'occurredAt', occurred_at,
          'amountCents', amount_cents)), '[]')
        from dine_amounts amount
        where amount.partner_id = dine.partner_id and amount.dine_id = dine.id and amount.kind = 'refund') end as refunds
    from ${source} with ordinality as wanted (partner_id, member_id, since, n)
    join dines dine on dine.partner_id = wanted.partner_id and dine.member_id = wanted.member_id
      and dine.dined_at >= wanted.since`.execute(db)
  const known = await selectKnownMerchants(db, keys)
  return byKey(
    keys,
    rows.map(row => ({ ...row, dinedAt: localTime(row.dinedAt) })),
  ).map((dines, index) => ({ since: keys[index]!.since, dines, knownMerchantIds: known[index]! }))
}

async function selectKnownMerchants(db: Db, keys: readonly HistoryKey[]): Promise<string[][]> {
  if (!keys.some(({ needsKnownMerchants }) => needsKnownMerchants)) return keys.map(() => [])
  const { source } = unnested(keys, { partnerId: 'text', memberId: 'text', since: 'timestamp' })
  const { rows } = await sql<{ n: number; merchantId: string }>`
    select distinct wanted.n::int, merchant_id
    from ${source} with ordinality as wanted (partner_id, member_id, since, n)
    join dines dine on dine.partner_id = wanted.partner_id and dine.member_id = wanted.member_id
      and dine.dined_at < wanted.since and status in ('Awarded', 'Deferred', 'Paid') and merchant_id is not null`.execute(
    db,
  )
  return byKey(keys, rows).map(known => known.map(({ merchantId }) => merchantId))
}

/** PostgreSQL formats a timestamp with a space. */
export const localTime = (text: string): string => text.replace(' ', 'T').slice(0, 19)
