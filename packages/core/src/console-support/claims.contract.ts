import * as z from 'zod/mini'
import { claimStates } from '../claims/claims.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { pageSize } from '../shared/paging.ts'

const claimKey = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

const colleague = z.object({ email: z.string(), name: z.string() })

export const consoleClaimSchema = z.object({
  id: z.string(),
  partner: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  dinedOn: z.string(),
  amountCents: z.number(),
  state: z.enum(claimStates),
  /** What the member reads now. */
  answer: z.string(),
  note: z.string(),
  /** It is `image/jpeg` where there is a receipt. */
  receiptType: z.nullable(z.string()),
  createdAt: z.string(),
  /** The date that the member was promised. */
  nextBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  ageDays: z.number(),
  daysLeft: z.nullable(z.number()),
  urgency: z.enum(['overdue', 'due', 'later', 'answered']),
  /** Who of the staff has taken it. */
  assignee: z.nullable(colleague),
})
export type ConsoleClaim = z.infer<typeof consoleClaimSchema>

export const getConsoleClaims = defineContract({
  method: 'GET',
  path: '/api/Console/Claims',
  summary:
    'Claims for a person to answer, those that are overdue first; or the answered ones, the newest first.',
  access: { console: 'claims.read' },
  query: z.object({
    partner: z.optional(z.string().check(z.maxLength(100))),
    state: z._default(z.enum(['open', 'answered']), 'open'),
    /** Only those that the caller has taken, or that no one has. */
    assignee: z.optional(z.enum(['me', 'none'])),
    /** It is `after` of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: pageSize(100, 200),
  }),
  response: z.object({
    items: z.array(consoleClaimSchema),
    /** It asks for the next page; null at the end. */
    after: z.nullable(z.string()),
    openCount: z.number(),
    overdueCount: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})

export const getConsoleClaim = defineContract({
  method: 'GET',
  path: '/api/Console/Claims/:id',
  summary: 'A claim with what the product finds now, and the answer it proposes.',
  access: { console: 'claims.read' },
  params: claimKey,
  response: z.object({
    claim: consoleClaimSchema,
    /** It is null where nothing was found. */
    finding: z.nullable(z.object({ text: z.string(), transactionId: z.nullable(z.string()) })),
    proposal: z.nullable(z.object({ approve: z.boolean(), because: z.string() })),
    /** What is unusual about approving it: no receipt, an amount above the member's usual. */
    warnings: z.array(z.string()),
    /** What staff noted for each other, the oldest first. The member never reads it here. */
    notes: z.array(z.object({ id: z.string(), author: z.string(), text: z.string(), createdAt: z.string() })),
    /** They may decide claims of the program. */
    colleagues: z.array(colleague),
    /** The program's prepared answers, filled in for this claim. */
    answers: z.array(z.object({ name: z.string(), text: z.string() })),
    card: z.nullable(
      z.object({ lastFour: z.string(), linkedOn: z.string(), removedOn: z.nullable(z.string()) }),
    ),
    /** They were at the restaurant around that day. */
    dines: z.array(
      z.object({
        transactionId: z.string(),
        at: z.string(),
        amountCents: z.number(),
        status: z.string(),
        cardLastFour: z.string(),
      }),
    ),
  }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

const handling = {
  method: 'POST',
  access: { console: 'claims.decide' },
  params: claimKey,
  response: z.object({ claim: consoleClaimSchema }),
} as const
const email = z.nullable(z.string().check(z.maxLength(200)))
const noteText = 'Write a note of at most 2,000 characters.'

export const postConsoleClaimAssignee = defineContract({
  ...handling,
  path: '/api/Console/Claims/:id/Assignee',
  summary: 'Gives an open claim to someone who may decide it, or to no one.',
  body: z.object({
    assignee: email,
    /** Who has it, as the caller saw it. */
    before: email,
  }),
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'claim_decided',
    'changed_meanwhile',
    'csrf_invalid',
  ],
})

export const postConsoleClaimNote = defineContract({
  ...handling,
  path: '/api/Console/Claims/:id/Notes',
  summary: 'Adds a note for other staff. It stays as it is.',
  body: z.object({
    text: z.string(noteText).check(z.trim(), z.minLength(1, noteText), z.maxLength(2_000, noteText)),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'csrf_invalid'],
})

const decisionReason = 'Say why, in a sentence of at most 500 characters.'

export const postConsoleClaimDecision = defineContract({
  method: 'POST',
  path: '/api/Console/Claims/:id/Decision',
  approval: 'adjustment',
  summary:
    'Answers a claim. An approved dine earns by the rules, from `amount` where it differs. The member reads the reason of a refusal.',
  access: { console: 'claims.decide' },
  params: claimKey,
  body: z.object({
    approve: z.boolean('Say whether to approve it.'),
    /** It is in dollars, as on the receipt. */
    amount: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
    reason: z
      .string(decisionReason)
      .check(z.trim(), z.minLength(1, decisionReason), z.maxLength(500, decisionReason)),
  }),
  response: z.object({ claim: consoleClaimSchema }),
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'claim_decided',
    'claim_not_awardable',
    'csrf_invalid',
  ],
})

export const getConsoleClaimReceipt = defineContract({
  method: 'GET',
  path: '/api/Console/Claims/:id/Receipt',
  summary: 'The receipt, as it was encoded again when it came: a JPEG, also of a PDF.',
  access: { console: 'claims.decide' },
  params: claimKey,
  answerTypes: ['image/jpeg'],
  response: z.unknown(),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})
