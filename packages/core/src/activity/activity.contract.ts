import * as z from 'zod/mini'
import { accountRewardKinds } from '../account-rewards/account-rewards.rules.ts'
import { payoutHolds } from '../payouts/payouts.rules.ts'
import { componentKinds } from '../rewards/components/component.ts'
import { defineContract } from '../shared/contract.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'
import { activityFilterFields, inOrder } from './activity-filters.ts'
import { dineStatuses } from './dine-statuses.ts'
import { rewardParts } from './reward-parts.rules.ts'

const reason = z.nullable(z.object({ code: z.string(), text: z.string() }))

/** `benefitAmount` in the partner's unit, `ticketAmount` in `ticketCurrency`: others than USD never earn. */
export const transactionSchema = z.object({
  recordType: z.literal('Transaction'),
  sourceTransactionId: z.string(),
  merchantId: z.nullable(z.string()),
  /** A reward without a dine has its description here. */
  merchantName: z.string(),
  /** It is the local time at the restaurant, or at the partner for a reward without a dine; it has no offset. */
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
  /** The member has reviewed the dine (account §9). */
  isReviewed: z.boolean(),
  /** It says why the dine earned nothing, less, or not yet. */
  reason,
  /**
   * They sum to `benefitAmount`. Shell §3.3 names the sources: S base, B bonus, J taken back of it, A and M
   * adjustments.
   */
  components: z.array(
    z.object({
      source: z.enum(['S', 'B', 'J', 'A', 'M', '+']),
      kind: z.enum(['base', ...componentKinds, ...accountRewardKinds]),
      amount: z.number(),
      reason: z.string(),
    }),
  ),
  /** The oldest comes first. `benefitAmount` is what was posted by then; the newest entry is the dine as it is now. */
  history: z.array(
    z.object({
      at: z.string(),
      status: z.enum(dineStatuses),
      benefitAmount: z.number(),
      ticketAmount: z.number(),
      reason,
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
  /** The statuses of shell §3.3 are written as "Completed" is (account §3). */
  status: z.string(),
  /** Why it came back to the balance. */
  reason,
})

const page = z
  .object({ ...activityFilterFields, pageNo: pageNumber, resultsPerPage: pageSize(10, 100) })
  .check(inOrder)

export const getTransactions = defineContract({
  method: 'GET',
  path: '/api/Member/Transactions',
  summary: 'Dines of the signed-in member, and rewards without a dine (`Manual`), newest first.',
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
  summary:
    'Dines, rewards without a dine and statement credits of the signed-in member, newest first, and the balance of `StatementCreditBalance` (credit- and dollar-currency partners).',
  access: 'member',
  query: page,
  response: z.object({
    data: z.array(z.discriminatedUnion('recordType', [transactionSchema, creditSchema])),
    memberBalance: z.number(),
    /** Dollars of payouts, and why a balance above the threshold waits. */
    payouts: z.object({
      inFlight: z.number(),
      paid: z.number(),
      /** The part of the balance that waits in case of refunds. */
      waiting: z.number(),
      hold: z.nullable(z.enum(payoutHolds)),
      /** When a returned one is tried again, or when enough has waited. */
      retryAt: z.nullable(z.string()),
    }),
    totalResultSize: z.number(),
    totalPages: z.number(),
  }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const getTransactionsFile = defineContract({
  method: 'GET',
  path: '/api/Member/Transactions.csv',
  summary:
    'What `Transactions` lists, with statement credits where the partner pays them, as a file for spreadsheets: the newest 10,000 rows.',
  access: 'member',
  query: z.object(activityFilterFields).check(inOrder),
  answerTypes: ['text/csv'],
  response: z.string(),
  errors: ['validation_failed', 'unauthorized'],
})

export const getStatementCreditBalance = defineContract({
  method: 'GET',
  path: '/api/Member/StatementCreditBalance',
  summary:
    'The balance towards the next statement credit, in dollars (credit- and dollar-currency partners).',
  access: 'member',
  response: z.object({ memberBalance: z.number() }),
  errors: ['unauthorized', 'not_found'],
})

export const getDineSummary = defineContract({
  method: 'GET',
  path: '/api/Member/DineSummary',
  summary:
    "Rewards (in the partner's unit) and dines of the last 12 months, and the states of these rewards.",
  access: 'member',
  response: z.object({
    currentYearBenefits: z.number(),
    currentYearDines: z.number(),
    /** It is the first local date of the 12 months. */
    since: z.string(),
    /** These include estimates of dines that are still processing. */
    benefit: z.number(),
    dines: z.number(),
    /** They sum to `benefit`. `at` is the last payment, or when the newest is expected to go on. */
    parts: z.array(z.object({ part: z.enum(rewardParts), benefit: z.number(), at: z.nullable(z.string()) })),
  }),
  errors: ['unauthorized'],
})
