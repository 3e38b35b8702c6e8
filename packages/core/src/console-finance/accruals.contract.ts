import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { programField } from './finance-fields.ts'

const fileSchema = z.object({
  partner: z.string(),
  fileId: z.string(),
  createdAt: z.string(),
  /** Null until it was delivered. */
  sentAt: z.nullable(z.string()),
  rows: z.number(),
  units: z.number(),
  confirmed: z.number(),
  rejected: z.number(),
  waiting: z.number(),
})
export type ListedAccrualFile = z.infer<typeof fileSchema>

const rejectedSchema = z.object({
  partner: z.string(),
  fileId: z.string(),
  postingId: z.number(),
  memberId: z.string(),
  units: z.number(),
  /** The partner's. */
  code: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
})
export type RejectedAccrual = z.infer<typeof rejectedSchema>

export const getAccruals = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Accruals',
  summary: 'Accrual files, the newest first, and rows that the partner rejected and no later file repeats.',
  access: { console: 'finance.read' },
  query: z.object({
    partner: z.optional(programField),
    /** It is the last file of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    /** Programs that are told by file or HTTP. */
    settling: z.array(z.string()),
    files: z.array(fileSchema),
    rejected: z.array(rejectedSchema),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

const exchange = {
  method: 'POST',
  access: { console: 'finance.settle' },
  reauthenticates: true,
  body: z.object({ partner: programField }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'not_found',
    'csrf_invalid',
    'reauthentication_required',
    'unavailable',
  ],
} as const

export const postAccrualsSend = defineContract({
  ...exchange,
  path: '/api/Console/Finance/Accruals/Send',
  approval: 'accruals',
  summary: 'Sends the partner what it has not been told, and files that were not delivered again.',
  response: z.object({
    sent: z.array(z.object({ fileId: z.string(), rows: z.number(), units: z.number() })),
  }),
})

export const postAccrualsReceive = defineContract({
  ...exchange,
  path: '/api/Console/Finance/Accruals/Receive',
  summary: 'Reads the answers that the partner has put down.',
  response: z.object({
    answers: z.array(
      z.object({
        name: z.string(),
        confirmed: z.number(),
        rejected: z.number(),
        refused: z.boolean(),
        /** Why it was not taken; it is read again. */
        failure: z.nullable(z.string()),
        problems: z.readonly(z.array(z.object({ line: z.number(), problem: z.string() }))),
      }),
    ),
  }),
})
