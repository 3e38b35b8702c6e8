import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { controlledActionNames, largestLimit } from './approvals.rules.ts'

export const approvalStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

const lineSchema = z.object({
  label: z.string(),
  /** Null where there is nothing to compare with. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

/** What a call would do, measured by the server in words that a person decides by. */
export const effectSchema = z.object({
  title: z.string(),
  lines: z.readonly(z.array(lineSchema)),
  /** What an approver should know before anything else. */
  warnings: z.readonly(z.array(z.string())),
})
export type EffectInWords = z.infer<typeof effectSchema>

/** What is not among it, though it is due: a reward that waits, by dine. */
const heldRowSchema = z.object({
  memberId: z.string(),
  /** Null for a reward without a dine. */
  transactionId: z.nullable(z.string()),
  restaurant: z.nullable(z.string()),
  reward: z.string(),
  why: z.enum(['review', 'refunds', 'partner']),
})
export type HeldRow = z.infer<typeof heldRowSchema>

const action = z.enum(controlledActionNames)
const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/))
const reasonText = 'Say why, in a sentence of at most 500 characters.'
const reason = z
  .string(reasonText)
  .check(z.trim(), z.minLength(1, reasonText), z.maxLength(500, reasonText), z.regex(/^[^\0]*$/))

export const approvalSchema = z.object({
  id: z.string(),
  /** It is a slug; null means all programs. */
  partner: z.nullable(z.string()),
  action,
  state: z.enum(approvalStates),
  memberId: z.nullable(z.string()),
  ...effectSchema.shape,
  /** It names what was shown: an approval says which one was seen. */
  digest: z.string(),
  reason: z.nullable(z.string()),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  /** Whether the signed-in staff member may approve and refuse it, and else why not, in a sentence. */
  mayDecide: z.boolean(),
  whyNot: z.nullable(z.string()),
  isOwn: z.boolean(),
})
export type Approval = z.infer<typeof approvalSchema>

export const getApprovals = defineContract({
  method: 'GET',
  path: '/api/Console/Approvals',
  summary:
    'What waits for a second person, the oldest first; or what was decided, the newest first: at most 500.',
  access: { console: 'any' },
  query: z.object({
    partner: z.optional(z.string().check(z.maxLength(100))),
    action: z.optional(action),
    state: z._default(z.enum(['waiting', 'decided']), 'waiting'),
  }),
  response: z.object({ items: z.array(approvalSchema) }),
  errors: ['unauthorized', 'validation_failed', 'not_found'],
})

export const getApproval = defineContract({
  method: 'GET',
  path: '/api/Console/Approvals/:id',
  summary: 'One request, with what it would do if it were approved now.',
  access: { console: 'any' },
  params: z.object({ id }),
  response: z.object({
    approval: approvalSchema,
    /** What it would have cost lately, from the dines of now. It is no part of what is approved. */
    outlook: z.readonly(z.array(lineSchema)),
    /** Of a file what it leaves out, the first fifty, and how many there are. */
    held: z.nullable(z.object({ count: z.int(), rows: z.readonly(z.array(heldRowSchema)) })),
  }),
  errors: ['unauthorized', 'validation_failed', 'not_found'],
})

const decision = {
  method: 'POST',
  access: { console: 'any' },
  params: z.object({ id }),
  response: z.object({ approval: approvalSchema }),
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'csrf_invalid',
    'approval_decided',
    'approval_expired',
  ],
} as const

export const postApprovalApprove = defineContract({
  ...decision,
  path: '/api/Console/Approvals/:id/Approve',
  reauthenticates: true,
  summary:
    'Does what was asked for, in the name of who asked. Never by the same person. Where it would do something else by now, it answers so and nothing is done.',
  body: z.object({
    /** Of what the approver saw. */
    digest: z.string().check(z.maxLength(100)),
  }),
  response: z.object({
    approval: approvalSchema,
    /** What the call that was asked for answered. */
    answer: z.unknown(),
  }),
  errors: [...decision.errors, 'approval_changed', 'reauthentication_required'],
})

export const postApprovalRefuse = defineContract({
  ...decision,
  path: '/api/Console/Approvals/:id/Refuse',
  summary: 'Refuses a request. Nothing is done.',
  body: z.object({ reason }),
})

export const postApprovalWithdraw = defineContract({
  ...decision,
  path: '/api/Console/Approvals/:id/Withdraw',
  summary: 'Takes back one’s own request. Nothing is done.',
  body: z.object({ reason }),
})

const limit = z
  .int('Enter a whole number.')
  .check(z.minimum(0, 'It cannot be negative.'), z.maximum(largestLimit, `It is at most ${largestLimit}.`))
const ruleSchema = z.object({ perAction: limit, perMemberDay: limit, perPersonDay: limit })

const listedRule = z.object({
  partner: z.string(),
  action,
  ...ruleSchema.shape,
  /** Two people have changed it. */
  isChanged: z.boolean(),
  version: z.string(),
})
export type ListedRule = z.infer<typeof listedRule>

export const getApprovalRules = defineContract({
  method: 'GET',
  path: '/api/Console/ApprovalRules',
  summary: 'Up to what amounts one person of a program acts alone.',
  access: { console: 'any' },
  query: z.object({ partner: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({ items: z.array(listedRule) }),
  errors: ['unauthorized', 'validation_failed', 'not_found'],
})

export const putApprovalRule = defineContract({
  method: 'PUT',
  path: '/api/Console/ApprovalRules/:partner/:action',
  summary: 'Changes a limit of a program. It always waits for a second person.',
  access: { console: 'staff.change' },
  approval: 'rule',
  reauthenticates: true,
  params: z.object({ partner: z.string().check(z.maxLength(100)), action }),
  body: z.object({ ...ruleSchema.shape, version: z.string().check(z.maxLength(100)), reason }),
  response: z.object({ rule: listedRule }),
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'csrf_invalid',
    'changed_meanwhile',
    'reauthentication_required',
  ],
})
