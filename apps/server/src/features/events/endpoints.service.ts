import type { EventType } from '@dineward/core/events/event-types.ts'
import type { WebhookDelivery, WebhookEndpoint } from '@dineward/core/events/webhook-endpoints.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ApiContext, StaffContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Db } from '../../db/open-database.ts'
import { type WebhookReach, webhookAddressProblem } from '../../gateways/webhook-client.ts'
import { newId } from '../../new-id.ts'
import { actorName, recordAudit } from '../staff/audit.service.ts'
import { type DeliveryServices, deliver, envelopeOf } from './deliver.service.ts'
import {
  disableEndpointRow,
  type EndpointRow,
  insertDelivery,
  type ListedDeliveryRow,
  queueAgain,
  queueSince,
  reviveDeliveries,
  selectDeliveries,
} from './deliveries.repository.ts'
import {
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  selectEndpoints,
  selectSealedEndpoints,
  updateEndpoint,
  updateSealed,
} from './endpoints.repository.ts'
import { insertEvents } from './record-events.repository.ts'
import { newWebhookSecret, sealSecret, unsealSecret } from './sign-webhook.service.ts'

/** Staff in the console, or another system of the program. */
export type EndpointContext = (StaffContext | ApiContext) & {
  readonly appSecrets: readonly string[]
  readonly webhookReach: WebhookReach
}

type Types = readonly EventType[] | null | undefined

/** The old secret signs for so long. */
const rotationMs = days(1)
const mostEndpoints = 20

export async function listEndpoints({ db, partner }: EndpointContext): Promise<WebhookEndpoint[]> {
  return (await selectEndpoints(db, partner.slug)).map(viewOf)
}

/** The secret is in this answer only. @throws `validation_failed` */
export async function createEndpoint(
  ctx: EndpointContext,
  { url, types }: { readonly url: string; readonly types?: Types },
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  assertAddress(ctx, url)
  const [id, secret, partnerId] = [newId(9), newWebhookSecret(), ctx.partner.slug]
  return inTransaction(ctx.db, async db => {
    if ((await selectEndpoints(db, partnerId)).length >= mostEndpoints)
      throw refused('url', `has to wait: a program has up to ${mostEndpoints} endpoints`)
    const row = await insertEndpoint(db, {
      partnerId,
      id,
      url,
      types: types ? [...types] : null,
      // What a key may not read, its endpoint is not told.
      scopes: ctx.actor.kind === 'partner' ? [...ctx.actor.scopes] : null,
      secret: sealSecret(secret, id, ctx.appSecrets),
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: ctx.clock.now(),
      createdBy: actorName(ctx.actor),
      disabledAt: null,
      disabledReason: null,
    })
    await audit({ ...ctx, db }, 'webhook.create', row, { url, types: types ?? null })
    return { secret, endpoint: viewOf({ ...row, waiting: 0 }) }
  })
}

export interface EndpointChange {
  readonly url?: string | undefined
  readonly types?: Types
  readonly isActive?: boolean | undefined
}

/** One that is turned on gets what it missed. @throws `not_found`, `validation_failed` */
export function changeEndpoint(
  ctx: EndpointContext,
  id: string,
  { url, types, isActive }: EndpointChange,
): Promise<WebhookEndpoint> {
  if (url !== undefined) assertAddress(ctx, url)
  return changing(ctx, id, async (db, before) => {
    const now = ctx.clock.now()
    await updateEndpoint(db, before, {
      url: url ?? before.url,
      types: types === undefined ? before.types : types && [...types],
    })
    if (isActive === false) await disableEndpointRow(db, before, { at: now, reason: 'by_hand' })
    if (isActive === true && before.disabledAt) {
      const row = await updateEndpoint(db, before, { disabledAt: null, disabledReason: null })
      await reviveDeliveries(db, before, now)
      await queueSince(db, row!, { from: before.disabledAt, now })
    }
    await audit({ ...ctx, db }, 'webhook.change', before, { url, types, isActive })
  })
}

/** @throws `not_found` */
export async function removeEndpoint(ctx: EndpointContext, id: string): Promise<WebhookEndpoint> {
  return inTransaction(ctx.db, async db => {
    const row = await lockOwn({ ...ctx, db }, id)
    const [listed] = await selectEndpoints(db, ctx.partner.slug, [id])
    await deleteEndpoint(db, row)
    await audit({ ...ctx, db }, 'webhook.remove', row, undefined)
    return viewOf(listed!)
  })
}

/** @throws `not_found` */
export async function rotateSecret(
  ctx: EndpointContext,
  id: string,
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  const secret = newWebhookSecret()
  const endpoint = await changing(ctx, id, async (db, before) => {
    await updateEndpoint(db, before, {
      secret: sealSecret(secret, id, ctx.appSecrets),
      previousSecret: before.secret,
      previousSecretUntil: new Date(ctx.clock.now().getTime() + rotationMs),
    })
    await audit({ ...ctx, db }, 'webhook.rotate', before, undefined)
  })
  return { secret, endpoint }
}

/** Its delivery waits for a worker. @throws `not_found` */
export async function queueTest(ctx: EndpointContext, id: string): Promise<{ delivery: WebhookDelivery }> {
  return inTransaction(ctx.db, async db => {
    const row = await lockOwn({ ...ctx, db }, id)
    const deliveryId = await insertTest({ ...ctx, db }, row, ctx.clock.now())
    return { delivery: await readDelivery({ ...ctx, db }, row, deliveryId) }
  })
}

/** It is sent at once, also where the endpoint is disabled. @throws `not_found` */
export async function sendTest(
  ctx: EndpointContext & Omit<DeliveryServices, 'db' | 'clock' | 'log'>,
  id: string,
): Promise<{ delivery: WebhookDelivery }> {
  const { row, deliveryId } = await ctx.db.transaction().execute(async db => {
    const found = await lockOwn({ ...ctx, db }, id)
    // The worker leaves it alone meanwhile.
    const later = new Date(ctx.clock.now().getTime() + 60_000)
    return { row: found, deliveryId: await insertTest({ ...ctx, db }, found, later) }
  })
  const [{ event }] = (await selectDeliveries(ctx.db, row, { limit: 1, deliveryId })) as [ListedDeliveryRow]
  await deliver(ctx, { partnerId: row.partnerId, id: deliveryId, attempts: 0, endpoint: row, event })
  return { delivery: await readDelivery(ctx, row, deliveryId) }
}

async function insertTest(ctx: EndpointContext, row: EndpointRow, nextAttemptAt: Date): Promise<string> {
  const [eventId, deliveryId, now] = [`evt_${newId()}`, `dlv_${newId()}`, ctx.clock.now()]
  const { partnerId, id } = row
  await insertEvents(ctx.db, [
    {
      partnerId,
      id: eventId,
      type: 'endpoint.test',
      subject: id,
      memberId: null,
      sequence: null,
      occurredAt: now,
      data: { id, url: row.url, message: 'This is a test. Nothing happened to any member.' },
      balance: null,
    },
  ])
  await insertDelivery(ctx.db, {
    partnerId,
    id: deliveryId,
    endpointId: id,
    eventId,
    createdAt: now,
    nextAttemptAt,
  })
  await audit(ctx, 'webhook.test', row, undefined)
  return deliveryId
}

/** @throws `not_found` */
export async function listDeliveries(
  ctx: EndpointContext,
  id: string,
  filter: Parameters<typeof selectDeliveries>[2],
): Promise<WebhookDelivery[]> {
  const [row] = await selectEndpoints(ctx.db, ctx.partner.slug, [id])
  if (!row) throw new AppError('not_found')
  return (await selectDeliveries(ctx.db, row, filter)).map(one => viewOfDelivery(one, row))
}

/** @throws `not_found` */
export async function resend(
  ctx: EndpointContext,
  id: string,
  wanted: { readonly from: string } | { readonly deliveryId: string },
): Promise<{ queued: number }> {
  return inTransaction(ctx.db, async db => {
    const row = await lockOwn({ ...ctx, db }, id)
    const now = ctx.clock.now()
    await audit({ ...ctx, db }, 'webhook.resend', row, wanted)
    if ('from' in wanted) return { queued: await queueSince(db, row, { from: new Date(wanted.from), now }) }
    if (!(await queueAgain(db, row, { ...wanted, now }))) throw new AppError('not_found')
    return { queued: 1 }
  })
}

function changing(
  ctx: EndpointContext,
  id: string,
  change: (db: Db, before: EndpointRow) => Promise<void>,
): Promise<WebhookEndpoint> {
  return inTransaction(ctx.db, async db => {
    await change(db, await lockOwn({ ...ctx, db }, id))
    const [row] = await selectEndpoints(db, ctx.partner.slug, [id])
    return viewOf(row!)
  })
}

async function lockOwn({ db, partner }: EndpointContext, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(db, { partnerId: partner.slug, id })
  if (!row) throw new AppError('not_found')
  return row
}

async function audit(
  ctx: EndpointContext,
  action: Extract<Parameters<typeof recordAudit>[1]['action'], `webhook.${string}`>,
  { partnerId, id }: EndpointRow,
  after: object | undefined,
): Promise<void> {
  await recordAudit(ctx, { action, subject: id, partnerId, ...(after ? { after } : {}) })
}

function assertAddress({ webhookReach }: EndpointContext, url: string): void {
  const problem = webhookAddressProblem(url, webhookReach)
  if (problem) throw refused('url', problem)
}

const refused = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field, message }] })

async function readDelivery(
  ctx: EndpointContext,
  row: EndpointRow,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const [found] = await selectDeliveries(ctx.db, row, { limit: 1, deliveryId })
  return viewOfDelivery(found!, row)
}

const viewOf = (row: EndpointRow & { waiting: number }): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  types: row.types,
  state: row.disabledAt ? 'disabled' : 'active',
  disabledAt: row.disabledAt?.toISOString() ?? null,
  disabledReason: row.disabledReason,
  previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  waiting: Number(row.waiting),
})

const viewOfDelivery = (
  { event, nextAttemptAt, lastAttemptAt, createdAt, ...row }: ListedDeliveryRow,
  { scopes }: Pick<EndpointRow, 'scopes'>,
): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  eventType: event.type,
  state: nextAttemptAt ? 'waiting' : 'delivered',
  attempts: row.attempts,
  createdAt: createdAt.toISOString(),
  lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  code: row.code,
  status: row.status,
  milliseconds: row.milliseconds,
  request: JSON.stringify(envelopeOf(event, scopes)),
  answer: row.answer,
})

/** At the start, so that an old secret can be taken away afterwards. */
export async function resealEndpoints(db: Db, appSecrets: readonly string[]): Promise<void> {
  const renewed = (sealed: string | null, id: string): string | null => {
    const secret = sealed && unsealSecret(sealed, id, appSecrets)
    const isCurrent = sealed && unsealSecret(sealed, id, appSecrets.slice(0, 1)) !== null
    return secret && !isCurrent ? sealSecret(secret, id, appSecrets) : sealed
  }
  for (const row of await selectSealedEndpoints(db)) {
    const [secret, previousSecret] = [renewed(row.secret, row.id)!, renewed(row.previousSecret, row.id)]
    if (secret !== row.secret || previousSecret !== row.previousSecret)
      await updateSealed(db, row, { secret, previousSecret })
  }
}
