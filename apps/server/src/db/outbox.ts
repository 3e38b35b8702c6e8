import { type Selectable, sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Tables } from './tables.ts'

/** Tables of messages that wait to be sent, with the columns that they share. */
export type Outbox = 'outgoingMails' | 'outgoingTexts'
type SharedColumns = Omit<Selectable<Tables['outgoingTexts']>, 'body'>
export type Message<T extends Outbox> = Selectable<Tables[T]> & SharedColumns
const shared = (outbox: Outbox) => outbox as 'outgoingTexts'

/** Take the oldest due message and postpone its retry: no two processes send it, and a crash sends it again. */
export async function takeDueMessage<T extends Outbox>(
  db: Db,
  outbox: T,
  { now, tryAgainAt }: { now: Date; tryAgainAt: Date },
): Promise<Message<T> | null> {
  const due = db
    .selectFrom(shared(outbox))
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .updateTable(shared(outbox))
    .set(eb => ({ nextAttemptAt: tryAgainAt, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .executeTakeFirst()
  return (row as Message<T> | undefined) ?? null
}

/** What became of an attempt. */
export type Outcome = Partial<SharedColumns & Pick<Message<'outgoingMails'>, 'textBody' | 'htmlBody'>>

export async function updateMessage(db: Db, outbox: Outbox, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable(shared(outbox)).set(outcome).where('id', '=', id).execute()
}

/** Given up, newest first. */
export async function listFailedMessages<T extends Outbox>(
  db: Db,
  outbox: T,
  limit: number,
): Promise<Message<T>[]> {
  const rows = await db
    .selectFrom(shared(outbox))
    .selectAll()
    .where('failedAt', 'is not', null)
    .orderBy('failedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as Message<T>[]
}

/** @returns its partner; null when it was not given up, or its body was deleted because it held a code. */
export async function reviveMessage(db: Db, outbox: Outbox, id: string, now: Date): Promise<string | null> {
  const row = await db
    .updateTable(shared(outbox))
    .set({ failedAt: null, attempts: 0, nextAttemptAt: now })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .$if(outbox === 'outgoingMails', query => query.where(sql<boolean>`html_body <> ''`))
    .returning('partnerId')
    .executeTakeFirst()
  return row?.partnerId ?? null
}
