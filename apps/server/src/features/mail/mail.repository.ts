import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OutgoingMailsTable } from './mail.tables.ts'

export type MailRow = Selectable<OutgoingMailsTable>

/** @returns false when this cause has its mail. */
export async function insertMail(db: Db, mail: Insertable<OutgoingMailsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('outgoingMails')
    .values(mail)
    .onConflict(conflict => conflict.columns(['partnerId', 'cause']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Take the oldest due mail and postpone its retry: no two processes send it, and a crash sends it again. */
export async function takeDueMail(db: Db, now: Date, tryAgainAt: Date): Promise<MailRow | null> {
  const due = db
    .selectFrom('outgoingMails')
    .select('id')
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .updateTable('outgoingMails')
    .set(eb => ({ nextAttemptAt: tryAgainAt, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('outgoingMails').set({ sentAt: now, lastError: null }).where('id', '=', id).execute()
}

export async function markFailed(db: Db, id: string, reason: string, nextAttemptAt: Date): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ lastError: reason, nextAttemptAt })
    .where('id', '=', id)
    .execute()
}

export async function latestMails(db: Db, partnerId: string, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('outgoingMails')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findMail(db: Db, partnerId: string, id: string): Promise<MailRow | null> {
  const row = await db
    .selectFrom('outgoingMails')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
