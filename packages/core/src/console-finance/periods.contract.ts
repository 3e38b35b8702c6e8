import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { exceptionSchema } from './exceptions.contract.ts'
import { monthField, programField } from './finance-fields.ts'
import { financeRunSchema } from './finance-runs.contract.ts'

/** In the program's unit; positive, whatever their effect. */
export const movementsSchema = z.object({
  opening: z.number(),
  earned: z.number(),
  bonuses: z.number(),
  takenBack: z.number(),
  adjusted: z.number(),
  paidByPartner: z.number(),
  returnedToProgram: z.number(),
  settled: z.number(),
  paidOut: z.number(),
  closing: z.number(),
})

const closedSchema = z.object({
  month: z.string(),
  closedAt: z.string(),
  closedBy: z.string(),
  note: z.nullable(z.string()),
  statement: movementsSchema,
  hash: z.string(),
})
export type ClosedMonth = z.infer<typeof closedSchema>

export const getPeriods = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Periods',
  summary: 'Months of a program that are closed, the newest first, and the one to be closed next.',
  access: { console: 'finance.read' },
  query: z.object({ partner: programField }),
  response: z.object({
    closed: z.array(closedSchema),
    /** The first open month. */
    next: z.object({ month: z.string(), hasEnded: z.boolean() }),
    /** The newest closing that was asked for: how far it is, or why it closed nothing. */
    run: z.nullable(financeRunSchema),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const getPeriodChecklist = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Periods/Checklist',
  summary: 'What is to be settled before a month is closed.',
  access: { console: 'finance.read' },
  query: z.object({ partner: programField, month: monthField }),
  response: z.object({
    /** It is an error code, or null where the month can be closed. */
    refusal: z.nullable(z.enum(['period_closed', 'period_not_ended', 'period_not_next'])),
    /** This is the newest check of the program’s ledger. Closing checks it again. */
    ledgerCheck: z.nullable(financeRunSchema),
    exceptions: z.array(exceptionSchema),
    statement: movementsSchema,
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const postPeriodClose = defineContract({
  method: 'POST',
  path: '/api/Console/Finance/Periods/Close',
  approval: 'closing',
  summary:
    'Closes a month for good: its statements never change, and corrections go into the next one. A worker checks the ledger first, and closes nothing where it is not in order.',
  access: { console: 'finance.close' },
  reauthenticates: true,
  body: z.object({
    partner: programField,
    month: monthField,
    /** Needed where there are open exceptions. */
    note: z.optional(z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500))),
  }),
  successStatus: 202,
  /** The one that runs already, where there is one. */
  response: z.object({ run: financeRunSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'not_found',
    'csrf_invalid',
    'reauthentication_required',
    'period_closed',
    'period_not_ended',
    'period_not_next',
    'period_checklist_open',
  ],
})
