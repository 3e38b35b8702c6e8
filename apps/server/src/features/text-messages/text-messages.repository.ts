import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OutgoingTextsTable, ReceivedTextsTable } from './text-messages.tables.ts'

export type TextRow = Selectable<OutgoingTextsTable>

/** A cause has one text. */
export async function insertText(db: Db, text: Insertable<OutgoingTextsTable>): Promise<void> {
  await db
    .insertInto('outgoingTexts')
    .values(text)
    .onConflict(conflict => conflict.columns(['partnerId', 'cause']).doNothing())
    .execute()
}

/** A text that waits too long is given up, with its code. */
export async function failExpiredTexts(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outgoingTexts')
    .set({ body: '', failedAt: now, lastError: 'expired before it could be sent' })
    .where('secretUntil', '<=', now)
    .where('body', '<>', '')
    .where('sentAt', 'is', null)
    .execute()
}

export async function latestTexts(db: Db, partnerId: string, limit: number): Promise<TextRow[]> {
  return db
    .selectFrom('outgoingTexts')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Those that wait for this number are not sent. */
export async function failTextsTo(
  db: Db,
  { partnerId, recipient, reason, now }: { partnerId: string; recipient: string; reason: string; now: Date },
): Promise<void> {
  await db
    .updateTable('outgoingTexts')
    .set({ failedAt: now, lastError: reason })
    .where('partnerId', '=', partnerId)
    .where('recipient', '=', recipient)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
}

/** @returns false when it was handled before. */
export async function insertReceivedText(db: Db, text: Insertable<ReceivedTextsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('receivedTexts')
    .values(text)
    .onConflict(conflict => conflict.columns(['partnerId', 'providerId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
