import * as z from 'zod/mini'
import { componentKinds } from '../rewards/components.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'

export const dineStatuses = ['Pending', 'Awarded', 'Deferred', 'Paid', 'Forfeit'] as const

/** `benefitAmount` in the partner's unit, `ticketAmount` in `ticketCurrency`: others than USD never earn. */
export const transactionSchema = z.object({
  recordType: z.literal('Transaction'),
  sourceTransactionId: z.string(),
  merchantId: z.nullable(z.string()),
  merchantName: z.string(),
  /** Local time, without an offset. */
  date: z.string(),
  transactionCreatedAt: z.string(),
  awardStatus: z.enum(dineStatuses),
  transactionStatus: z.enum(dineStatuses),
  transactionType: z.enum(['Settle', 'Manual']),
  benefitAmount: z.number(),
  ticketAmount: z.number(),
  ticketCurrency: z.string(),
  cardLastFour: z.string(),
  paidAt: z.nullable(z.string()),
  activeMerchant: z.boolean(),
  isTranslated: z.boolean(),
  /** By the member (account §9). */
  isReviewed: z.boolean(),
  /** Why it earned nothing, less, or not yet. */
  reason: z.nullable(z.object({ code: z.string(), text: z.string() })),
  /** They sum to `benefitAmount`. S the base, B what a bonus added, J what a refund took back of it (shell §3.3). */
  components: z.array(
    z.object({
      source: z.enum(['S', 'B', 'J', 'A', 'M', '+']),
      kind: z.enum(['base', ...componentKinds]),
      amount: z.number(),
      reason: z.string(),
    }),
  ),
})
export type Transaction = z.infer<typeof transactionSchema>

export const creditSchema = z.object({
  recordType: z.literal('Credit'),
  creditId: z.string(),
  date: z.string(),
  creditAmountCents: z.number(),
  targetType: z.string(),
  targetLabel: z.string(),
  benefitProcessor: z.string(),
  /** As "Completed" (account §3), of the statuses of shell §3.3. */
  status: z.string(),
  /** Why it came back to the balance. */
  reason: z.nullable(z.object({ code: z.string(), text: z.string() })),
})

const page = z.object({ pageNo: pageNumber, resultsPerPage: pageSize(10, 100) })

export const getTransactions = defineContract({
  method: 'GET',
  path: '/api/Member/Transactions',
  summary: 'Dines of the signed-in member, newest first.',
  access: 'member',
  query: page,
  response: z.object({
    data: z.array(transactionSchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
  }),
  errors: ['validation_failed', 'unauthorized'],
})

export const getTransactionsAndCredits = defineContract({
  method: 'GET',
  path: '/api/Member/TransactionsStatementCredits',
  summary: 'Dines and statement credits of the signed-in member, newest first (credit-currency partners).',
  access: 'member',
  query: page,
  response: z.object({
    data: z.array(z.discriminatedUnion('recordType', [transactionSchema, creditSchema])),
    totalResultSize: z.number(),
    totalPages: z.number(),
  }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const getStatementCreditBalance = defineContract({
  method: 'GET',
  path: '/api/Member/StatementCreditBalance',
  summary: 'The balance towards the next statement credit, in dollars (credit-currency partners).',
  access: 'member',
  response: z.object({ memberBalance: z.number() }),
  errors: ['unauthorized', 'not_found'],
})

export const getDineSummary = defineContract({
  method: 'GET',
  path: '/api/Member/DineSummary',
  summary: "Rewards (in the partner's unit) and dines of the last 12 months.",
  access: 'member',
  response: z.object({ currentYearBenefits: z.number(), currentYearDines: z.number() }),
  errors: ['unauthorized'],
})
