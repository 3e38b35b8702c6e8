import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export interface ArrivedEvent {
  readonly id: number
  readonly provider: string
  readonly event: string
  readonly kind: Movement['kind']
  readonly transactionId: string
  readonly amountCents: number
  readonly body: string
  readonly receivedAt: Date
  readonly reasonCode: string | null
  /** This is the local date of the movement; it is null where it is not processed. */
  readonly occurredOn: string | null
}

/* The events are readable ones, oldest first. Claims are no reports of a network. */

const columns = sql`
  event.id, event.provider, event.event, event.kind, event.transaction_id, event.amount_cents, event.body,
  event.received_at, event.reason_code, to_char(amount.occurred_at, 'YYYY-MM-DD') as occurred_on
  from card_events event
  left join dine_amounts amount on amount.partner_id = event.partner_id and amount.source_key = event.source_key`

export async function selectArrivedByIds(db: Db, transactionIds: readonly string[]): Promise<ArrivedEvent[]> {
  const { rows } = await sql<ArrivedEvent>`
    select ${columns}
    where event.transaction_id = any(${transactionIds}::text[]) and event.kind is not null
      and event.provider <> 'claim'
    order by event.id`.execute(db)
  return rows
}

export async function selectArrivedSince(
  db: Db,
  input: { network: CardNetwork; since: Date; after: number; limit: number },
): Promise<ArrivedEvent[]> {
  const { network, since, after, limit } = input
  const { rows } = await sql<ArrivedEvent>`
    select ${columns}
    where event.id > ${after} and event.provider = ${network} and event.transaction_id is not null
      and event.kind is not null and event.received_at >= ${since.toISOString()}::timestamptz
    order by event.id
    limit ${limit}`.execute(db)
  return rows
}
