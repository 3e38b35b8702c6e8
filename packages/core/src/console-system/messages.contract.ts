import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { partnerField, readErrors, reasonField, writeErrors } from './system-fields.ts'

export const messageKinds = ['mail', 'text', 'notification'] as const
export const messageStates = ['failed', 'waiting'] as const

const kind = z.enum(messageKinds)

const messageSchema = z.object({
  id: z.string(),
  partner: z.string(),
  /** What it is about, such as "welcome". */
  cause: z.string(),
  /** Only mails have one. */
  subject: z.nullable(z.string()),
  state: z.enum(messageStates),
  attempts: z.number(),
  /** Addresses are taken out of it. */
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  /** While it waits. */
  nextAttemptAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
})
export type ListedMessage = z.infer<typeof messageSchema>

export const getMessages = defineContract({
  method: 'GET',
  path: '/api/Console/System/Messages',
  summary:
    'Mails, text messages or notifications, the newest first; neither their recipients nor what they say.',
  access: { console: 'system.read' },
  query: z.object({
    kind,
    state: z._default(z.enum(messageStates), 'failed'),
    partner: z.optional(partnerField),
    /** It is the time and id of the last message of the page before. */
    after: z.optional(z.string().check(z.regex(/^[^|]{10,40}\|.{1,100}$/))),
  }),
  response: z.object({ items: z.array(messageSchema), next: z.nullable(z.string()) }),
  errors: readErrors,
})

export const getMessageCounts = defineContract({
  method: 'GET',
  path: '/api/Console/System/Messages/Counts',
  summary: 'Messages that wait or were given up.',
  access: { console: 'system.read' },
  query: z.object({ partner: z.optional(partnerField) }),
  response: z.object({
    items: z.array(
      z.object({ kind, waiting: z.number(), failed: z.number(), oldestWaitingAt: z.nullable(z.string()) }),
    ),
  }),
  errors: readErrors,
})

export const postMessageRetry = defineContract({
  method: 'POST',
  path: '/api/Console/System/Messages/Retry',
  summary:
    'Sends messages that were given up once more: one, or all of a program, or of all. Those that held a code are gone.',
  access: { console: 'system.run' },
  body: z.object({
    kind,
    /** Without it, all programs in which the call is allowed. */
    partner: z.optional(partnerField),
    /** Without it, all of each program are sent, at most 1,000. */
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    reason: reasonField,
  }),
  response: z.object({ retried: z.number() }),
  errors: writeErrors,
})
