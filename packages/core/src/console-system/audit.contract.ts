import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { afterField, partnerField, readErrors } from './system-fields.ts'

const text = z.string().check(z.trim(), z.maxLength(200))
const moment = z.iso.datetime({ offset: true })

const filters = {
  partner: z.optional(partnerField),
  /** An email of staff, the name of a job or operator, the id of a member. */
  actor: z.optional(text),
  action: z.optional(text),
  subject: z.optional(text),
  from: z.optional(moment),
  /** It is exclusive. */
  to: z.optional(moment),
}
export const auditFiltersSchema = z.object(filters)
export type AuditFilters = z.infer<typeof auditFiltersSchema>

export const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  /** Null means all programs. */
  partner: z.nullable(z.string()),
  actorKind: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  /** They are marks of the network and of the session that staff acted from: the same for the same one. */
  client: z.nullable(z.string()),
  session: z.nullable(z.string()),
})
export type ListedAuditEntry = z.infer<typeof auditEntrySchema>

export const getAudit = defineContract({
  method: 'GET',
  path: '/api/Console/Audit',
  summary:
    'What staff, operators and jobs changed, the newest first; of all programs only for those who run all.',
  access: { console: 'audit.read' },
  query: z.object({ ...filters, after: z.optional(afterField) }),
  response: z.object({
    items: z.array(auditEntrySchema),
    /** It is for `after`, and null at the end. */
    next: z.nullable(z.number()),
  }),
  errors: readErrors,
})

export const getAuditFile = defineContract({
  method: 'GET',
  path: '/api/Console/Audit/File',
  summary: 'The same as CSV, at most 50,000 entries.',
  access: { console: 'audit.read' },
  query: auditFiltersSchema,
  answerTypes: ['text/csv'],
  response: z.string(),
  errors: readErrors,
})

export const getAuditActions = defineContract({
  method: 'GET',
  path: '/api/Console/Audit/Actions',
  summary: 'The actions that the log has, by name.',
  access: { console: 'audit.read' },
  response: z.object({ items: z.array(z.string()) }),
  errors: readErrors,
})
