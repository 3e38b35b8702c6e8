import * as z from 'zod/mini'
import { holdStates } from '../rewards/holds/stored-hold.rules.ts'
import { velocityRules } from '../rewards/holds/velocity.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { pageSize } from '../shared/paging.ts'

const holdKey = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
const colleague = z.object({ email: z.string(), name: z.string() })

export const consoleHoldSchema = z.object({
  /** It is the dine's id. */
  id: z.string(),
  partner: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  merchantId: z.nullable(z.string()),
  merchantName: z.string(),
  transactionId: z.string(),
  /** It is the restaurant's local time. */
  dinedAt: z.string(),
  cardLastFour: z.string(),
  amountCents: z.number(),
  /** The base that a release posts, in the program's unit. What offers and bonuses add is decided then. */
  units: z.number(),
  rules: z.readonly(z.array(z.enum(velocityRules))),
  state: z.enum(holdStates),
  openedAt: z.string(),
  /** By then the member was promised an answer. */
  dueAt: z.string(),
  ageDays: z.number(),
  isOverdue: z.boolean(),
  /** Who of the staff has taken it. */
  assignee: z.nullable(colleague),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type ConsoleHold = z.infer<typeof consoleHoldSchema>

export const getConsoleHolds = defineContract({
  method: 'GET',
  path: '/api/Console/Holds',
  summary:
    'Dines whose reward waits for a person, by the date that was promised; or those that were answered, the newest first.',
  access: { console: 'holds.read' },
  query: z.object({
    partner: z.optional(z.string().check(z.maxLength(100))),
    state: z._default(z.enum(['open', 'overdue', 'answered']), 'open'),
    rule: z.optional(z.enum(velocityRules)),
    /** Only those that the caller has taken, or that no one has. */
    assignee: z.optional(z.enum(['me', 'none'])),
    /** It is `after` of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: pageSize(100, 200),
  }),
  response: z.object({
    items: z.array(consoleHoldSchema),
    /** It asks for the next page; null at the end. */
    after: z.nullable(z.string()),
    openCount: z.number(),
    overdueCount: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found'],
})

export const getConsoleHold = defineContract({
  method: 'GET',
  path: '/api/Console/Holds/:id',
  summary: 'A dine that waits, with why, in sentences, and the dines and members concerned.',
  access: { console: 'holds.read' },
  params: holdKey,
  response: z.object({
    hold: consoleHoldSchema,
    evidence: z.array(
      z.object({
        rule: z.enum(velocityRules),
        text: z.string(),
        /** Others who share it with the member. */
        members: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
    /** Dines of the member at the restaurant on that day, and those of the members concerned. */
    dines: z.array(
      z.object({
        transactionId: z.string(),
        memberId: z.string(),
        memberName: z.string(),
        at: z.string(),
        amountCents: z.number(),
        status: z.string(),
        cardLastFour: z.string(),
      }),
    ),
    /** They may answer cases of the program. */
    colleagues: z.array(colleague),
  }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

const email = z.nullable(z.string().check(z.maxLength(200)))

export const postConsoleHoldAssignee = defineContract({
  method: 'POST',
  path: '/api/Console/Holds/:id/Assignee',
  summary: 'Gives an open case to someone who may answer it, or to no one.',
  access: { console: 'holds.decide' },
  params: holdKey,
  body: z.object({
    assignee: email,
    /** Who has it, as the caller saw it. */
    before: email,
  }),
  response: z.object({ hold: consoleHoldSchema }),
  errors: [
    'unauthorized',
    'forbidden',
    'validation_failed',
    'not_found',
    'hold_decided',
    'changed_meanwhile',
    'csrf_invalid',
  ],
})

const reasonText = 'Say why, in a sentence of at most 500 characters.'

export const postConsoleHoldDecision = defineContract({
  method: 'POST',
  path: '/api/Console/Holds/:id/Decision',
  approval: 'hold',
  summary:
    'Answers a case: `release` posts the reward at the date of the dine, also after a refusal; `refuse` forfeits it, and the member reads the reason.',
  access: { console: 'holds.decide' },
  params: holdKey,
  body: z
    .object({
      release: z.optional(z.literal(true)),
      refuse: z.optional(z.literal(true)),
      reason: z
        .string(reasonText)
        .check(z.trim(), z.minLength(1, reasonText), z.maxLength(500, reasonText), z.regex(/^[^\0]*$/)),
    })
    .check(
      z.refine(({ release, refuse }) => (release === true) !== (refuse === true), {
        path: ['release'],
        message: 'Say either release or refuse.',
      }),
    ),
  response: z.object({ hold: consoleHoldSchema }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'hold_decided', 'csrf_invalid'],
})
