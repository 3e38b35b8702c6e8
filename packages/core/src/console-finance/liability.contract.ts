import * as z from 'zod/mini'
import { ledgerAccountNames } from '../ledger/postings.ts'
import { asOfField, figureErrors } from '../shared/as-of.ts'
import { defineContract } from '../shared/contract.ts'
import { monthField, ofNowField, programField } from './finance-fields.ts'

/** In the program's unit: cents, or whole points and miles. */
const liabilitySchema = z.object({
  partner: z.string(),
  until: z.string(),
  creditors: z.number(),
  owedToMembers: z.number(),
  /** Part of it that is expected never to be claimed. */
  expectedBreakage: z.number(),
  debtors: z.number(),
  owedByMembers: z.number(),
  inFlight: z.number(),
  outstanding: z.number(),
  awaitingPartner: z.number(),
  accounts: z.array(
    z.object({
      account: z.enum(ledgerAccountNames),
      debtor: z.string(),
      creditor: z.string(),
      meaning: z.string(),
      units: z.number(),
    }),
  ),
  /** It says whether the figures agree with the accounts of the ledger. */
  addsUp: z.boolean(),
})
export type ProgramLiability = z.infer<typeof liabilitySchema>

export const getLiability = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Liability',
  summary: 'What is outstanding to members, by program: now, or at the end of a month.',
  access: { console: 'finance.read' },
  query: z.object({ partner: z.optional(programField), month: z.optional(monthField), ofNow: ofNowField }),
  response: z.object({ asOf: asOfField, items: z.array(liabilitySchema) }),
  errors: figureErrors,
})
