import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { partnerField, readErrors } from './system-fields.ts'

export const exchangeFolders = ['out', 'in', 'done', 'refused'] as const

const fileSchema = z.object({
  partner: z.string(),
  folder: z.enum(exchangeFolders),
  name: z.string(),
  bytes: z.number(),
  changedAt: z.string(),
})
export type ExchangeFile = z.infer<typeof fileSchema>

export const getExchangeFiles = defineContract({
  method: 'GET',
  path: '/api/Console/System/Files',
  summary: 'Files that are exchanged with partners, the newest first; at most 500 of each folder.',
  access: { console: 'system.read' },
  query: z.object({ partner: z.optional(partnerField) }),
  response: z.object({ items: z.array(fileSchema) }),
  errors: readErrors,
})

export const getExchangeFile = defineContract({
  method: 'GET',
  path: '/api/Console/System/Files/Content',
  summary:
    'One of them, as it is. It names members by the partner’s numbers, and reading it is in the audit log.',
  access: { console: 'finance.read' },
  query: z.object({
    partner: partnerField,
    folder: z.enum(exchangeFolders),
    name: z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[^/\\]+$/)),
  }),
  answerTypes: ['text/csv'],
  response: z.string(),
  errors: readErrors,
})
