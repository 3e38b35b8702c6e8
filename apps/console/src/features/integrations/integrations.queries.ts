import type { getConsoleEvents } from '@dineward/core/events/events.contract.ts'
import type {
  deleteWebhookEndpoint,
  getWebhookDeliveries,
  getWebhookEndpoints,
  postWebhookEndpoint,
  postWebhookResend,
  postWebhookSecret,
  postWebhookTest,
  putWebhookEndpoint,
} from '@dineward/core/events/webhook-endpoints.contract.ts'
import type {
  deleteApiKey,
  getApiKeys,
  postApiKey,
  putApiKey,
} from '@dineward/core/partner-api/api-keys.contract.ts'
import type { Contract, ContractRequest } from '@dineward/core/shared/contract.ts'
import { api } from '../../lib/api.ts'
import { read, readPages } from '../../lib/read.ts'

type Body<C extends Contract> = NonNullable<ContractRequest<C>['body']>

const keysPath = '/api/Console/Programs/:slug/ApiKeys'
const endpointsPath = '/api/Console/Programs/:slug/WebhookEndpoints'

export const integrationsKey = (slug: string) => ['programs', slug, 'integrations'] as const

export const keysQuery = (slug: string) =>
  read<typeof getApiKeys>([...integrationsKey(slug), 'keys'], keysPath, { params: { slug } })

export const createKey = (slug: string, body: Body<typeof postApiKey>) =>
  api<typeof postApiKey>('POST', keysPath, { params: { slug }, body })

export const limitKey = (slug: string, id: string, body: Body<typeof putApiKey>) =>
  api<typeof putApiKey>('PUT', `${keysPath}/:id`, { params: { slug, id }, body })

export const revokeKey = (slug: string, id: string) =>
  api<typeof deleteApiKey>('DELETE', `${keysPath}/:id`, { params: { slug, id } })

export const endpointsQuery = (slug: string) =>
  read<typeof getWebhookEndpoints>([...integrationsKey(slug), 'endpoints'], endpointsPath, {
    params: { slug },
  })

export const createEndpoint = (slug: string, body: Body<typeof postWebhookEndpoint>) =>
  api<typeof postWebhookEndpoint>('POST', endpointsPath, { params: { slug }, body })

export const changeEndpoint = (slug: string, id: string, body: Body<typeof putWebhookEndpoint>) =>
  api<typeof putWebhookEndpoint>('PUT', `${endpointsPath}/:id`, { params: { slug, id }, body })

export const removeEndpoint = (slug: string, id: string) =>
  api<typeof deleteWebhookEndpoint>('DELETE', `${endpointsPath}/:id`, { params: { slug, id } })

export const rotateSecret = (slug: string, id: string) =>
  api<typeof postWebhookSecret>('POST', `${endpointsPath}/:id/Secret`, { params: { slug, id } })

export const sendTest = (slug: string, id: string) =>
  api<typeof postWebhookTest>('POST', `${endpointsPath}/:id/Test`, { params: { slug, id } })

export const resend = (slug: string, id: string, body: Body<typeof postWebhookResend>) =>
  api<typeof postWebhookResend>('POST', `${endpointsPath}/:id/Resend`, { params: { slug, id }, body })

export type DeliveryFilters = Omit<
  NonNullable<ContractRequest<typeof getWebhookDeliveries>['query']>,
  'after'
>

export const deliveriesQuery = (slug: string, id: string, query: DeliveryFilters) =>
  readPages<typeof getWebhookDeliveries>(
    [...integrationsKey(slug), 'deliveries', id, query],
    `${endpointsPath}/:id/Deliveries`,
    { params: { slug, id }, query },
    ({ next }) => next,
  )

export type EventFilters = Omit<NonNullable<ContractRequest<typeof getConsoleEvents>['query']>, 'after'>

export const eventsQuery = (slug: string, query: EventFilters) =>
  readPages<typeof getConsoleEvents>(
    [...integrationsKey(slug), 'events', query],
    '/api/Console/Programs/:slug/Events',
    { params: { slug }, query },
    ({ next }) => next,
  )
