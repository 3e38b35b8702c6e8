import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { Db } from '../../db/open-database.ts'

export async function upsertAmount(
  db: Db,
  input: { partnerId: string; dineId: string; movement: Movement; now: Date },
): Promise<void> {
  const { partnerId, dineId, now } = input
  const { sourceKey, kind, transactionId, merchantId, linkedCardId, ...rest } = input.movement
  const { amountCents, occurredAt, authCode, originalTransactionId, reportedAt, cardEventId } = rest
  const version = { amountCents, occurredAt, authCode, originalTransactionId, reportedAt, cardEventId }
  await db
    .insertInto('dineAmounts')
    .values({
      ...version,
      partnerId,
      dineId,
      sourceKey,
      kind,
      transactionId,
      merchantId,
      linkedCardId,
      createdAt: now,
    })
    .onConflict(conflict => conflict.columns(['partnerId', 'sourceKey']).doUpdateSet({ dineId, ...version }))
    .execute()
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
