import type { TierChange } from '@dineward/core/members/vip.rules.ts'
import type { RateVersion } from '@dineward/core/rewards/rate-versions.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from '../cards/cards.tables.ts'
import type { MembersTable } from '../members/members.tables.ts'
import { localTime, type StoredDine } from './dines.repository.ts'
import type { CardEvent } from './inbox.repository.ts'
import type { DineAmountsTable } from './rewards.tables.ts'

/* Queries that join cards and members. */

/** A member with all that was valid at some time. */
export interface MemberInTime
  extends Pick<
    Selectable<MembersTable>,
    'tierLevel' | 'closedAt' | 'joinedAt' | 'enrollmentSource' | 'referrer'
  > {
  readonly tiers: readonly TierChange[]
  /** Of the partner. */
  readonly rates: readonly RateVersion[]
  /** In ms. */
  readonly closures: readonly { readonly closedAt: number; readonly reopenedAt: number }[]
}

export interface EventCard
  extends MemberInTime,
    Pick<
      Selectable<LinkedCardsTable>,
      'id' | 'partnerId' | 'memberId' | 'cardToken' | 'lastFour' | 'linkedAt' | 'removedAt'
    >,
    Pick<Selectable<MembersTable>, 'erasedAt'> {
  /** Every time this member linked this number. ISO texts. */
  readonly links: readonly { readonly linkedAt: string; readonly removedAt: string | null }[]
}

/** For `members as member`. */
const memberColumns = [
  'member.tierLevel',
  'member.closedAt',
  'member.joinedAt',
  'member.enrollmentSource',
  'member.referrer',
] as const

const intervals = [
  sql<MemberInTime['tiers']>`(
    select coalesce(json_agg(json_build_object('tierBefore', tier_before, 'tierLevel', tier_level,
      'validFrom', extract(epoch from valid_from) * 1000,
      'vipUntil', case when vip_year is not null
        then extract(epoch from least(valid_to, coalesce(revoked_at, valid_to))) * 1000 end) order by id), '[]')
    from member_tiers tier
    where tier.partner_id = member.partner_id and tier.member_id = member.id)`.as('tiers'),
  sql<MemberInTime['rates']>`(
    select coalesce(json_agg(json_build_object('validFrom', extract(epoch from valid_from) * 1000,
      'rates', rates, 'vipQualification', vip_qualification)), '[]')
    from rate_versions rate where rate.partner_id = member.partner_id)`.as('rates'),
  sql<MemberInTime['closures']>`(
    select coalesce(json_agg(json_build_object('closedAt', extract(epoch from closure.closed_at) * 1000,
      'reopenedAt', extract(epoch from closure.reopened_at) * 1000)), '[]')
    from account_closures closure
    where closure.partner_id = member.partner_id and closure.member_id = member.id)`.as('closures'),
]

/**
 * Find the card of an event, linked or removed, and lock its member's row, so that events of one member are processed
 * one after the other. A network does not know partners: its card decides which one it is.
 */
export async function lockMemberOfCard(db: Db, cardId: string, partnerId: string | null) {
  if (partnerId === null) return inOneStatement(db, selectCardsOfNetwork, cardId)
  const isCard = sql<boolean>`card.partner_id = ${partnerId} and card.id = ${cardId}`
  return (await selectEventCards(db, isCard))[0]
}

async function selectCardsOfNetwork(db: Db, cardIds: readonly string[]): Promise<(EventCard | undefined)[]> {
  const cards = await selectEventCards(db, sql`card.id = any(${cardIds}::text[])`)
  return cardIds.map(cardId => cards.find(({ id }) => id === cardId))
}

function selectEventCards(db: Db, are: RawBuilder<boolean>): Promise<EventCard[]> {
  return db
    .selectFrom('linkedCards as card')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'card.memberId').onRef('member.partnerId', '=', 'card.partnerId'),
    )
    .select([
      'card.id',
      'card.partnerId',
      'card.memberId',
      'card.cardToken',
      'card.lastFour',
      'card.linkedAt',
      'card.removedAt',
    ])
    .select(memberColumns)
    .select('member.erasedAt')
    .select(intervals)
    .select(
      sql<EventCard['links']>`(
        select json_agg(json_build_object('linkedAt', linked_at, 'removedAt', removed_at) order by linked_at)
        from linked_cards
        where partner_id = card.partner_id and member_id = card.member_id and card_token = card.card_token)`.as(
        'links',
      ),
    )
    .where(are)
    .orderBy('card.partnerId')
    .orderBy('card.memberId')
    .forNoKeyUpdate('member')
    .execute()
}

/** In one order, so that two processes that lock several never wait for each other. @returns whose the cards are. */
export async function lockMembersOfCards(
  db: Db,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const cards = await db
    .selectFrom('linkedCards as card')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'card.memberId').onRef('member.partnerId', '=', 'card.partnerId'),
    )
    .select(['card.id', 'card.memberId'])
    .where(sql<boolean>`card.id = any(${cardIds}::text[])`)
    .orderBy('member.partnerId')
    .orderBy('member.id')
    .forNoKeyUpdate('member')
    .execute()
  return new Map(cards.map(({ id, memberId }) => [id, memberId]))
}

export function lockMemberOfDines(
  db: Db,
  { partnerId, memberId }: { partnerId: string; memberId: string },
): Promise<MemberInTime> {
  return db
    .selectFrom('members as member')
    .select(memberColumns)
    .select(intervals)
    .where('member.partnerId', '=', partnerId)
    .where('member.id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

type DineAt = StoredDine & { readonly cardToken: string }

interface MemberPlace {
  readonly partnerId: string
  readonly memberId: string
  /** Null: an unknown one. */
  readonly merchantId: string | null
}

/** All dines of a member at a restaurant, oldest first. */
export function dinesAt(
  db: Db,
  { partnerId, memberId }: Pick<MemberPlace, 'partnerId' | 'memberId'>,
  merchantId: string | null,
): Promise<DineAt[]> {
  return inOneStatement(db, selectDinesAt, { partnerId, memberId, merchantId })
}

async function selectDinesAt(db: Db, places: readonly MemberPlace[]): Promise<DineAt[][]> {
  const { source } = unnested(places, { partnerId: 'text', memberId: 'text', merchantId: 'text' })
  const { rows } = await sql<DineAt & { n: number }>`
    select place.n::int, dine.*, card.card_token
    from ${source} with ordinality as place (partner_id, member_id, merchant_id, n)
    join dines dine on dine.partner_id = place.partner_id and dine.member_id = place.member_id
      and dine.merchant_id is not distinct from place.merchant_id
    join linked_cards card on card.partner_id = dine.partner_id and card.id = dine.linked_card_id
    order by dine.dined_at, dine.id`.execute(db)
  return byKey(
    places,
    rows.map(row => ({ ...row, dinedAt: localTime(row.dinedAt) })),
  )
}

export interface StoredAmount extends Selectable<DineAmountsTable> {
  readonly cardToken: string
}

export async function amountsOfDines(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
): Promise<StoredAmount[]> {
  if (dineIds.length === 0) return []
  const ofDines = dineIds.map(id => inOneStatement(db, selectAmountsOfDines, { partnerId, id }))
  return (await Promise.all(ofDines)).flat().toSorted((a, b) => (a.sourceKey < b.sourceKey ? -1 : 1))
}

async function selectAmountsOfDines(
  db: Db,
  dines: readonly { readonly partnerId: string; readonly id: string }[],
): Promise<StoredAmount[][]> {
  const { source } = unnested(dines, { partnerId: 'text', id: 'text' })
  const { rows } = await sql<StoredAmount & { n: number }>`
    select dine.n::int, amount.*, card.card_token
    from ${source} with ordinality as dine (partner_id, id, n)
    join dine_amounts amount on amount.partner_id = dine.partner_id and amount.dine_id = dine.id
    join linked_cards card on card.partner_id = amount.partner_id and card.id = amount.linked_card_id`.execute(
    db,
  )
  return byKey(
    dines,
    rows.map(row => ({ ...row, occurredAt: localTime(row.occurredAt) })),
  )
}

/** A stored version of a movement, with the restaurant of its dine. */
export interface TransactionAmount extends StoredAmount {
  readonly memberId: string
  readonly dineMerchantId: string | null
}

/** The stored versions of the movements of these transactions. Data from before decision 015 may have several parts. */
export async function amountsOfTransactions(
  db: Db,
  partnerId: string,
  transactionIds: readonly string[],
): Promise<TransactionAmount[]> {
  const ids = [...new Set(transactionIds)]
  const found = ids.map(id => inOneStatement(db, selectAmountsOfTransactions, { partnerId, id }))
  return (await Promise.all(found)).flat()
}

async function selectAmountsOfTransactions(
  db: Db,
  transactions: readonly { readonly partnerId: string; readonly id: string }[],
): Promise<TransactionAmount[][]> {
  const { source } = unnested(transactions, { partnerId: 'text', id: 'text' })
  const { rows } = await sql<TransactionAmount & { n: number }>`
    select wanted.n::int, amount.*, card.card_token, card.member_id, dine.merchant_id as dine_merchant_id
    from ${source} with ordinality as wanted (partner_id, id, n)
    join dine_amounts amount on amount.partner_id = wanted.partner_id and amount.transaction_id = wanted.id
    join linked_cards card on card.partner_id = amount.partner_id and card.id = amount.linked_card_id
    join dines dine on dine.partner_id = amount.partner_id and dine.id = amount.dine_id`.execute(db)
  return byKey(transactions, rows)
}

type CardNumber = Pick<EventCard, 'partnerId' | 'memberId' | 'cardToken'>

/** Parked refunds of a member's card number. */
export function selectWaitingRefunds(
  db: Db,
  { partnerId, memberId, cardToken }: CardNumber,
): Promise<CardEvent[]> {
  return inOneStatement(db, selectRefundsOfCards, { partnerId, memberId, cardToken })
}

/** The status is a literal, for the partial index. */
async function selectRefundsOfCards(db: Db, cards: readonly CardNumber[]): Promise<CardEvent[][]> {
  const { source } = unnested(cards, { partnerId: 'text', memberId: 'text', cardToken: 'text' })
  const { rows } = await sql<CardEvent & { n: number }>`
    select number.n::int, event.*
    from ${source} with ordinality as number (partner_id, member_id, card_token, n)
    join linked_cards card on card.partner_id = number.partner_id and card.member_id = number.member_id
      and card.card_token = number.card_token
    join card_events event on event.linked_card_id = card.id
    where event.status = 'parked' and event.reason_code = 'refund_waits'
    order by event.id`.execute(db)
  return byKey(cards, rows)
}

/** Which of these cards exist, linked or removed, at any partner. */
export async function existingCardIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('linkedCards').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export type DineOfEvent = Pick<
  StoredDine,
  'id' | 'sourceTransactionId' | 'status' | 'reasonCode' | 'rewardUnits' | 'clearedCents' | 'cardLastFour'
>

export async function findDineOfEvent(db: Db, dedupeKey: string): Promise<DineOfEvent | null> {
  const dine = await db
    .selectFrom('cardEvents as event')
    .innerJoin('dines as dine', join =>
      join.onRef('dine.id', '=', 'event.dineId').onRef('dine.partnerId', '=', 'event.partnerId'),
    )
    .select([
      'dine.id',
      'dine.sourceTransactionId',
      'dine.status',
      'dine.reasonCode',
      'dine.rewardUnits',
      'dine.clearedCents',
      'dine.cardLastFour',
    ])
    .where('event.dedupeKey', '=', dedupeKey)
    .executeTakeFirst()
  return dine ?? null
}
