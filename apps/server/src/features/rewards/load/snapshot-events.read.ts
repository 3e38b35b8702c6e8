import { earlyVoid, otherNetwork } from '@dineward/core/rewards/decide.rules.ts'
import type { RepeatedReport } from '@dineward/core/rewards/movements/repeated-movements.rules.ts'
import type { MemberKey } from '@dineward/core/rewards/snapshot.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { byKey, unnested } from '../../../db/unnested.ts'
import type { CardEvent } from '../../card-events/card-events.tables.ts'
import type { TransactionKey } from './snapshot-dines.read.ts'

/* What a decision reads about events that came before: one statement for the events of a batch. */

export interface CardNumber extends MemberKey {
  readonly cardToken: string
}

/** Parked refunds wait for members' card numbers. The status is a literal, for the partial index. */
export async function selectWaitingRefunds(db: Db, cards: readonly CardNumber[]): Promise<CardEvent[][]> {
  if (cards.length === 0) return []
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

export interface Authorized extends MemberKey {
  readonly transactionId: string
}

/** Voids of members that came before their authorizations; none once these are known. */
export async function selectEarlyVoids(db: Db, authorized: readonly Authorized[]): Promise<CardEvent[][]> {
  if (authorized.length === 0) return []
  const { source } = unnested(authorized, { partnerId: 'text', memberId: 'text', transactionId: 'text' })
  const { rows } = await sql<CardEvent & { n: number }>`
    select authorized.n::int, event.*
    from ${source} with ordinality as authorized (partner_id, member_id, transaction_id, n)
    join card_events event on event.transaction_id = authorized.transaction_id
      and event.partner_id = authorized.partner_id
    join linked_cards card on card.partner_id = authorized.partner_id and card.id = event.linked_card_id
      and card.member_id = authorized.member_id
    where event.status = 'processed' and event.reason_code = ${earlyVoid}
    order by event.id`.execute(db)
  return byKey(authorized, rows)
}

/** The transactions that count for charges which another network reported first; a clearing before its authorization. */
export async function selectCountedCharges(
  db: Db,
  transactions: readonly TransactionKey[],
): Promise<(string | null)[]> {
  if (transactions.length === 0) return []
  const { source } = unnested(transactions, { partnerId: 'text', id: 'text' })
  const { rows } = await sql<{ n: number; counted: string }>`
    select wanted.n::int, amount.transaction_id as counted
    from ${source} with ordinality as wanted (partner_id, id, n)
    join card_events event on event.transaction_id = wanted.id and event.partner_id = wanted.partner_id
      and event.reason_code = ${sql.lit(otherNetwork)}
    join dine_amounts amount on amount.partner_id = event.partner_id and amount.source_key = event.source_key
      and amount.kind <> 'refund'
    order by amount.kind = 'clearing' desc, event.id desc`.execute(db)
  return byKey(transactions, rows).map(([first]) => first?.counted ?? null)
}

export interface MovementKey {
  readonly partnerId: string
  readonly transactionId: string
  readonly sourceKey: string
}

/** What events of other networks repeat of movements. The reason is a literal, for the partial index. */
export async function selectRepeatedReports(
  db: Db,
  movements: readonly MovementKey[],
): Promise<RepeatedReport[]> {
  if (movements.length === 0) return []
  const { source } = unnested(movements, { partnerId: 'text', sourceKey: 'text' })
  const { rows } = await sql<RepeatedReport>`
    select event.source_key, event.transaction_id
    from ${source} as wanted (partner_id, source_key)
    join card_events event on event.partner_id = wanted.partner_id and event.source_key = wanted.source_key
    where event.reason_code = ${sql.lit(otherNetwork)} and event.transaction_id is not null`.execute(db)
  return rows
}

/** When refunds were first received, whichever of their events was processed first; by their keys, in ms. */
export async function selectFirstReports(
  db: Db,
  refunds: readonly MovementKey[],
): Promise<ReadonlyMap<string, number>> {
  if (refunds.length === 0) return new Map()
  const { source } = unnested(refunds, { partnerId: 'text', transactionId: 'text', sourceKey: 'text' })
  const { rows } = await sql<{ sourceKey: string; at: number | null }>`
    select wanted.source_key, extract(epoch from least(
      (select min(event.received_at) from card_events event
        where event.transaction_id = wanted.transaction_id and event.status <> 'refused'
          and event.kind = 'refund'),
      (select min(event.received_at) from card_events event
        where event.partner_id = wanted.partner_id and event.source_key = wanted.source_key
          and event.reason_code = ${sql.lit(otherNetwork)}))) * 1000 as at
    from ${source} as wanted (partner_id, transaction_id, source_key)`.execute(db)
  return new Map(rows.flatMap(({ sourceKey, at }) => (at === null ? [] : [[sourceKey, at]])))
}
