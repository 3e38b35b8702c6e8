import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OutgoingTextsTable, ReceivedTextsTable } from './text-messages.tables.ts'

export type TextRow = Selectable<OutgoingTextsTable>

/** Once for each cause. */
export async function insertText(db: Db, text: Insertable<OutgoingTextsTable>): Promise<void> {
  await db
    .insertInto('outgoingTexts')
    .values(text)
    .onConflict(conflict => conflict.columns(['partnerId', 'cause']).doNothing())
    .execute()
}

/** Take the oldest due text and postpone its retry: no two processes send it, and a crash sends it again. */
export async function takeDueText(db: Db, now: Date, tryAgainAt: Date): Promise<TextRow | null> {
  const due = db
    .selectFrom('outgoingTexts')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .updateTable('outgoingTexts')
    .set(eb => ({ nextAttemptAt: tryAgainAt, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

type Outcome = Partial<Pick<TextRow, 'sentAt' | 'failedAt' | 'lastError' | 'nextAttemptAt'>>

export async function updateText(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable('outgoingTexts').set(outcome).where('id', '=', id).execute()
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

export async function listFailedTexts(db: Db, limit: number): Promise<TextRow[]> {
  return db
    .selectFrom('outgoingTexts')
    .selectAll()
    .where('failedAt', 'is not', null)
    .orderBy('failedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** @returns null when it was not given up. */
export async function reviveText(db: Db, id: string, now: Date): Promise<TextRow | null> {
  const row = await db
    .updateTable('outgoingTexts')
    .set({ failedAt: null, attempts: 0, nextAttemptAt: now })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
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

export async function deleteReceivedTexts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('receivedTexts').where('receivedAt', '<', before).execute()
}
