import { tellableData } from '@dineward/core/events/event-types.ts'
import type { ApiEvent } from '@dineward/core/events/events.contract.ts'
import {
  type DeliveryCode,
  type WebhookAnswer,
  waitAfter,
} from '@dineward/core/events/webhook-delivery.rules.ts'
import type { ApiScope } from '@dineward/core/partner-api/api-scopes.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import type { WebhookClient } from '../../gateways/webhook-client.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { tellStaffWith } from '../staff/staff-mail.service.ts'
import {
  type DueDelivery,
  disableEndpointRow,
  type EndpointRow,
  type EventRow,
  noteAttempt,
} from './deliveries.repository.ts'
import { recordEvents } from './record-events.service.ts'
import { signatureHeaders, unsealSecret } from './sign-webhook.service.ts'

export interface DeliveryServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
  readonly appSecrets: readonly string[]
  readonly webhooks: WebhookClient
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** As it is sent and listed. @param scopes null reads all */
export function envelopeOf(row: EventRow, scopes: readonly ApiScope[] | null): ApiEvent {
  const { id, type, occurredAt, partnerId, sequence, data, previous, balance } = row
  const readsBalance = scopes === null || scopes.includes('rewards:read')
  return {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    program: partnerId,
    sequence,
    data: tellableData(type, data, scopes),
    ...(previous ? { previous: tellableData(type, previous, scopes) } : {}),
    ...(balance && readsBalance ? { balance } : {}),
  }
}

/** It is sent once, and what came of it noted. */
export async function deliver(services: DeliveryServices, delivery: DueDelivery): Promise<WebhookAnswer> {
  const { db, clock } = services
  const { endpoint, event, attempts } = delivery
  const answer = await send(services, delivery)
  const isDelivered = answer.code === 'delivered'
  const wait = isDelivered ? null : waitAfter(attempts + 1, Math.random())
  const now = clock.now()
  // What waits for an endpoint that is disabled goes on when it is turned on.
  const nextAttemptAt = isDelivered ? null : new Date(now.getTime() + (wait ?? 0))
  await noteAttempt(db, delivery, { ...answer, at: now, nextAttemptAt })
  if (!isDelivered && (wait === null || answer.code === 'gone') && event.type !== 'endpoint.test')
    await disableEndpoint(services, endpoint, answer.code)
  return answer
}

async function send(
  { clock, webhooks, appSecrets }: DeliveryServices,
  { endpoint, event }: DueDelivery,
): Promise<WebhookAnswer> {
  const at = clock.now()
  const secrets = secretsOf(endpoint, appSecrets, at)
  if (secrets.length === 0) return { code: 'secret_unreadable', status: null, answer: null, milliseconds: 0 }
  const body = JSON.stringify(envelopeOf(event, endpoint.scopes))
  const signature = signatureHeaders({ id: event.id, at, body }, secrets)
  return webhooks.send(endpoint.url, { body, headers: { 'user-agent': 'Dineward-Webhooks/1', ...signature } })
}

/** It leaves out those that another `APP_SECRET` has sealed. */
function secretsOf(endpoint: EndpointRow, appSecrets: readonly string[], now: Date): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint
  const both = [secret, ...(previousSecret && previousSecretUntil! > now ? [previousSecret] : [])]
  return both.map(sealed => unsealSecret(sealed, id, appSecrets)).filter(one => one !== null)
}

/** Staff hear of it, and other endpoints. */
async function disableEndpoint(
  services: DeliveryServices,
  { partnerId, id, url }: EndpointRow,
  reason: DeliveryCode,
): Promise<void> {
  const partner = services.partners.bySlug(partnerId)
  if (!partner) return
  await services.db.transaction().execute(async db => {
    const ctx = { ...services, db, partner, actor: { kind: 'system', name: 'webhooks' } as const }
    const disabled = await disableEndpointRow(db, { partnerId, id }, { at: services.clock.now(), reason })
    if (!disabled) return
    await recordAudit(ctx, { action: 'webhook.disable', subject: id, partnerId, after: { url, reason } })
    recordEvents(ctx, [{ type: 'endpoint.disabled', id, memberId: null }])
    await tellStaffWith(
      ctx,
      { partner, permission: 'integrations.manage' },
      {
        subject: `Events of ${partner.settings.programName} no longer reach ${new URL(url).host}`,
        paragraphs: disabledParagraphs(url, reason),
      },
    )
  })
}

function disabledParagraphs(url: string, reason: DeliveryCode): string[] {
  const [why, repair] = {
    gone: [`The endpoint ${url} answered that it is gone (410)`, 'mend the endpoint'],
    secret_unreadable: [
      `The secret of the endpoint ${url} cannot be read any more, since APP_SECRET was replaced`,
      'make a new secret for the endpoint and give it to its developers',
    ],
    others: [
      `The endpoint ${url} did not take an event in nine attempts over four days`,
      'mend the endpoint',
    ],
  }[reason === 'gone' || reason === 'secret_unreadable' ? reason : 'others'] as [string, string]
  return [
    `${why}, so nothing is sent to it any more.`,
    `Nothing is lost: ${repair}, then turn it on in the console, at Programs, Integrations. It gets what it missed, for up to 30 days.`,
  ]
}
