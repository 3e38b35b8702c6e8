import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { unnested } from '../../../db/unnested.ts'
import type { DineKey } from './dines.repository.ts'

export interface DineMovement {
  readonly partnerId: string
  readonly dineId: string
  readonly movement: Movement
}

/** A known movement keeps its card and restaurant. */
export async function upsertAmounts(db: Db, amounts: readonly DineMovement[], now: Date): Promise<void> {
  if (amounts.length === 0) return
  const all = amounts.map(({ partnerId, dineId, movement }) => {
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
}

export interface AmountKey {
  readonly partnerId: string
  readonly sourceKey: string
}

/** A newer report confirmed the amounts, so that a late one in between cannot change them. */
export async function confirmAmounts(
  db: Db,
  amounts: readonly (AmountKey & { readonly reportedAt: Date | null })[],
): Promise<void> {
  if (amounts.length === 0) return
  const { source } = unnested(amounts, { partnerId: 'text', sourceKey: 'text', reportedAt: 'timestamptz' })
  await sql`
    update dine_amounts amount set reported_at = confirmed.reported_at
    from ${source} as confirmed (partner_id, source_key, reported_at)
    where amount.partner_id = confirmed.partner_id and amount.source_key = confirmed.source_key`.execute(db)
}

/** @param amounts by their source keys */
export async function removeAmounts(db: Db, amounts: readonly DineKey[]): Promise<void> {
  if (amounts.length === 0) return
  const { source } = unnested(amounts, { partnerId: 'text', id: 'text' })
  await sql`
    delete from dine_amounts amount using ${source} as gone (partner_id, source_key)
    where amount.partner_id = gone.partner_id and amount.source_key = gone.source_key`.execute(db)
}
