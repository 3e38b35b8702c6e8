import * as z from 'zod/mini'
import { transactionSchema } from '../activity/activity.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'
import { searchKinds } from './member-search.rules.ts'

/* Of members, `units` are integers: cents where the program's rewards are money, else points or miles. */

export const memberStates = ['active', 'closed', 'not_joined', 'leaving', 'erased'] as const
export type MemberState = (typeof memberStates)[number]

export const memberKeySchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

export const foundMemberSchema = z.object({
  id: z.string(),
  partner: z.string(),
  name: z.string(),
  email: z.string(),
  memberNumber: z.nullable(z.string()),
  tierLevel: z.number(),
  state: z.enum(memberStates),
  joinedAt: z.string(),
  foundBy: z.array(z.enum(searchKinds)),
})
export type FoundMember = z.infer<typeof foundMemberSchema>

/** It is a dine, a reward without a dine, or an event that became neither. */
export const foundTransactionSchema = z.object({
  id: z.string(),
  partner: z.nullable(z.string()),
  memberId: z.nullable(z.string()),
  kind: z.enum(['dine', 'reward', 'event']),
  /** The restaurant, or what the reward is for. */
  title: z.string(),
  at: z.string(),
  status: z.string(),
})
export type FoundTransaction = z.infer<typeof foundTransactionSchema>

const ofMemberSearch = {
  access: { console: 'members.read' },
  response: z.object({
    items: z.array(foundMemberSchema),
    transactions: z.array(foundTransactionSchema),
    /** There are more than are listed. */
    hasMore: z.boolean(),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
} as const

const memberSearch = z.object({
  query: z.string('Type what to look for.').check(z.maxLength(200)),
  partner: z.optional(z.string().check(z.maxLength(100))),
})
export type MemberSearch = z.infer<typeof memberSearch>

/** Other programs call it; ours posts (`postConsoleMemberSearch`). */
export const getConsoleMembers = defineContract({
  ...ofMemberSearch,
  method: 'GET',
  path: '/api/Console/Members',
  summary:
    'Members by the beginning of a name or email address, by member number, phone number, the last four digits of a phone or card, or a transaction id: at most 50 of each kind.',
  query: memberSearch,
})

/** Names and email addresses stay out of addresses, which proxies and histories keep. */
export const postConsoleMemberSearch = defineContract({
  ...ofMemberSearch,
  method: 'POST',
  path: '/api/Console/Members/Search',
  summary: 'The same search, with what is looked for in the body.',
  body: memberSearch,
})

const instant = z.string()

export const consoleMemberSchema = z.object({
  ...foundMemberSchema.shape,
  firstName: z.string(),
  lastName: z.string(),
  emailConfirmedAt: z.nullable(instant),
  /** Mails to the address are held back, and why. */
  emailProblem: z.nullable(
    z.object({ kind: z.enum(['bounce', 'complaint']), reason: z.string(), at: instant }),
  ),
  hasPassword: z.boolean(),
  phoneNumber: z.string(),
  address: z.string(),
  emailOptIn: z.boolean(),
  smsOptIn: z.boolean(),
  enrollmentSource: z.nullable(z.string()),
  referrer: z.nullable(z.string()),
  closedAt: z.nullable(instant),
  /** The new address is not proved yet: by the code that the member asked for, or by the link that staff had mailed. */
  emailChange: z.nullable(z.object({ email: z.string(), until: instant, proof: z.enum(['code', 'link']) })),
  erasureDueAt: z.nullable(instant),
  erasedAt: z.nullable(instant),
  /** The member is locked out by wrong passwords until then. */
  lockedUntil: z.nullable(instant),
  bookingBannedAt: z.nullable(instant),
  /** What a change names that was made from this page. */
  versions: z.object({ booking: z.string(), email: z.string(), erasure: z.string() }),
  /** A negative balance is owed by the member, and the next dines repay it. */
  balanceUnits: z.number(),
  pendingUnits: z.number(),
  inFlightUnits: z.number(),
  /** The newest change first. */
  tiers: z.array(
    z.object({
      tierLevel: z.number(),
      cause: z.string(),
      from: instant,
      /** Only VIPs have an end. */
      until: z.nullable(instant),
      revokedAt: z.nullable(instant),
      transactionId: z.nullable(z.string()),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.string(),
      cardType: z.string(),
      lastFour: z.string(),
      description: z.string(),
      linkedAt: instant,
      removedAt: z.nullable(instant),
      expiresOn: z.nullable(z.string()),
    }),
  ),
  consents: z.array(
    z.object({
      kind: z.string(),
      version: z.string(),
      source: z.string(),
      givenAt: z.nullable(instant),
      withdrawnAt: z.nullable(instant),
    }),
  ),
  sessions: z.array(
    z.object({
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      signedInAt: instant,
      lastUsedAt: instant,
    }),
  ),
  deviceCount: z.number(),
  passkeyCount: z.number(),
  reservations: z.array(
    z.object({
      id: z.string(),
      merchantName: z.string(),
      /** The restaurant's time, without an offset. */
      startsAt: z.string(),
      partySize: z.number(),
      status: z.string(),
    }),
  ),
})
export type ConsoleMember = z.infer<typeof consoleMemberSchema>

export const getConsoleMember = defineContract({
  method: 'GET',
  path: '/api/Console/Members/:id',
  summary: 'Everything that support needs to know about a member, without card numbers or contents of mails.',
  access: { console: 'members.read' },
  params: memberKeySchema,
  response: z.object({ member: consoleMemberSchema }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

export const getConsoleMemberTransactions = defineContract({
  method: 'GET',
  path: '/api/Console/Members/:id/Transactions',
  summary: "A member's dines and rewards without a dine, as the member's own list has them.",
  access: { console: 'members.read' },
  params: memberKeySchema,
  query: z.object({ pageNo: pageNumber, resultsPerPage: pageSize(50, 200) }),
  response: z.object({
    data: z.array(transactionSchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})
