import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import type { Generated, Selectable } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface CardEventTables {
  cardEvents: CardEventsTable
  /** A trigger on events writes it. */
  cardEventKeys: { dedupeKey: string; eventId: number; receivedAt: Timestamp }
}

/** The inbox keeps network events verbatim. */
export interface CardEventsTable {
  id: Generated<number>
  provider: string
  event: string
  dedupeKey: string
  body: string
  receivedAt: Timestamp
  status: 'received' | 'processed' | 'parked' | 'refused'
  reasonCode: string | null
  /** From the body, null where it is invalid. */
  kind: Movement['kind'] | null
  /** Of a claim, once the network has reported it, from the report. */
  transactionId: string | null
  /** The amount is positive, for refunds too. */
  amountCents: number | null
  reportedCardId: string | null
  /** Known once it is processed. */
  partnerId: string | null
  linkedCardId: string | null
  merchantId: string | null
  /** The movement it reports (`dine_amounts`); several events may report one. */
  sourceKey: string | null
  dineId: string | null
  processedAt: NullableTimestamp
  attempts: Generated<number>
  retryAt: NullableTimestamp
  lastError: string | null
}

export type CardEvent = Selectable<CardEventsTable>
