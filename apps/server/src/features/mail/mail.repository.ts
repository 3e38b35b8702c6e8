import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OutgoingMailsTable } from './mail.tables.ts'

export type MailRow = Selectable<OutgoingMailsTable>

const noBodies = { textBody: '', htmlBody: '' }

/** A cause that has its mail keeps it. */
export async function insertMails(db: Db, mails: readonly Insertable<OutgoingMailsTable>[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .insertInto('outgoingMails')
    .values(mails)
    .onConflict(conflict => conflict.columns(['partnerId', 'cause']).doNothing())
    .execute()
}

/** What waits too long is given up, with its code. */
export async function failExpiredMails(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ ...noBodies, failedAt: now, lastError: 'expired before it could be sent' })
    .where('secretUntil', '<=', now)
    .where('htmlBody', '<>', '')
    .where('sentAt', 'is', null)
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

export async function findSubscriber(db: Db, partnerId: string, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('outgoingMails')
    .select('subscriberId')
    .where('partnerId', '=', partnerId)
    .where('unsubscribeToken', '=', token)
    .executeTakeFirst()
  return row?.subscriberId ?? null
}
