import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

/* "Why" of a transaction is what was reported, how it was decided, what was posted, sent, paid and mailed. */

const reason = z.nullable(z.object({ code: z.string(), text: z.string() }))
const instant = z.string()

export const transactionKinds = ['dine', 'reward', 'event'] as const

/** It is as a network reported it, and never has a card number. */
const reportSchema = z.object({
  kind: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  /** The restaurant's local time, or an instant. */
  at: z.string(),
  restaurant: z.nullable(z.string()),
  originalTransactionId: z.nullable(z.string()),
  updatedAt: z.nullable(instant),
})

export const whySchema = z.object({
  id: z.string(),
  kind: z.enum(transactionKinds),
  partner: z.nullable(z.string()),
  member: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The restaurant, or what the reward is for. */
  title: z.string(),
  merchantId: z.nullable(z.string()),
  /** It is the local time at the restaurant. */
  at: z.nullable(z.string()),
  /** The restaurant's zone; null where no restaurant is known. */
  timezone: z.nullable(z.string()),
  cardLastFour: z.nullable(z.string()),
  status: z.string(),
  reason,
  /** It is an integer, in cents where rewards are money. */
  units: z.number(),
  ticketCents: z.number(),
  currency: z.string(),
  /** What the base was decided on, the fact that decided first; null where nothing was decided. */
  decision: z.nullable(z.array(z.object({ label: z.string(), text: z.string(), isDecisive: z.boolean() }))),
  /** It tells the member all this in plain words; null where no member is known. */
  answer: z.nullable(z.string()),
  parts: z.array(z.object({ kind: z.string(), code: z.string(), units: z.number(), text: z.string() })),
  events: z.array(
    z.object({
      id: z.number(),
      provider: z.string(),
      event: z.string(),
      transactionId: z.nullable(z.string()),
      receivedAt: instant,
      processedAt: z.nullable(instant),
      status: z.string(),
      reason,
      attempts: z.number(),
      lastError: z.nullable(z.string()),
      /** Null where the report could not be read. */
      report: z.nullable(reportSchema),
    }),
  ),
  postings: z.array(
    z.object({
      id: z.number(),
      at: instant,
      kind: z.string(),
      /** It is `base`, or the kind of the component. */
      part: z.string(),
      /** Of a bonus or an offer. */
      code: z.nullable(z.string()),
      reason: z.object({ code: z.string(), text: z.string() }),
      entries: z.array(z.object({ account: z.string(), units: z.number() })),
    }),
  ),
  /** These accrual files told the partner. */
  files: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      units: z.number(),
      sentAt: z.nullable(instant),
      state: z.string(),
      partnerCode: z.nullable(z.string()),
      answeredAt: z.nullable(instant),
    }),
  ),
  payouts: z.array(
    z.object({
      id: z.string(),
      /** Of this transaction's reward. */
      units: z.number(),
      amountCents: z.number(),
      status: z.string(),
      createdAt: instant,
      settledAt: z.nullable(instant),
    }),
  ),
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      subject: z.string(),
      createdAt: instant,
      sentAt: z.nullable(instant),
      failedAt: z.nullable(instant),
    }),
  ),
  claims: z.array(z.object({ id: z.string(), state: z.string(), createdAt: instant })),
  adjustments: z.array(
    z.object({
      id: z.string(),
      units: z.number(),
      reason: z.string(),
      state: z.enum(['posted', 'reversed']),
      author: z.string(),
      createdAt: instant,
    }),
  ),
  history: z.array(
    z.object({ at: instant, status: z.string(), units: z.number(), ticketCents: z.number(), reason }),
  ),
})
export type Why = z.infer<typeof whySchema>

const key = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })
const answerText = 'Write to the member, at most 2,000 characters.'
const reasonText = 'Say why, in a sentence of at most 500 characters.'

export const postConsoleTransactionAnswer = defineContract({
  method: 'POST',
  path: '/api/Console/Transactions/:id/Answer',
  summary: 'Mails the member about a transaction. The same text goes out once.',
  access: { console: 'members.change' },
  params: key,
  body: z.object({
    text: z.string(answerText).check(z.trim(), z.minLength(1, answerText), z.maxLength(2_000, answerText)),
    reason: z.string(reasonText).check(z.trim(), z.minLength(1, reasonText), z.maxLength(500, reasonText)),
  }),
  /** False where mails to the member are held back, or the address is not confirmed. */
  response: z.object({ sent: z.boolean() }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'csrf_invalid'],
})

export const getConsoleTransaction = defineContract({
  method: 'GET',
  path: '/api/Console/Transactions/:id',
  summary:
    'Why a transaction earned what it did: its events, the decision with its inputs in words, postings, files, payouts, mails and history. By the id of the network, or ours.',
  access: { console: 'members.read' },
  params: key,
  response: z.object({ transaction: whySchema }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})
