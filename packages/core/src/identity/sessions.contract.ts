import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

export const memberSessionSchema = z.object({
  id: z.string(),
  /** Null where the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** A language tag and a time zone, as near to a place as is kept. */
  language: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  /** The one that makes this call. */
  current: z.boolean(),
})
export type MemberSession = z.infer<typeof memberSessionSchema>

export const getSessions = defineContract({
  method: 'GET',
  path: '/api/Member/Sessions',
  summary: 'Where the member is signed in: this session first, then by last use.',
  access: 'person',
  response: z.object({ items: z.array(memberSessionSchema) }),
  errors: ['unauthorized'],
})

export const deleteSessions = defineContract({
  method: 'DELETE',
  path: '/api/Member/Sessions',
  summary: 'Ends one session of the member, or with `others` all but the one that makes this call.',
  access: 'person',
  /** A call has one of them: `?id=…`, `?others`. */
  query: z.object({
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    others: z.optional(z.enum(['', 'true'])),
  }),
  response: z.object({ ended: z.number() }),
  errors: ['validation_failed', 'unauthorized', 'not_found', 'csrf_invalid'],
})
