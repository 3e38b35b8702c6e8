import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

/** With `Accept: text/event-stream` the versions come as server-sent events: the first at once, then each new one. */
export const getChanges = defineContract({
  method: 'GET',
  path: '/api/Member/Changes',
  summary:
    "A version of the signed-in member's activity, claims and balance: another one means that they changed.",
  access: 'member',
  answerTypes: ['application/json', 'text/event-stream'],
  response: z.object({ version: z.string() }),
  errors: ['unauthorized', 'rate_limited'],
})
