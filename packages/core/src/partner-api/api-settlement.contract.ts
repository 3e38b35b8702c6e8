import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import {
  id,
  idempotent,
  listErrors,
  pageFields,
  pageOf,
  plainText,
  readErrors,
  writeErrors,
} from './api-calls.ts'
import { accrualFileResource } from './resources.ts'

const params = z.object({ id })
/** As many as one transaction takes. */
const mostAnswers = 500

export const getApiSettlementFiles = defineContract({
  method: 'GET',
  path: '/v1/settlement/files',
  summary: 'Files of accruals, by their numbers.',
  access: { key: 'settlement:read' },
  query: z.strictObject({ ...pageFields, open: z.optional(z.enum(['true', 'false'])) }),
  response: pageOf(accrualFileResource),
  errors: listErrors,
})

export const getApiSettlementFile = defineContract({
  method: 'GET',
  path: '/v1/settlement/files/:id',
  summary: 'A file of accruals with its rows, as the file exchange delivers it.',
  access: { key: 'settlement:read' },
  params,
  response: z.object({
    file: accrualFileResource,
    createdAt: z.string(),
    currency: z.string(),
    rows: z.array(
      z.object({
        id: z.string(),
        memberNumber: z.string(),
        memberId: z.string(),
        units: z.int(),
        kind: z.string(),
        postedOn: z.string(),
        state: z.enum(['sent', 'accepted', 'rejected']),
      }),
    ),
  }),
  errors: readErrors,
})

export const postApiSettlementAnswers = defineContract({
  method: 'POST',
  path: '/v1/settlement/files/:id/answers',
  summary: `Answers up to ${mostAnswers} rows of a file: accepted, or rejected with a code. A row that is answered again alike changes nothing; rows that do not fit are refused in the answer, by their ids.`,
  access: { key: 'settlement:write' },
  ...idempotent,
  params,
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          id: z.string().check(z.regex(/^\d{1,18}$/, 'must be the id of a row')),
          units: z.int(),
          result: z.enum(['accepted', 'rejected']),
          code: z.optional(plainText(100)),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostAnswers)),
  }),
  response: z.object({
    file: accrualFileResource,
    accepted: z.int(),
    rejected: z.int(),
    refused: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
  errors: writeErrors,
})
