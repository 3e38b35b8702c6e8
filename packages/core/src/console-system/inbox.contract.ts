import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { afterField, partnerField, readErrors, reasonField, writeErrors } from './system-fields.ts'

export const inboxStatuses = ['parked', 'refused', 'received', 'processed'] as const

const eventSchema = z.object({
  id: z.number(),
  provider: z.string(),
  event: z.string(),
  transactionId: z.nullable(z.string()),
  /** Null means that it is not known, which it is once the event was processed. */
  partner: z.nullable(z.string()),
  status: z.enum(inboxStatuses),
  reasonCode: z.nullable(z.string()),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  receivedAt: z.string(),
  /** When it is tried again. */
  retryAt: z.nullable(z.string()),
})
export type ListedEvent = z.infer<typeof eventSchema>

export const getInbox = defineContract({
  method: 'GET',
  path: '/api/Console/System/Inbox',
  summary: 'Card events, the newest first: those that need a person, or those of a transaction.',
  access: { console: 'system.read' },
  query: z.object({
    partner: z.optional(partnerField),
    /** Without it, the answer has parked and refused events, and received ones that failed. */
    status: z.optional(z.enum(inboxStatuses)),
    reasonCode: z.optional(z.string().check(z.maxLength(100))),
    transactionId: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    after: z.optional(afterField),
  }),
  response: z.object({ items: z.array(eventSchema), next: z.nullable(z.number()) }),
  errors: readErrors,
})

export const getInboxKinds = defineContract({
  method: 'GET',
  path: '/api/Console/System/Inbox/Kinds',
  summary: 'Events that need a person, counted by what they wait for.',
  access: { console: 'system.read' },
  query: z.object({ partner: z.optional(partnerField) }),
  response: z.object({
    items: z.array(
      z.object({
        status: z.enum(inboxStatuses),
        reasonCode: z.nullable(z.string()),
        count: z.number(),
        oldestAt: z.string(),
      }),
    ),
  }),
  errors: readErrors,
})

export const postInboxRetry = defineContract({
  method: 'POST',
  path: '/api/Console/System/Inbox/:id/Retry',
  summary: 'Processes a parked or refused event again.',
  access: { console: 'system.run' },
  params: z.object({ id: afterField }),
  body: z.object({ reason: reasonField }),
  response: z.object({ event: eventSchema }),
  errors: writeErrors,
})

export const postInboxRetryAll = defineContract({
  method: 'POST',
  path: '/api/Console/System/Inbox/RetryAll',
  summary: 'Processes parked or refused events of a kind again, the oldest 1,000.',
  access: { console: 'system.run' },
  body: z.object({
    partner: z.optional(partnerField),
    status: z.enum(['parked', 'refused']),
    reasonCode: z.nullable(z.string().check(z.maxLength(100))),
    reason: reasonField,
  }),
  response: z.object({ retried: z.number() }),
  errors: writeErrors,
})
