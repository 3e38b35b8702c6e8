import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

const rows = z.array(z.record(z.string(), z.unknown()))

/** It grows by sections and fields; anything else is another version. */
export const memberExportSchema = z.object({
  schemaVersion: z.literal(1),
  exportedAt: z.string(),
  program: z.string(),
  member: z.record(z.string(), z.unknown()),
  /** By what they are: `cards`, `dines`, `rewardEntries`. */
  sections: z.record(z.string(), rows),
})
export type MemberExport = z.infer<typeof memberExportSchema>

export const getMemberExport = defineContract({
  method: 'GET',
  path: '/api/Member/Export',
  summary: 'Everything that is stored about the member, as a file.',
  access: 'member',
  response: memberExportSchema,
  errors: ['unauthorized', 'cross_site_refused', 'rate_limited'],
})

export const getMemberErasure = defineContract({
  method: 'GET',
  path: '/api/Member/Erasure',
  summary: 'What the member would give up: rewards that are not paid out, in dollars where these are paid.',
  access: 'member',
  /** A negative amount is owed by the member. */
  response: z.object({ unpaidRewards: z.number() }),
  errors: ['unauthorized'],
})

export const deleteMember = defineContract({
  method: 'DELETE',
  path: '/api/Member',
  summary:
    'Asks for the member to be erased after a grace period. Needs the password, or a sign-in of the last minutes.',
  access: 'member',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1_000))) }),
  response: z.object({ erasureAt: z.string() }),
  successStatus: 202,
  errors: [
    'unauthorized',
    'validation_failed',
    'account_locked',
    'reauthentication_required',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const deleteMemberErasure = defineContract({
  method: 'DELETE',
  path: '/api/Member/Erasure',
  summary: 'Keeps the account after all, while the grace period lasts.',
  access: 'member',
  response: z.object({ canceled: z.boolean() }),
  errors: ['unauthorized', 'csrf_invalid'],
})
