import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { RepeatedReport } from '@dineward/core/rewards/repeated-movements.rules.ts'
import { sql } from 'kysely'
import { inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'

interface DineMovement {
  readonly partnerId: string
  readonly dineId: string
  readonly movement: Movement
  readonly now: Date
}

/** A known movement keeps its card and restaurant. */
export function upsertAmount(db: Db, amount: DineMovement): Promise<void> {
  return inOneStatement(db, upsertAmounts, amount)
}

async function upsertAmounts(db: Db, amounts: readonly DineMovement[]): Promise<undefined[]> {
  const all = amounts.map(({ partnerId, dineId, movement, now }) => {
    return { ...movement, partnerId, dineId, createdAt: now }
  })
  const { columns, source } = unnested(all, {
    partnerId: 'text',
    dineId: 'text',
    sourceKey: 'text',
    kind: 'text',
    transactionId: 'text',
    originalTransactionId: 'text',
    merchantId: 'text',
    linkedCardId: 'text',
    authCode: 'text',
    amountCents: 'bigint',
    occurredAt: 'timestamp',
    reportedAt: 'timestamptz',
    cardEventId: 'bigint',
    createdAt: 'timestamptz',
  })
  await sql`
    insert into dine_amounts (${columns}) select * from ${source}
    on conflict (partner_id, source_key) do update set
      dine_id = excluded.dine_id, amount_cents = excluded.amount_cents, occurred_at = excluded.occurred_at,
      auth_code = excluded.auth_code, original_transaction_id = excluded.original_transaction_id,
      reported_at = excluded.reported_at, card_event_id = excluded.card_event_id`.execute(db)
  return amounts.map(() => undefined)
}

/** A newer report confirmed the amount, so that a late one in between cannot change it. */
export async function confirmAmount(
  db: Db,
  partnerId: string,
  sourceKey: string,
  reportedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('dineAmounts')
    .set({ reportedAt })
    .where('partnerId', '=', partnerId)
    .where('sourceKey', '=', sourceKey)
    .execute()
}

export async function removeAmount(db: Db, partnerId: string, sourceKey: string): Promise<void> {
  await db
    .deleteFrom('dineAmounts')
    .where('partnerId', '=', partnerId)
    .where('sourceKey', '=', sourceKey)
    .execute()
}

/** The transaction that counts for a charge which another network reported first; its clearing before its authorization. */
export async function findCountedCharge(
  db: Db,
  { partnerId, transactionId }: { readonly partnerId: string; readonly transactionId: string },
): Promise<string | null> {
  const { rows } = await sql<{ transactionId: string }>`
    select amount.transaction_id
    from card_events event
    join dine_amounts amount on amount.partner_id = event.partner_id and amount.source_key = event.source_key
    where event.transaction_id = ${transactionId} and event.partner_id = ${partnerId}
      and event.reason_code = ${otherNetwork} and amount.kind <> 'refund'
    order by amount.kind = 'clearing' desc, event.id desc limit 1`.execute(db)
  return rows[0]?.transactionId ?? null
}

/** What events of other networks repeat of these movements. */
export function selectRepeatedReports(
  db: Db,
  partnerId: string,
  sourceKeys: readonly string[],
): Promise<RepeatedReport[]> {
  return (
    db
      .selectFrom('cardEvents')
      .select(({ ref }) => [
        ref('sourceKey').$notNull().as('sourceKey'),
        ref('transactionId').$notNull().as('transactionId'),
      ])
      .where('partnerId', '=', partnerId)
      .where('sourceKey', 'in', sourceKeys)
      // A literal, for the partial index.
      .where('reasonCode', '=', sql.lit(otherNetwork))
      .execute()
  )
}

/** The reason code of an event that another network reported before. */
export const otherNetwork = 'reported_by_other_network'
