import { type Selectable, sql } from 'kysely'
import type { OutboxColumns } from './column-types.ts'
import { oldestRows, takeOfPrograms } from './of-programs.ts'
import type { Db } from './open-database.ts'
import type { Tables } from './tables.ts'

/** Tables of messages that wait to be sent, with the columns that they share. */
export type Outbox = 'outgoingMails' | 'outgoingPushes' | 'outgoingTexts'
type SharedColumns = Selectable<OutboxColumns>
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
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
  const row = await takeOfPrograms(await due.select('partnerId').limit(oldestRows).execute(), partnerId =>
    db
      .updateTable(shared(outbox))
      .set(eb => ({ nextAttemptAt: tryAgainAt, attempts: eb('attempts', '+', 1) }))
      .where('partnerId', '=', partnerId)
      // `in` would not do: a plan may run that query once a row, and postpone others.
      .where('id', '=', due.select('id').where('partnerId', '=', partnerId).limit(1).forUpdate().skipLocked())
      .returningAll()
      .executeTakeFirst(),
  )
  return row as Message<T> | null
}

export type Outcome = Partial<
  SharedColumns &
    Pick<Message<'outgoingMails'>, 'textBody' | 'htmlBody'> &
    Pick<Message<'outgoingTexts'>, 'body'>
>

export async function updateMessage(
  db: Db,
  outbox: Outbox,
  { partnerId, id }: Pick<SharedColumns, 'partnerId' | 'id'>,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable(shared(outbox))
    .set(outcome)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** It clears those sent before: what they said is gone, that they were sent stays. */
export async function clearSentBodies(
  db: Db,
  outbox: Outbox,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const [table, body] =
    outbox === 'outgoingMails' ? ([outbox, 'htmlBody'] as const) : ([shared(outbox), 'body'] as const)
  const old = await db
    .selectFrom(table as 'outgoingMails')
    .select(['partnerId', 'id'])
    .where('sentAt', 'is not', null)
    .where(body as 'htmlBody', '<>', '')
    .where('createdAt', '<', before)
    .limit(limit)
    .execute()
  for (const [partnerId, rows] of Map.groupBy(old, row => row.partnerId))
    await db
      .updateTable(table as 'outgoingMails')
      .set(outbox === 'outgoingMails' ? { textBody: '', htmlBody: '' } : ({ body: '' } as object))
      .where('partnerId', '=', partnerId)
      .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::text[])`)
      .execute()
  return old.length
}

/** These were given up; the newest come first. */
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

export interface OutboxQuery {
  readonly partnerIds: readonly string[]
  readonly state: 'failed' | 'waiting'
  /** It is the last message of the page before. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** The newest come first. */
export async function listMessages<T extends Outbox>(
  db: Db,
  outbox: T,
  { partnerIds, state, after, limit }: OutboxQuery,
): Promise<Message<T>[]> {
  const rows = await db
    .selectFrom(shared(outbox))
    .selectAll()
    .where('partnerId', 'in', partnerIds)
    .where('failedAt', state === 'failed' ? 'is not' : 'is', null)
    .$if(state === 'waiting', query => query.where('sentAt', 'is', null))
    .$if(after !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'id'), '<', tuple(after!.createdAt, after!.id)),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as Message<T>[]
}

export async function countMessages(
  db: Db,
  outbox: Outbox,
  partnerIds: readonly string[],
): Promise<{ waiting: number; failed: number; oldestWaitingAt: Date | null }> {
  const isFailed = sql`failed_at is not null`
  return db
    .selectFrom(shared(outbox))
    .select([
      sql<number>`count(*) filter (where not ${isFailed})::int`.as('waiting'),
      sql<number>`count(*) filter (where ${isFailed})::int`.as('failed'),
      sql<Date | null>`min(created_at) filter (where not ${isFailed})`.as('oldestWaitingAt'),
    ])
    .where('partnerId', 'in', partnerIds)
    .where(where =>
      where.or([
        where('failedAt', 'is not', null),
        where.and([where('sentAt', 'is', null), where('failedAt', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
}

/** The body of a message that held a code is deleted when it is given up. */
const keepsBody = (outbox: Outbox) =>
  outbox === 'outgoingMails'
    ? sql<boolean>`html_body <> ''`
    : outbox === 'outgoingTexts'
      ? sql<boolean>`body <> ''`
      : sql<boolean>`true`

/** It revives messages of one program that were given up. @param id all of them without it */
export async function reviveMessages(
  db: Db,
  outbox: Outbox,
  { partnerId, id, now, limit }: { partnerId: string; id?: string | undefined; now: Date; limit: number },
): Promise<string[]> {
  const found = db
    .selectFrom(shared(outbox))
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('failedAt', 'is not', null)
    .$if(id !== undefined, query => query.where('id', '=', id!))
    .where(keepsBody(outbox))
    .orderBy('failedAt')
    .limit(limit)
  const rows = await db
    .updateTable(shared(outbox))
    .set({ failedAt: null, attempts: 0, nextAttemptAt: now })
    .where('partnerId', '=', partnerId)
    .where('id', 'in', found)
    .returning('id')
    .execute()
  return rows.map(one => one.id)
}

/** @returns its partner; null when it was not given up, or its body was deleted because it held a code. */
export async function reviveMessage(db: Db, outbox: Outbox, id: string, now: Date): Promise<string | null> {
  const row = await db
    .updateTable(shared(outbox))
    .set({ failedAt: null, attempts: 0, nextAttemptAt: now })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .where(keepsBody(outbox))
    .returning('partnerId')
    .executeTakeFirst()
  return row?.partnerId ?? null
}
