import type { DineAmounts, DineFacts } from '@dineward/core/rewards/dine.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from '../cards/cards.tables.ts'
import type { MembersTable } from '../members/members.tables.ts'
import type { DinesTable } from './rewards.tables.ts'

/** What a dine's reward was decided on (`dines.decision`). */
export interface RecordedDecision {
  readonly ruleVersion: number
  readonly facts: DineFacts
  readonly amounts: DineAmounts
  /** The part of the net amount that earned. */
  readonly earningCents: number
}

export interface StoredDine extends Omit<Selectable<DinesTable>, 'decision'> {
  readonly decision: RecordedDecision
}

export interface EventCard
  extends Pick<
      Selectable<LinkedCardsTable>,
      'id' | 'partnerId' | 'memberId' | 'cardToken' | 'lastFour' | 'linkedAt' | 'removedAt'
    >,
    Pick<Selectable<MembersTable>, 'tierLevel' | 'closedAt'> {
  /** Every time this member linked this number. ISO texts. */
  readonly links: readonly { readonly linkedAt: string; readonly removedAt: string | null }[]
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
    .select(['member.tierLevel', 'member.closedAt'])
    .select(
      sql<EventCard['links']>`(
        select json_agg(json_build_object('linkedAt', linked_at, 'removedAt', removed_at) order by linked_at)
        from linked_cards
        where partner_id = card.partner_id and member_id = card.member_id and card_token = card.card_token)`.as(
        'links',
      ),
    )
    .where('card.id', '=', cardId)
    .forNoKeyUpdate('member')
    .executeTakeFirst()
}

/** The restaurant of the member's dine that one of these transactions charged. */
export function dineOfTransaction(
  db: Db,
  owner: { partnerId: string; memberId: string },
  transactionIds: readonly string[],
): Promise<{ merchantId: string | null } | undefined> {
  return db
    .selectFrom('dineAmounts as amount')
    .innerJoin('dines as dine', join =>
      join.onRef('dine.id', '=', 'amount.dineId').onRef('dine.partnerId', '=', 'amount.partnerId'),
    )
    .select('dine.merchantId')
    .where('amount.partnerId', '=', owner.partnerId)
    .where('amount.transactionId', 'in', transactionIds)
    .where('amount.kind', '!=', 'refund')
    .where('dine.memberId', '=', owner.memberId)
    .limit(1)
    .executeTakeFirst()
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

/** @returns false when the transaction id names another dine of the partner. */
export async function insertDine(
  db: Db,
  dine: Omit<Insertable<DinesTable>, 'decision'> & { decision: RecordedDecision },
): Promise<boolean> {
  const inserted = await db
    .insertInto('dines')
    .values({ ...dine, decision: JSON.stringify(dine.decision) })
    .onConflict(conflict => conflict.columns(['partnerId', 'sourceTransactionId']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}

export async function updateDine(
  db: Db,
  partnerId: string,
  dineId: string,
  changes: Omit<Updateable<DinesTable>, 'decision'> & { decision: RecordedDecision },
): Promise<void> {
  await db
    .updateTable('dines')
    .set({ ...changes, decision: JSON.stringify(changes.decision) })
    .where('partnerId', '=', partnerId)
    .where('id', '=', dineId)
    .execute()
}

/** Delete dines whose movements belong to other dines now. Their postings and reversals stay. */
export async function deleteDines(db: Db, partnerId: string, dineIds: readonly string[]): Promise<void> {
  if (dineIds.length === 0) return
  await db.deleteFrom('dines').where('partnerId', '=', partnerId).where('id', 'in', dineIds).execute()
}

/** Dines that earned since a day, and their rewards. */
export async function selectSummary(
  db: Db,
  owner: { partnerId: string; memberId: string },
  since: string,
): Promise<{ rewardUnits: number; dines: number }> {
  return db
    .selectFrom('dines')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('rewardUnits'), sql<number>`0`).as('rewardUnits'),
      fn.countAll<number>().as('dines'),
    ])
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('status', 'in', ['Awarded', 'Paid'])
    .where('dinedAt', '>=', since)
    .executeTakeFirstOrThrow()
}

export async function expirePending(db: Db, partnerId: string, seenBefore: Date, now: Date): Promise<number> {
  const result = await db
    .updateTable('dines')
    .set({ status: 'Forfeit', rewardUnits: 0, reasonCode: 'authorization_expired', updatedAt: now })
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'Pending')
    .where('clearedCents', 'is', null)
    .where('createdAt', '<', seenBefore)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** PostgreSQL formats a timestamp with a space. */
export const localTime = (text: string): string => text.replace(' ', 'T').slice(0, 19)
