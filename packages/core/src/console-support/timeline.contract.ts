import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { pageSize } from '../shared/paging.ts'
import type { Permission } from '../staff/permissions.ts'
import { memberKeySchema } from './members.contract.ts'

/** What happens to a member, and which permissions show it: any of them is enough. */
export const timelineKinds = {
  dine: ['members.read'],
  reward: ['members.read'],
  payout: ['members.read'],
  claim: ['claims.read'],
  adjustment: ['members.read'],
  bonus: ['members.read'],
  mail: ['members.read'],
  sign_in: ['members.read'],
  change: ['members.change', 'audit.read'],
} as const satisfies Record<string, readonly Permission[]>
export type TimelineKind = keyof typeof timelineKinds

const kindNames = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]
const anyKind = kindNames.join('|')

const entrySchema = z.object({
  kind: z.enum(kindNames),
  /** A dine’s is the network’s id of its transaction. */
  id: z.string(),
  at: z.string(),
  title: z.string(),
  /** It says more: why, for whom, by whom. */
  detail: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** In cents where rewards are money, else points or miles. */
  units: z.nullable(z.number()),
  /** Of the bill, the payout or the claim. */
  amountCents: z.nullable(z.number()),
})
export type TimelineEntry = z.infer<typeof entrySchema>

export const getConsoleMemberTimeline = defineContract({
  method: 'GET',
  path: '/api/Console/Members/:id/Timeline',
  summary:
    'What happened to a member, the newest first: dines, rewards, payouts, claims, adjustments, bonuses, mails, sign-ins of present sessions, and changes of the account.',
  access: { console: 'members.read' },
  params: memberKeySchema,
  query: z.object({
    /** Kinds with commas between them; all that the caller may see without it. */
    kinds: z.optional(
      z.string().check(z.regex(new RegExp(`^(${anyKind})(,(${anyKind}))*$`), 'There is no such kind.')),
    ),
    /** It is `after` of the page before. */
    after: z.optional(z.string().check(z.maxLength(300))),
    limit: pageSize(50, 200),
  }),
  response: z.object({
    items: z.array(entrySchema),
    /** It asks for the next page; null at the end. */
    after: z.nullable(z.string()),
    /** The caller may see these. */
    kinds: z.array(z.enum(kindNames)),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})
