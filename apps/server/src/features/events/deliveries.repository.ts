import type { WebhookAnswer } from '@dineward/core/events/webhook-delivery.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ApiEventsTable, WebhookDeliveriesTable, WebhookEndpointsTable } from './events.tables.ts'

export type EndpointRow = Selectable<WebhookEndpointsTable>
export type EventRow = Selectable<ApiEventsTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>

export interface EndpointKey {
  readonly partnerId: string
  readonly id: string
}

/** Of all programs: a worker sends for each of them. */
export function selectDueEndpoints(db: Db, now: Date): Promise<EndpointKey[]> {
  return db
    .selectFrom('webhookEndpoints as endpoint')
    .select(['endpoint.partnerId', 'endpoint.id'])
    .where('endpoint.disabledAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookDeliveries as delivery')
          .select('delivery.id')
          .whereRef('delivery.partnerId', '=', 'endpoint.partnerId')
          .whereRef('delivery.endpointId', '=', 'endpoint.id')
          .where('delivery.nextAttemptAt', '<=', now),
      ),
    )
    .execute()
}

export interface DueDelivery extends EndpointKey {
  readonly attempts: number
  readonly endpoint: EndpointRow
  readonly event: EventRow
}

/** Takes the oldest that are due: until the lease ends no other process sends them, and then again if this one died. */
export async function takeDueDeliveries(
  db: Db,
  endpoint: EndpointKey,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<{ id: string; attempts: number; eventId: string }>`
    update webhook_deliveries set next_attempt_at = ${leaseUntil}
    from (
      select ctid from webhook_deliveries
      where partner_id = ${endpoint.partnerId} and endpoint_id = ${endpoint.id} and next_attempt_at <= ${now}
        and exists (
          select from webhook_endpoints where partner_id = ${endpoint.partnerId} and id = ${endpoint.id}
            and disabled_at is null
        )
      order by next_attempt_at limit ${limit} for update skip locked
    ) as due
    where webhook_deliveries.partner_id = ${endpoint.partnerId} and webhook_deliveries.ctid = due.ctid
    returning id, attempts, event_id as "eventId"`.execute(db)
  if (rows.length === 0) return []
  const found = await findEndpoint(db, endpoint)
  const events = await selectEvents(
    db,
    endpoint.partnerId,
    rows.map(({ eventId }) => eventId),
  )
  return rows.flatMap(({ id, attempts, eventId }) => {
    const event = events.get(eventId)
    return event && found ? [{ partnerId: endpoint.partnerId, id, attempts, endpoint: found, event }] : []
  })
}

export function findEndpoint(db: Db, { partnerId, id }: EndpointKey): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function selectEvents(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventRow>> {
  const rows = await db
    .selectFrom('apiEvents')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** @param nextAttemptAt null where it has arrived */
export async function noteAttempt(
  db: Db,
  { partnerId, id }: EndpointKey,
  {
    at,
    nextAttemptAt,
    ...answer
  }: WebhookAnswer & { readonly at: Date; readonly nextAttemptAt: Date | null },
): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set(eb => ({ ...answer, nextAttemptAt, lastAttemptAt: at, attempts: eb('attempts', '+', 1) }))
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** @returns null where it was disabled before */
export async function disableEndpointRow(
  db: Db,
  { partnerId, id }: EndpointKey,
  { at, reason }: { readonly at: Date; readonly reason: NonNullable<EndpointRow['disabledReason']> },
): Promise<EndpointRow | null> {
  const row = await db
    .updateTable('webhookEndpoints')
    .set({ disabledAt: at, disabledReason: reason })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Those that have a delivery already get their attempts anew. @returns how many are sent */
export async function queueSince(
  db: Db,
  { partnerId, id, types }: Pick<EndpointRow, 'partnerId' | 'id' | 'types'>,
  { from, now }: { readonly from: Date; readonly now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (partner_id, id, endpoint_id, event_id, next_attempt_at, created_at)
    select partner_id, 'dlv_' || replace(gen_random_uuid()::text, '-', ''), ${id}, id, ${now}, ${now}
    from api_events
    where partner_id = ${partnerId} and occurred_at >= ${from} and type <> 'endpoint.test'
      and (${types}::text[] is null or type = any (${types}::text[]))
    on conflict (partner_id, endpoint_id, event_id) do update set next_attempt_at = ${now}, attempts = 0`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Those that wait are tried at once, with all their attempts. */
export async function reviveDeliveries(db: Db, { partnerId, id }: EndpointKey, now: Date): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: now, attempts: 0 })
    .where('partnerId', '=', partnerId)
    .where('endpointId', '=', id)
    .where('nextAttemptAt', 'is not', null)
    .execute()
}

export async function queueAgain(
  db: Db,
  { partnerId, id: endpointId }: EndpointKey,
  { deliveryId, now }: { readonly deliveryId: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: now, attempts: 0 })
    .where('partnerId', '=', partnerId)
    .where('endpointId', '=', endpointId)
    .where('id', '=', deliveryId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertDelivery(
  db: Db,
  delivery: Pick<DeliveryRow, 'partnerId' | 'id' | 'endpointId' | 'eventId' | 'createdAt'> & {
    readonly nextAttemptAt: Date
  },
): Promise<void> {
  await db
    .insertInto('webhookDeliveries')
    .values({ ...delivery, code: null, status: null, milliseconds: null, answer: null })
    .execute()
}

export type ListedDeliveryRow = DeliveryRow & { readonly event: EventRow }

/** The newest come first. */
export async function selectDeliveries(
  db: Db,
  { partnerId, id: endpointId }: EndpointKey,
  {
    state,
    after,
    limit,
    deliveryId,
  }: {
    readonly state?: 'waiting' | 'delivered' | undefined
    readonly after?: { readonly createdAt: string; readonly id: string } | null
    readonly limit: number
    readonly deliveryId?: string
  },
): Promise<ListedDeliveryRow[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('endpointId', '=', endpointId)
    .$if(deliveryId !== undefined, query => query.where('id', '=', deliveryId!))
    .$if(state !== undefined, query =>
      query.where('nextAttemptAt', state === 'waiting' ? 'is not' : 'is', null),
    )
    .$if(Boolean(after), query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'id'), '<', tuple(new Date(after!.createdAt), after!.id)),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const events = await selectEvents(
    db,
    partnerId,
    rows.map(({ eventId }) => eventId),
  )
  return rows.flatMap(row => {
    const event = events.get(row.eventId)
    return event ? [{ ...row, event }] : []
  })
}
