import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiEvent } from '@dineward/core/events/events.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { apiScopes } from '@dineward/core/partner-api/api-scopes.ts'
import { onTestFinished } from 'vitest'
import type { ApiContext } from '../../context.ts'
import { demoWebhookReach, WebhookClient, type WebhookReach } from '../../gateways/webhook-client.ts'
import { type TestApp, testSecrets } from '../../testing/test-app.ts'
import type { EndpointContext } from './endpoints.service.ts'
import { type SenderOptions, WebhookSender } from './webhook-sender.service.ts'

export interface Received {
  readonly event: ApiEvent
  readonly body: string
  readonly headers: IncomingHttpHeaders
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
}

export async function listenTo(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** @param answer what it does once it has the body */
export async function newReceiver(
  answer: (...of: [...Parameters<RequestListener>, received: Received]) => void = (_, response) =>
    response.end(),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const one = { event: JSON.parse(body), body, headers: request.headers, at: performance.now() }
    received.push(one)
    answer(request, response, one)
  })
  return { url: `http://127.0.0.1:${await listenTo(server)}/hook`, received }
}

export function endpointContext(
  test: TestApp,
  partner: Partner,
  reach: WebhookReach = demoWebhookReach,
): EndpointContext & ApiContext {
  const key = { id: 'key', name: 'CRM', scopes: apiScopes, createdBy: 'ada@example.com' }
  const actor = { kind: 'partner', ...key, dailyRewards: null } as const
  return { ...test.context(partner), actor, appSecrets: [testSecrets.app], webhookReach: reach }
}

/** Of all programs of the worker's database: what others left there goes nowhere. */
export function newSender(
  test: TestApp,
  options: SenderOptions & {
    readonly timeoutMs?: number
    readonly reach?: WebhookReach
    readonly appSecrets?: readonly string[]
  } = {},
): WebhookSender {
  const { timeoutMs = 2_000, reach = demoWebhookReach, appSecrets = [testSecrets.app], ...others } = options
  const webhooks = new WebhookClient(reach, timeoutMs)
  onTestFinished(() => webhooks.close())
  const { app, clock, partners, database } = test
  return new WebhookSender({ db: database.db, clock, partners, appSecrets, webhooks, log: app.log }, others)
}
