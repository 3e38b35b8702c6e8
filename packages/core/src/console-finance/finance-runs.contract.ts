import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { programField } from './finance-fields.ts'

const problemSchema = z.object({ rule: z.string(), row: z.string() })
export type LedgerProblem = z.infer<typeof problemSchema>

/** Work that takes longer than a request may: a worker does it, step by step. */
export const financeRunSchema = z.object({
  id: z.string(),
  /** Only a closing has one. */
  month: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: z.string(),
  stepsDone: z.number(),
  steps: z.number(),
  /** Null while it waits or runs. */
  finishedAt: z.nullable(z.string()),
  /** They violate an invariant of the ledger; there are 1,000 rows at most. */
  problems: z.array(problemSchema),
  /** A run that failed says why, in a sentence. */
  error: z.nullable(z.string()),
})
export type FinanceRun = z.infer<typeof financeRunSchema>

const errors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const
const ledgerCheck = { path: '/api/Console/Finance/LedgerCheck', access: { console: 'finance.read' } } as const

export const getLedgerCheck = defineContract({
  ...ledgerCheck,
  method: 'GET',
  summary:
    'The newest check of the ledger, of a program or of all of them: how far it is, and what it found.',
  query: z.object({ partner: z.optional(programField) }),
  response: z.object({ run: z.nullable(financeRunSchema) }),
  errors,
})

export const postLedgerCheck = defineContract({
  ...ledgerCheck,
  method: 'POST',
  summary: 'Checks every invariant of the ledger. It reads whole tables: a worker does it.',
  body: z.object({ partner: z.optional(programField) }),
  successStatus: 202,
  /** The one that runs already, where there is one. */
  response: z.object({ run: financeRunSchema }),
  errors: [...errors, 'csrf_invalid'],
})
