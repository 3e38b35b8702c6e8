import * as z from 'zod/mini'
import { bridgeFigureNames, type PostingFigure, postingFigureNames } from '../ledger/figures.ts'
import { ledgerAccountNames, postingKinds } from '../ledger/postings.ts'
import { statementDinesParts } from '../reports/statement-dines.rules.ts'
import { asOfField, figureErrors } from '../shared/as-of.ts'
import { defineContract } from '../shared/contract.ts'
import { monthField, ofNowField, programField } from './finance-fields.ts'

const idField = z.string().check(z.minLength(1), z.maxLength(200))
const errors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const
const access = { console: 'finance.read' } as const
const file = { method: 'GET', access, answerTypes: ['text/csv'], response: z.any(), errors } as const

const postingFilters = {
  partner: programField,
  /** What counts in this month. */
  month: z.optional(monthField),
  /** What counts until the end of this month; with neither, all until now. */
  until: z.optional(monthField),
  figure: z.optional(z.enum(postingFigureNames)),
  account: z.optional(z.enum(ledgerAccountNames)),
  kind: z.optional(z.enum(postingKinds)),
  member: z.optional(idField),
  merchant: z.optional(idField),
  file: z.optional(idField),
  /** How the partner answered the posting’s row in an accrual file. */
  answer: z.optional(z.enum(['sent', 'confirmed', 'rejected'])),
}
const needsMonth = new Set<PostingFigure | undefined>(bridgeFigureNames)
const hasOnePeriod = z.refine<Period>(({ month, until }) => month === undefined || until === undefined, {
  message: 'Give a month, or the last one, not both.',
  path: ['until'],
})
const hasMonth = z.refine<Period>(({ figure, month }) => !needsMonth.has(figure) || month !== undefined, {
  message: 'This figure is of a month.',
  path: ['month'],
})
interface Period {
  readonly month?: string | undefined
  readonly until?: string | undefined
  readonly figure?: PostingFigure | undefined
}

const postingSchema = z.object({
  postingId: z.number(),
  account: z.enum(ledgerAccountNames),
  kind: z.enum(postingKinds),
  reason: z.string(),
  /** As the figure counts them; without a figure as the account has them. */
  units: z.number(),
  postedAt: z.string(),
  /** Later than it was posted where that month was closed. */
  countsAt: z.string(),
  memberId: z.nullable(z.string()),
  dineId: z.nullable(z.string()),
  merchant: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The accrual file that told the partner of it last. */
  fileId: z.nullable(z.string()),
})
export type ListedPosting = z.infer<typeof postingSchema>

const postingsQuery = z
  .object({ ...postingFilters, after: z.optional(z.string().check(z.regex(/^\d{1,15} [a-z_]{1,40}$/))) })
  .check(hasOnePeriod, hasMonth)
export type PostingsQuery = z.infer<typeof postingsQuery>

export const getPostings = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Postings',
  summary:
    'What postings add to accounts, the newest first: the rows of a figure of liability or a statement.',
  access,
  query: postingsQuery,
  response: z.object({
    items: z.array(postingSchema),
    /** It is for `after`, and null at the end. */
    next: z.nullable(z.string()),
    /** Of all pages; it comes with the first one. */
    total: z.nullable(z.object({ rows: z.number(), units: z.number() })),
  }),
  errors,
})

export const getPostingsFile = defineContract({
  ...file,
  path: '/api/Console/Finance/Postings.csv',
  summary: 'Every row of a figure, as a file for spreadsheets.',
  query: z.object(postingFilters).check(hasOnePeriod, hasMonth),
})

const statementDineFilters = {
  partner: programField,
  month: monthField,
  merchant: z.optional(idField),
  part: z._default(z.enum(statementDinesParts), 'dines'),
}

/** In cents and the program’s unit; the fee in ten thousandths of a cent. */
const dineTotals = {
  spentCents: z.number(),
  refundedCents: z.number(),
  baseUnits: z.number(),
  bonusUnits: z.number(),
  feeParts: z.number(),
}
const totalsSchema = z.object({ dines: z.number(), ...dineTotals })
export type ListedDineTotals = z.infer<typeof totalsSchema>

const statementDineSchema = z.object({
  dineId: z.string(),
  memberId: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  /** The local date of its clearing. */
  clearedOn: z.string(),
  /** It does not where nothing is left of it after refunds. */
  counts: z.boolean(),
  feeBasisPoints: z.number(),
  updatedAt: z.string(),
  ...dineTotals,
})
export type ListedStatementDine = z.infer<typeof statementDineSchema>

export const getStatementDines = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/StatementDines',
  summary:
    'Dines that a month’s statements of restaurants count, the newest first, or those that correct earlier months.',
  access,
  query: z.object({ ...statementDineFilters, after: z.optional(idField) }),
  response: z.object({
    items: z.array(statementDineSchema),
    next: z.nullable(z.string()),
    /** Listed + unchanged - billed before - changed later = the figure. It comes with the first page. */
    sums: z.nullable(
      z.object({
        listed: totalsSchema,
        unchanged: totalsSchema,
        billedBefore: totalsSchema,
        changedLater: totalsSchema,
        figure: totalsSchema,
      }),
    ),
  }),
  errors,
})

export const getStatementDinesFile = defineContract({
  ...file,
  path: '/api/Console/Finance/StatementDines.csv',
  summary: 'The same dines, as a file for spreadsheets.',
  query: z.object(statementDineFilters),
})

export const getBridge = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Bridge',
  summary:
    'What leads from the rewards that restaurants were told of to those of the partner statement, of a month.',
  access,
  query: z.object({ partner: programField, month: monthField, ofNow: ofNowField }),
  response: z.object({
    asOf: asOfField,
    /** Base and bonuses of the statements of restaurants, corrections included. */
    restaurants: z.number(),
    /** This part of it is of dines of earlier months. */
    corrections: z.number(),
    /** What later events changed in dines of the month since it was closed. */
    changedLater: z.number(),
    dinesOfMonth: z.number(),
    postedInOtherMonths: z.number(),
    dinesOfOtherMonths: z.number(),
    dinesOfNoStatement: z.number(),
    withoutDine: z.number(),
    bonusesPaidByPartner: z.number(),
    /** Earned + bonuses - taken back. */
    partner: z.number(),
    adjusted: z.number(),
    addsUp: z.boolean(),
  }),
  errors: figureErrors,
})
