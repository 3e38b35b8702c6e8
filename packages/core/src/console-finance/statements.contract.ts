import * as z from 'zod/mini'
import { asOfField, figureErrors } from '../shared/as-of.ts'
import { defineContract } from '../shared/contract.ts'
import { monthField, ofNowField, programField } from './finance-fields.ts'
import { movementsSchema } from './periods.contract.ts'

const ofMonth = z.object({ partner: programField, month: monthField })
const read = {
  method: 'GET',
  access: { console: 'finance.read' },
  errors: figureErrors,
} as const
/** The answer is bytes. */
const file = z.any()

export const getPartnerStatement = defineContract({
  ...read,
  path: '/api/Console/Finance/PartnerStatement',
  summary: 'What members of a program earned and were given in a month, from the ledger.',
  query: z.object({ partner: programField, month: monthField, ofNow: ofNowField }),
  response: z.object({
    asOf: asOfField,
    movements: movementsSchema,
    /** Opening and all movements are the closing. */
    addsUp: z.boolean(),
    /** Null while the month is open. */
    closed: z.nullable(
      z.object({
        closedAt: z.string(),
        closedBy: z.string(),
        hash: z.string(),
        /** What is stored, and the ledger until then, are what they were. */
        isUnchanged: z.boolean(),
      }),
    ),
  }),
})

const merchantStatementSchema = z.object({
  merchantId: z.string(),
  name: z.string(),
  city: z.string(),
  dines: z.number(),
  spentCents: z.number(),
  refundedCents: z.number(),
  netCents: z.number(),
  /** It is the part of the net that changed in dines of closed months. */
  correctedNetCents: z.number(),
  rewardUnits: z.number(),
  /** They are basis points, in the order of their days: there are several where the fee changed in the month. */
  feeRates: z.array(z.number()),
  feeCents: z.number(),
})
export type ListedMerchantStatement = z.infer<typeof merchantStatementSchema>

export const getMerchantStatements = defineContract({
  ...read,
  path: '/api/Console/Finance/MerchantStatements',
  summary: 'What restaurants owe a program for a month, by name.',
  query: ofMonth,
  response: z.object({
    asOf: asOfField,
    items: z.array(merchantStatementSchema),
    closedAt: z.nullable(z.string()),
  }),
})

export const getLiabilityFile = defineContract({
  ...read,
  path: '/api/Console/Finance/Liability.csv',
  summary: 'Liability of programs, as a file for spreadsheets.',
  query: z.object({ partner: z.optional(programField), month: z.optional(monthField) }),
  answerTypes: ['text/csv'],
  response: z.string(),
})

export const getPartnerStatementFile = defineContract({
  ...read,
  path: '/api/Console/Finance/PartnerStatement.csv',
  summary: 'A partner statement, as a file for spreadsheets.',
  query: ofMonth,
  answerTypes: ['text/csv'],
  response: z.string(),
})

export const getPartnerStatementPdf = defineContract({
  ...read,
  path: '/api/Console/Finance/PartnerStatement.pdf',
  summary: 'A partner statement on paper.',
  query: ofMonth,
  answerTypes: ['application/pdf'],
  response: file,
})

export const getMerchantStatementsFile = defineContract({
  ...read,
  path: '/api/Console/Finance/MerchantStatements.csv',
  summary: 'Statements of restaurants, as a file for spreadsheets.',
  query: ofMonth,
  answerTypes: ['text/csv'],
  response: z.string(),
})

export const getMerchantStatementPdf = defineContract({
  ...read,
  path: '/api/Console/Finance/MerchantStatement.pdf',
  summary: 'The statement of a restaurant on paper.',
  query: z.object({
    partner: programField,
    month: monthField,
    merchantId: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  answerTypes: ['application/pdf'],
  response: file,
})
