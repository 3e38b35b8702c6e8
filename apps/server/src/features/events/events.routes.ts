import type { EventType } from '@dineward/core/events/event-types.ts'
import { getConsoleEvents, getEvents } from '@dineward/core/events/events.contract.ts'
import {
  changeApiEndpoint,
  createApiEndpoint,
  deleteApiEndpoint,
  deleteWebhookEndpoint,
  getWebhookDeliveries,
  getWebhookEndpoints,
  listApiDeliveries,
  listApiEndpoints,
  postWebhookEndpoint,
  postWebhookResend,
  postWebhookSecret,
  postWebhookTest,
  putWebhookEndpoint,
  resendToApiEndpoint,
  rotateApiEndpointSecret,
  testApiEndpoint,
} from '@dineward/core/events/webhook-endpoints.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiContext, ConsoleContext } from '../../context.ts'
import { demoWebhookReach, publicWebhookReach, WebhookClient } from '../../gateways/webhook-client.ts'
import { type ApiServices, serveApi } from '../../http/serve-api.ts'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { readCursor, writeCursor } from '../partner-api/api-cursor.service.ts'
import { envelopeOf } from './deliver.service.ts'
import {
  changeEndpoint,
  createEndpoint,
  listDeliveries,
  listEndpoints,
  queueTest,
  removeEndpoint,
  resend,
  rotateSecret,
  sendTest,
} from './endpoints.service.ts'
import { selectEventsAfter, selectNewestEvents } from './events.read.ts'

const listed = 50

const reachOf = ({ api }: Pick<ApiServices, 'api'>) => (api.isDemo ? demoWebhookReach : publicWebhookReach)

/** What staff do in the console. */
export function consoleEventRoutes(
  app: FastifyInstance,
  services: ConsoleServices & Pick<ApiServices, 'api'>,
): void {
  const webhookReach = reachOf(services)
  const webhooks = new WebhookClient(webhookReach)
  app.addHook('onClose', () => webhooks.close())
  const { appSecrets, partners } = services
  const at = (ctx: ConsoleContext, slug: string) => ({
    ...programContext(ctx, slug),
    appSecrets,
    webhookReach,
    partners,
    webhooks,
  })

  serveConsole(app, services, getConsoleEvents, async (ctx, { params, query }) => {
    const { db, partner } = programContext(ctx, params.slug)
    const { type, memberId } = query
    const rows = await selectNewestEvents(db, partner.slug, {
      type,
      memberId,
      after: placeOf(query.after),
      limit: listed,
    })
    const items = rows.map(row => ({ ...envelopeOf(row, null), memberId: row.memberId }))
    return { items, next: nextOf(rows, ({ occurredAt }) => occurredAt) }
  })

  serveConsole(app, services, getWebhookEndpoints, async (ctx, { params }) => ({
    items: await listEndpoints(at(ctx, params.slug)),
  }))
  serveConsole(app, services, postWebhookEndpoint, (ctx, { params, body }) =>
    createEndpoint(at(ctx, params.slug), body),
  )
  serveConsole(app, services, putWebhookEndpoint, async (ctx, { params, body }) => ({
    endpoint: await changeEndpoint(at(ctx, params.slug), params.id, body),
  }))
  serveConsole(app, services, deleteWebhookEndpoint, async (ctx, { params }) => ({
    endpoint: await removeEndpoint(at(ctx, params.slug), params.id),
  }))
  serveConsole(app, services, postWebhookSecret, (ctx, { params }) =>
    rotateSecret(at(ctx, params.slug), params.id),
  )
  serveConsole(app, services, postWebhookTest, (ctx, { params }) => sendTest(at(ctx, params.slug), params.id))
  serveConsole(app, services, getWebhookDeliveries, async (ctx, { params, query }) => {
    const place = placeOf(query.after)
    const items = await listDeliveries(at(ctx, params.slug), params.id, {
      state: query.state,
      after: place && { createdAt: place.occurredAt.toISOString(), id: place.id },
      limit: listed,
    })
    return { items, next: nextOf(items, ({ createdAt }) => new Date(createdAt)) }
  })
  serveConsole(app, services, postWebhookResend, (ctx, { params, body }) =>
    resend(at(ctx, params.slug), params.id, body),
  )
}

/** What other systems call, at the hosts of the partner API. */
export function apiEventRoutes(app: FastifyInstance, services: ApiServices): void {
  const { appSecrets } = services
  const webhookReach = reachOf(services)
  const at = (ctx: ApiContext) => ({ ...ctx, appSecrets, webhookReach })
  const cursorOf = (ctx: ApiContext, list: string) => ({
    list,
    partnerId: ctx.partner.slug,
    secrets: appSecrets,
  })

  serveApi(app, services, getEvents, async (ctx, { query }) => {
    const of = cursorOf(ctx, 'GET /v1/events')
    const place = readCursor(query.cursor, of)
    const types = (query.types?.split(',') ?? null) as EventType[] | null
    const after = place && { transactionNo: Number(place[0]), position: Number(place[1]) }
    const rows = await selectEventsAfter(ctx.db, ctx.partner.slug, { after, types, limit: query.limit })
    const last = rows.at(-1)
    // A reader comes back with it for what happens next, so that there always is one.
    const next = last ? [String(last.transactionNo), String(last.position)] : (place ?? ['0', '0'])
    return { items: rows.map(row => envelopeOf(row, ctx.actor.scopes)), nextCursor: writeCursor(next, of) }
  })

  serveApi(app, services, listApiEndpoints, async ctx => ({ items: await listEndpoints(at(ctx)) }))
  serveApi(app, services, createApiEndpoint, (ctx, { body }) => createEndpoint(at(ctx), body))
  serveApi(app, services, changeApiEndpoint, async (ctx, { params, body }) => ({
    endpoint: await changeEndpoint(at(ctx), params.id, body),
  }))
  serveApi(app, services, deleteApiEndpoint, async (ctx, { params }) => ({
    endpoint: await removeEndpoint(at(ctx), params.id),
  }))
  serveApi(app, services, rotateApiEndpointSecret, (ctx, { params }) => rotateSecret(at(ctx), params.id))
  serveApi(app, services, testApiEndpoint, (ctx, { params }) => queueTest(at(ctx), params.id))
  serveApi(app, services, listApiDeliveries, async (ctx, { params, query }) => {
    const of = cursorOf(ctx, `GET /v1/webhook-endpoints/${params.id}/deliveries`)
    const place = readCursor(query.cursor, of)
    const { limit, state } = query
    const after = place && { createdAt: place[0]!, id: place[1]! }
    const items = await listDeliveries(at(ctx), params.id, { state, after, limit })
    const last = items.length === limit ? items.at(-1) : undefined
    return { items, nextCursor: last ? writeCursor([last.createdAt, last.id], of) : null }
  })
  serveApi(app, services, resendToApiEndpoint, (ctx, { params, body }) => resend(at(ctx), params.id, body))
}

/** @throws `validation_failed` */
function placeOf(after: string | undefined): { occurredAt: Date; id: string } | null {
  if (after === undefined) return null
  const [time = '', id = ''] = after.split(' ')
  const occurredAt = new Date(time)
  if (!Number.isNaN(occurredAt.getTime()) && /^[\w-]+$/.test(id)) return { occurredAt, id }
  throw new AppError('validation_failed', {
    fieldErrors: [{ field: 'after', message: 'must be `next` of the page before' }],
  })
}

function nextOf<T extends { readonly id: string }>(
  rows: readonly T[],
  timeOf: (row: T) => Date,
): string | null {
  const last = rows.length === listed ? rows.at(-1) : undefined
  return last ? `${timeOf(last).toISOString()} ${last.id}` : null
}
