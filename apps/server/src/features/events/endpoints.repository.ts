import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { EndpointKey, EndpointRow } from './deliveries.repository.ts'
import type { WebhookEndpointsTable } from './events.tables.ts'

export async function insertEndpoint(db: Db, row: Insertable<WebhookEndpointsTable>): Promise<EndpointRow> {
  return db.insertInto('webhookEndpoints').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateEndpoint(
  db: Db,
  { partnerId, id }: EndpointKey,
  changes: Updateable<WebhookEndpointsTable>,
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhookEndpoints')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function lockEndpoint(db: Db, { partnerId, id }: EndpointKey): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteEndpoint(db: Db, { partnerId, id }: EndpointKey): Promise<void> {
  await db.deleteFrom('webhookEndpoints').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}

/** The newest come first. @param ids all without them */
export function selectEndpoints(
  db: Db,
  partnerId: string,
  ids?: readonly string[],
): Promise<(EndpointRow & { waiting: number })[]> {
  return db
    .selectFrom('webhookEndpoints as endpoint')
    .selectAll('endpoint')
    .select(({ selectFrom, fn }) =>
      selectFrom('webhookDeliveries as delivery')
        .select(fn.countAll<number>().as('count'))
        .whereRef('delivery.partnerId', '=', 'endpoint.partnerId')
        .whereRef('delivery.endpointId', '=', 'endpoint.id')
        .where('delivery.nextAttemptAt', 'is not', null)
        .$castTo<number>()
        .as('waiting'),
    )
    .where('partnerId', '=', partnerId)
    .$if(ids !== undefined, query => query.where('id', 'in', ids!))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .$castTo<EndpointRow & { waiting: number }>()
    .execute()
}

type Sealed = Pick<EndpointRow, 'partnerId' | 'id' | 'secret' | 'previousSecret'>

/** Of all programs. */
export function selectSealedEndpoints(db: Db): Promise<Sealed[]> {
  return db.selectFrom('webhookEndpoints').select(['partnerId', 'id', 'secret', 'previousSecret']).execute()
}

/** One that was rotated meanwhile stays. */
export async function updateSealed(
  db: Db,
  { partnerId, id, secret: from }: Sealed,
  to: Pick<Sealed, 'secret' | 'previousSecret'>,
): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set(to)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('secret', '=', from)
    .execute()
}
