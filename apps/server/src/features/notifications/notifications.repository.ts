import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OutgoingPushesTable, PushSubscriptionsTable } from './notifications.tables.ts'

export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** The newest come first. */
export async function findSubscriptions(
  db: Db,
  { partnerId, memberId }: MemberKey,
): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function findSubscription(
  db: Db,
  partnerId: string,
  id: string,
): Promise<PushSubscriptionRow | null> {
  const row = await db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Call it in a transaction. One of another member is deleted first, with what waits for it. */
export async function saveSubscription(
  db: Db,
  subscription: Insertable<PushSubscriptionsTable>,
): Promise<void> {
  const { partnerId, id, memberId, p256dh, auth, sessionId } = subscription
  await db
    .deleteFrom('pushSubscriptions')
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('memberId', '!=', memberId)
    .execute()
  await db
    .insertInto('pushSubscriptions')
    .values(subscription)
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'id'])
        .doUpdateSet({ p256dh, auth, sessionId })
        .where('pushSubscriptions.memberId', '=', memberId),
    )
    .execute()
}

export async function deleteOldSubscriptions(
  db: Db,
  { partnerId, memberId }: MemberKey,
  kept: number,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where partner_id = ${partnerId} and id in (
      select id from push_subscriptions
      where partner_id = ${partnerId} and member_id = ${memberId}
      order by created_at desc, id offset ${kept})`.execute(db)
}

/** @returns how many. */
export async function deleteSubscriptions(
  db: Db,
  partnerId: string,
  which: {
    readonly memberId?: string
    readonly id?: string
    readonly sessionIds?: readonly string[]
    readonly exceptSessionId?: string
  },
): Promise<number> {
  const { memberId, id, sessionIds, exceptSessionId } = which
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscriptions')
    .where('partnerId', '=', partnerId)
    .$if(memberId !== undefined, query => query.where('memberId', '=', memberId!))
    .$if(id !== undefined, query => query.where('id', '=', id!))
    .$if(sessionIds !== undefined, query => query.where('sessionId', 'in', sessionIds!))
    .$if(exceptSessionId !== undefined, query => query.where('sessionId', '!=', exceptSessionId!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A cause has one push. */
export async function insertPush(db: Db, push: Insertable<OutgoingPushesTable>): Promise<void> {
  await db
    .insertInto('outgoingPushes')
    .values(push)
    .onConflict(conflict => conflict.columns(['partnerId', 'cause']).doNothing())
    .execute()
}
