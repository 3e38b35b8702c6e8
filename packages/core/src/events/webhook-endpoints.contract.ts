import * as z from 'zod/mini'
import { programParams } from '../console-programs/settings.contract.ts'
import {
  id,
  listErrors,
  moment,
  pageFields,
  pageOf,
  readErrors,
  writeErrors,
} from '../partner-api/api-calls.ts'
import { defineContract } from '../shared/contract.ts'
import { eventType } from './events.contract.ts'
import { deliveryCodes, deliveryStates } from './webhook-delivery.rules.ts'

/** The server refuses addresses that lead to its own network, and http outside of the demo. */
const url = z.string().check(
  z.trim(),
  z.maxLength(1_000),
  z.refine(
    text => /^https?:\/\//.test(text) && URL.canParse(text),
    'must be an address that begins with https://',
  ),
  z.refine(text => {
    if (!URL.canParse(text)) return true
    const { username, password } = new URL(text)
    return username === '' && password === ''
  }, 'must hold no user name or password: verify the signature instead'),
)
/** Null: every type. */
const types = z.nullable(z.array(eventType).check(z.minLength(1), z.maxLength(100)))

export const endpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  types,
  state: z.enum(['active', 'disabled']),
  disabledAt: z.nullable(z.string()),
  /** What its last delivery failed with. */
  disabledReason: z.nullable(z.enum([...deliveryCodes, 'by_hand'])),
  /** Until then deliveries are signed with the secret before, too. */
  previousSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: z.string(),
  /** Deliveries that wait, those that are tried again among them. */
  waiting: z.number(),
})
export type WebhookEndpoint = z.infer<typeof endpointSchema>

export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  eventType,
  state: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  /** Of the last attempt. */
  code: z.nullable(z.enum(deliveryCodes)),
  status: z.nullable(z.number()),
  milliseconds: z.nullable(z.number()),
  /** What was sent, and the first 4 KB of the answer. */
  request: z.string(),
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof deliverySchema>

const newEndpoint = z.object({ url, types: z.optional(types) })
const changedEndpoint = z.object({
  url: z.optional(url),
  types: z.optional(types),
  /** An endpoint that is turned on gets what it missed since it was disabled. */
  isActive: z.optional(z.boolean()),
})
const resend = z.union([z.object({ from: moment }), z.object({ deliveryId: id })])
const endpointAnswer = z.object({ endpoint: endpointSchema })
const secretAnswer = z.object({ secret: z.string(), endpoint: endpointSchema })
const endpointsAnswer = z.object({ items: z.array(endpointSchema) })
const testAnswer = z.object({ delivery: deliverySchema })
const resentAnswer = z.object({ queued: z.number() })

const access = { console: 'integrations.manage' } as const
const consolePath = '/api/Console/Programs/:slug/WebhookEndpoints'
const endpointParams = z.object({ ...programParams.shape, id })
const consoleErrors = ['unauthorized', 'forbidden', 'not_found', 'validation_failed'] as const
const consoleWriteErrors = [...consoleErrors, 'csrf_invalid'] as const

export const getWebhookEndpoints = defineContract({
  method: 'GET',
  path: consolePath,
  summary: 'Where a program’s events are sent, the newest endpoint first.',
  access,
  params: programParams,
  response: endpointsAnswer,
  errors: consoleErrors,
})

export const postWebhookEndpoint = defineContract({
  method: 'POST',
  path: consolePath,
  summary: 'Adds an endpoint. The answer is the only one that has its secret.',
  access,
  reauthenticates: true,
  params: programParams,
  body: newEndpoint,
  response: secretAnswer,
  successStatus: 201,
  errors: [...consoleWriteErrors, 'reauthentication_required'],
})

export const putWebhookEndpoint = defineContract({
  method: 'PUT',
  path: `${consolePath}/:id`,
  summary: 'Changes an endpoint, or turns it off or on; what is left out stays.',
  access,
  params: endpointParams,
  body: changedEndpoint,
  response: endpointAnswer,
  errors: consoleWriteErrors,
})

export const deleteWebhookEndpoint = defineContract({
  method: 'DELETE',
  path: `${consolePath}/:id`,
  summary: 'Removes an endpoint with its deliveries.',
  access,
  params: endpointParams,
  response: endpointAnswer,
  errors: consoleWriteErrors,
})

export const postWebhookSecret = defineContract({
  method: 'POST',
  path: `${consolePath}/:id/Secret`,
  summary: 'Makes another secret. The one before signs too for a day.',
  access,
  reauthenticates: true,
  params: endpointParams,
  response: secretAnswer,
  successStatus: 201,
  errors: [...consoleWriteErrors, 'reauthentication_required'],
})

export const postWebhookTest = defineContract({
  method: 'POST',
  path: `${consolePath}/:id/Test`,
  summary: 'Sends a test event to an endpoint, at once, and answers what came of it.',
  access,
  params: endpointParams,
  response: testAnswer,
  errors: consoleWriteErrors,
})

export const getWebhookDeliveries = defineContract({
  method: 'GET',
  path: `${consolePath}/:id/Deliveries`,
  summary: 'Deliveries to an endpoint, the newest first.',
  access,
  params: endpointParams,
  query: z.object({
    state: z.optional(z.enum(deliveryStates)),
    /** It is `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ items: z.array(deliverySchema), next: z.nullable(z.string()) }),
  errors: consoleErrors,
})

export const postWebhookResend = defineContract({
  method: 'POST',
  path: `${consolePath}/:id/Resend`,
  summary: 'Sends a delivery again, or all events since a time; each keeps its id.',
  access,
  params: endpointParams,
  body: resend,
  response: resentAnswer,
  errors: consoleWriteErrors,
})

const key = { key: 'webhooks:manage' } as const
const apiPath = '/v1/webhook-endpoints'
const apiParams = z.object({ id })

export const listApiEndpoints = defineContract({
  method: 'GET',
  path: apiPath,
  summary: 'Endpoints of the program, the newest first.',
  access: key,
  response: endpointsAnswer,
  errors: readErrors,
})

export const createApiEndpoint = defineContract({
  method: 'POST',
  path: apiPath,
  summary:
    'Adds an endpoint, which is told what the scopes of this key read. The answer is the only one that has its secret.',
  access: key,
  body: newEndpoint,
  response: secretAnswer,
  successStatus: 201,
  errors: writeErrors,
})

export const changeApiEndpoint = defineContract({
  method: 'PUT',
  path: `${apiPath}/:id`,
  summary: 'Changes an endpoint, or turns it off or on; what is left out stays.',
  access: key,
  params: apiParams,
  body: changedEndpoint,
  response: endpointAnswer,
  errors: writeErrors,
})

export const deleteApiEndpoint = defineContract({
  method: 'DELETE',
  path: `${apiPath}/:id`,
  summary: 'Removes an endpoint with its deliveries.',
  access: key,
  params: apiParams,
  response: endpointAnswer,
  errors: writeErrors,
})

export const rotateApiEndpointSecret = defineContract({
  method: 'POST',
  path: `${apiPath}/:id/secret`,
  summary: 'Makes another secret. The one before signs too for a day.',
  access: key,
  params: apiParams,
  response: secretAnswer,
  successStatus: 201,
  errors: writeErrors,
})

export const testApiEndpoint = defineContract({
  method: 'POST',
  path: `${apiPath}/:id/test`,
  summary: 'Sends a test event to an endpoint. Its delivery waits a moment.',
  access: key,
  params: apiParams,
  response: testAnswer,
  errors: writeErrors,
})

export const listApiDeliveries = defineContract({
  method: 'GET',
  path: `${apiPath}/:id/deliveries`,
  summary: 'Deliveries to an endpoint, the newest first.',
  access: key,
  params: apiParams,
  query: z.object({ ...pageFields, state: z.optional(z.enum(deliveryStates)) }),
  response: pageOf(deliverySchema),
  errors: listErrors,
})

export const resendToApiEndpoint = defineContract({
  method: 'POST',
  path: `${apiPath}/:id/resend`,
  summary: 'Sends a delivery again, or all events since a time; each keeps its id.',
  access: key,
  params: apiParams,
  body: resend,
  response: resentAnswer,
  errors: writeErrors,
})
