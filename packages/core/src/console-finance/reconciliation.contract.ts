import * as z from 'zod/mini'
import { cardNetworks } from '../rewards/reports/networks.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { fileNameField } from '../shared/text/file-name.ts'
import { reasonField } from './finance-fields.ts'

/* A card network's daily file against what arrived. A file is of all programs, so its staff run all of them. */

export const differenceKinds = ['missing', 'different', 'unknown'] as const
export const differenceStates = ['open', 'explained', 'resolved'] as const
export type DifferenceState = (typeof differenceStates)[number]

const sideSchema = z.object({
  amountCents: z.number(),
  date: z.string(),
  /** It is null where the network named the restaurant in another way. */
  mid: z.nullable(z.string()),
})

const differenceFields = {
  kind: z.enum(differenceKinds),
  movement: z.string(),
  transactionId: z.string(),
  /** It is the line of the file, null for what the file does not have. */
  line: z.nullable(z.number()),
  inFile: z.nullable(sideSchema),
  arrived: z.nullable(sideSchema),
}
const foundSchema = z.object(differenceFields)
export type FoundDifference = z.infer<typeof foundSchema>

const refusedSchema = z.array(z.object({ line: z.number(), reason: z.string() }))

const countsSchema = z.object({
  rows: z.number(),
  equal: z.number(),
  refused: z.number(),
  missing: z.number(),
  different: z.number(),
  unknown: z.number(),
})
export type ReconciliationCounts = z.infer<typeof countsSchema>

const reconciliationSchema = z.object({
  id: z.string(),
  network: z.enum(cardNetworks),
  fileName: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** When the file was compared last. */
  checkedAt: z.string(),
  counts: countsSchema,
  /** They are the first 200. */
  refused: refusedSchema,
})
export type ListedReconciliation = z.infer<typeof reconciliationSchema>

const fileQuery = z.object({
  network: z.enum(cardNetworks),
  fileName: fileNameField,
})
const errors = ['validation_failed', 'unauthorized', 'forbidden'] as const
const writeErrors = [
  ...errors,
  'csrf_invalid',
  'reauthentication_required',
  'body_too_large',
  'unsupported_media_type',
] as const
const reads = { console: 'finance.read', scope: 'network' } as const
const writes = { access: { console: 'finance.settle', scope: 'network' }, reauthenticates: true } as const

/** The body is the file. */
export const postReconciliationPreview = defineContract({
  method: 'POST',
  path: '/api/Console/Finance/Reconciliations/Preview',
  summary: 'Compares a network’s daily file, CSV of 8 MB at most, with what arrived. Writes nothing.',
  ...writes,
  query: fileQuery,
  bodyTypes: ['text/csv', 'application/gzip', 'application/octet-stream'],
  response: z.object({
    counts: countsSchema,
    refused: refusedSchema,
    /** They are the first 200. */
    differences: z.array(foundSchema),
    /** When the same file was recorded before. */
    recordedAt: z.nullable(z.string()),
  }),
  errors: writeErrors,
})

/** The body is the file. */
export const postReconciliation = defineContract({
  method: 'POST',
  path: '/api/Console/Finance/Reconciliations',
  summary:
    'Compares it, and records what differs as exceptions. What agrees now is resolved. The same file again changes nothing.',
  ...writes,
  query: fileQuery,
  successStatus: 201,
  bodyTypes: ['text/csv', 'application/gzip', 'application/octet-stream'],
  response: z.object({
    reconciliation: reconciliationSchema,
    /** Differences that are new, or differ in another way than before. */
    opened: z.number(),
    /** They were open before and agree now. */
    resolved: z.number(),
  }),
  errors: writeErrors,
})

export const getReconciliations = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/Reconciliations',
  summary: 'The last 50 files that were compared, the newest first.',
  access: reads,
  response: z.object({ items: z.array(reconciliationSchema) }),
  errors,
})

export const differenceSchema = z.object({
  ...differenceFields,
  id: z.number(),
  network: z.enum(cardNetworks),
  fileName: z.string(),
  state: z.enum(differenceStates),
  reason: z.nullable(z.string()),
  /** It is null where a later file agreed. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** What a change has to have seen. */
  version: z.number(),
})
export type NetworkDifference = z.infer<typeof differenceSchema>

const listQuery = {
  state: z.optional(z.enum(differenceStates)),
  reconciliation: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/))),
}

export const getNetworkDifferences = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/NetworkDifferences',
  summary: 'What differs between the network’s files and what arrived, the oldest first, 200 at a time.',
  access: reads,
  query: z.object({
    ...listQuery,
    /** The last id of the answer before. */
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000)), 0),
  }),
  response: z.object({ items: z.array(differenceSchema) }),
  errors,
})

export const getNetworkDifferencesFile = defineContract({
  method: 'GET',
  path: '/api/Console/Finance/NetworkDifferences.csv',
  summary: 'The same as a file for spreadsheets, at most 50,000.',
  access: reads,
  query: z.object(listQuery),
  answerTypes: ['text/csv'],
  response: z.string(),
  errors,
})

export const postNetworkDifference = defineContract({
  method: 'POST',
  path: '/api/Console/Finance/NetworkDifferences/:id',
  summary: 'Says why something differs, that it is settled, or opens it again.',
  ...writes,
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_000_000_000)) }),
  body: z.object({
    state: z.enum(differenceStates),
    reason: reasonField,
    version: z.number().check(z.int(), z.minimum(0)),
  }),
  response: z.object({ difference: differenceSchema }),
  errors: [...errors, 'not_found', 'csrf_invalid', 'reauthentication_required', 'changed_meanwhile'],
})
