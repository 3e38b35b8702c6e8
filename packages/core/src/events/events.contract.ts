import * as z from 'zod/mini'
import { programParams } from '../console-programs/settings.contract.ts'
import { id, listErrors, pageFields, pageOf } from '../partner-api/api-calls.ts'
import { balanceResource } from '../partner-api/resources.ts'
import { defineContract } from '../shared/contract.ts'
import { eventTypeNames, isEventType } from './event-types.ts'

export const eventType = z.enum(eventTypeNames)

/** What a webhook's body is, and what `GET /v1/events` lists. */
export const eventSchema = z.object({
  id: z.string(),
  type: eventType,
  occurredAt: z.string(),
  program: z.string(),
  /** It grows by one per member, so that a gap shows; null where the event is of no member. */
  sequence: z.nullable(z.number()),
  /** The resource as the partner API answers it. */
  data: z.record(z.string(), z.unknown()),
  /** What `data` said in its fields that changed since the last event of the resource, where there is one. */
  previous: z.optional(z.record(z.string(), z.unknown())),
  /** What the member has then. */
  balance: z.optional(balanceResource),
})
export type ApiEvent = z.infer<typeof eventSchema>

/** From a query: names with commas between them. */
const typesOfQuery = z.string().check(
  z.maxLength(2_000),
  z.refine(text => text.split(',').every(isEventType), 'must be event types, with commas between them'),
)

export const getEvents = defineContract({
  method: 'GET',
  path: '/v1/events',
  summary: 'Events of the last 30 days, the oldest first, in an order that never changes.',
  access: { key: 'events:read' },
  query: z.object({ ...pageFields, types: z.optional(typesOfQuery) }),
  response: pageOf(eventSchema),
  errors: listErrors,
})

export const getConsoleEvents = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Events',
  summary: 'Events of a program, the newest first.',
  access: { console: 'integrations.manage' },
  params: programParams,
  query: z.object({
    type: z.optional(eventType),
    memberId: z.optional(id),
    /** Those before it are answered: the last `occurredAt` and id of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    items: z.array(z.object({ ...eventSchema.shape, memberId: z.nullable(z.string()) })),
    next: z.nullable(z.string()),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})
export type ListedApiEvent = z.infer<typeof getConsoleEvents.response>['items'][number]
