import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { RecordedPastDine } from './past-dine.rules.ts'

/** Existing ones stay unchanged. */
export async function insertPastDines(db: Db, dines: readonly RecordedPastDine[]): Promise<void> {
  await sql`
    insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
      source_transaction_id, auth_code, dined_at, authorized_cents, cleared_cents, refunded_cents, reward_units,
      status, reason_code, decision, paid_at, created_at, updated_at)
    select id, "partnerId", "memberId", "linkedCardId", "cardLastFour", "merchantId", "merchantName",
      "sourceTransactionId", "authCode", "dinedAt", "authorizedCents", "clearedCents", "refundedCents", "rewardUnits",
      status, "reasonCode", decision, "paidAt", "createdAt", "updatedAt"
    from jsonb_to_recordset(${JSON.stringify(dines.map(({ row }) => row))}::jsonb) as r(
      id text, "partnerId" text, "memberId" text, "linkedCardId" text, "cardLastFour" text, "merchantId" text,
      "merchantName" text, "sourceTransactionId" text, "authCode" text, "dinedAt" timestamp, "authorizedCents" bigint,
      "clearedCents" bigint, "refundedCents" bigint, "rewardUnits" bigint, status text, "reasonCode" text,
      decision jsonb, "paidAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)
    on conflict (partner_id, source_transaction_id) do nothing`.execute(db)
  const amounts = dines.flatMap(({ row, movements, clearedAt }) =>
    movements.map(movement => ({
      ...movement,
      partnerId: row.partnerId,
      dineId: row.id,
      createdAt: clearedAt,
    })),
  )
  await sql`
    insert into dine_amounts (partner_id, dine_id, source_key, kind, amount_cents, transaction_id,
      original_transaction_id, auth_code, occurred_at, linked_card_id, merchant_id, created_at)
    select "partnerId", "dineId", "sourceKey", kind, "amountCents", "transactionId", "originalTransactionId",
      "authCode", "occurredAt", "linkedCardId", "merchantId", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as r(
      "partnerId" text, "dineId" text, "sourceKey" text, kind text, "amountCents" bigint, "transactionId" text,
      "originalTransactionId" text, "authCode" text, "occurredAt" timestamp, "linkedCardId" text, "merchantId" text,
      "createdAt" timestamptz)
    on conflict (partner_id, source_key) do nothing`.execute(db)
}
