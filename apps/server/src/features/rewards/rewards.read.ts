import type { TierChange } from '@dineward/core/members/vip.rules.ts'
import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from '../cards/cards.tables.ts'
import type { MembersTable } from '../members/members.tables.ts'
import { localTime, type RecordedDecision, type StoredDine } from './dines.repository.ts'
import type { CardEvent } from './inbox.repository.ts'
import type { DineAmountsTable } from './rewards.tables.ts'

/* Queries that join cards and members. */

export interface EventCard
  extends Pick<
      Selectable<LinkedCardsTable>,
      'id' | 'partnerId' | 'memberId' | 'cardToken' | 'lastFour' | 'linkedAt' | 'removedAt'
    >,
    Pick<Selectable<MembersTable>, 'tierLevel' | 'closedAt' | 'erasedAt' | 'joinedAt' | 'enrollmentSource'> {
  /** Every time this member linked this number. ISO texts. */
  readonly links: readonly { readonly linkedAt: string; readonly removedAt: string | null }[]
  readonly tiers: readonly TierChange[]
}

/**
 * Find the card of an event, linked or removed, and lock its member's row, so that events of one member are processed
 * one after the other. The card decides the partner, so this query does not filter by one.
 */
export function lockMemberOfCard(db: Db, cardId: string): Promise<EventCard | undefined> {
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
    .select(['member.tierLevel', 'member.closedAt', 'member.erasedAt'])
    .select(['member.joinedAt', 'member.enrollmentSource'])
    .select(
      sql<EventCard['links']>`(
        select json_agg(json_build_object('linkedAt', linked_at, 'removedAt', removed_at) order by linked_at)
        from linked_cards
        where partner_id = card.partner_id and member_id = card.member_id and card_token = card.card_token)`.as(
        'links',
      ),
    )
    .select(
      sql<EventCard['tiers']>`(
        select coalesce(json_agg(json_build_object('tierBefore', tier_before, 'tierLevel', tier_level,
          'validFrom', extract(epoch from valid_from) * 1000)), '[]')
        from member_tiers tier
        where tier.partner_id = card.partner_id and tier.member_id = card.member_id)`.as('tiers'),
    )
    .where('card.id', '=', cardId)
    .forNoKeyUpdate('member')
    .executeTakeFirst()
}

export function lockMemberOfDines(
  db: Db,
  { partnerId, memberId }: { partnerId: string; memberId: string },
): Promise<Pick<EventCard, 'joinedAt' | 'enrollmentSource'>> {
  return db
    .selectFrom('members')
    .select(['joinedAt', 'enrollmentSource'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** All dines of a member at a restaurant (null: an unknown one), oldest first. */
export async function dinesAt(
  db: Db,
  owner: { partnerId: string; memberId: string },
  merchantId: string | null,
): Promise<(StoredDine & { cardToken: string })[]> {
  const rows = await db
    .selectFrom('dines as dine')
    .innerJoin('linkedCards as card', 'card.id', 'dine.linkedCardId')
    .selectAll('dine')
    .select('card.cardToken')
    .where('dine.partnerId', '=', owner.partnerId)
    .where('dine.memberId', '=', owner.memberId)
    .where(sql<boolean>`dine.merchant_id is not distinct from ${merchantId}`)
    .orderBy('dine.dinedAt')
    .orderBy('dine.id')
    .execute()
  return rows.map(row => ({
    ...row,
    dinedAt: localTime(row.dinedAt),
    decision: row.decision as unknown as RecordedDecision,
  }))
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
  const rows = await db
    .selectFrom('dineAmounts as amount')
    .innerJoin('linkedCards as card', 'card.id', 'amount.linkedCardId')
    .selectAll('amount')
    .select('card.cardToken')
    .where('amount.partnerId', '=', partnerId)
    .where('amount.dineId', 'in', dineIds)
    .orderBy('amount.sourceKey')
    .execute()
  return rows.map(row => ({ ...row, occurredAt: localTime(row.occurredAt) }))
}

/** The stored versions of a movement. Data from before decision 015 may have several parts. */
export function selectMovement(
  db: Db,
  partnerId: string,
  { kind, transactionId }: Pick<Movement, 'kind' | 'transactionId'>,
): Promise<(StoredAmount & { memberId: string })[]> {
  return db
    .selectFrom('dineAmounts as amount')
    .innerJoin('linkedCards as card', 'card.id', 'amount.linkedCardId')
    .selectAll('amount')
    .select(['card.cardToken', 'card.memberId'])
    .where('amount.partnerId', '=', partnerId)
    .where('amount.transactionId', '=', transactionId)
    .where('amount.kind', '=', kind)
    .execute()
}

/** Parked refunds of a member's card number. */
export function selectWaitingRefunds(
  db: Db,
  card: { partnerId: string; memberId: string; cardToken: string },
): Promise<CardEvent[]> {
  return db
    .selectFrom('cardEvents')
    .selectAll()
    .where('status', '=', 'parked')
    .where('reasonCode', '=', 'refund_waits')
    .where('linkedCardId', 'in', query =>
      query
        .selectFrom('linkedCards')
        .select('linkedCards.id')
        .where('partnerId', '=', card.partnerId)
        .where('memberId', '=', card.memberId)
        .where('cardToken', '=', card.cardToken),
    )
    .orderBy('id')
    .execute()
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
