import * as z from 'zod/mini'
import { importColumns } from '../merchant-import/import-columns.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { fileNameField } from '../shared/text/file-name.ts'
import { programSlug, reason } from './console-restaurants.contract.ts'

/** `mapping`: it waits until someone says which column is which. */
export const importStates = [
  'reading',
  'mapping',
  'read',
  'applying',
  'stopped',
  'applied',
  'undoing',
  'undone',
  'failed',
] as const
export const importOutcomes = ['added', 'updated', 'unchanged', 'refused'] as const

export const importRunSchema = z.object({
  id: z.string(),
  partner: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  linesRead: z.number(),
  /** It goes from 0 to 1: first through the file, then through its changes. */
  progress: z.number(),
  counts: z.object({
    added: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    applied: z.number(),
    undone: z.number(),
    /** Applied rows that were not put back: someone changed them since. */
    kept: z.number(),
  }),
  /** Refused rows that are counted, and not among the rows. */
  unlistedRefusals: z.number(),
  /** A CSV, whose columns can be chosen. */
  hasColumns: z.boolean(),
  /** Until when it can be undone; null where it cannot. */
  undoUntil: z.nullable(z.string()),
})
export type ImportRun = z.infer<typeof importRunSchema>

const importRowSchema = z.object({
  line: z.number(),
  outcome: z.enum(importOutcomes),
  merchantId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Why it was refused, or what was repaired. */
  remark: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  isApplied: z.boolean(),
  undo: z.nullable(z.enum(['undone', 'kept'])),
})
export type ImportRow = z.infer<typeof importRowSchema>

const runId = z.object({ id: z.string().check(z.regex(/^[\w-]{1,60}$/)) })
const answer = z.object({ run: importRunSchema })
const errors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const
const access = { console: 'merchants.import' } as const

/** The body is the file. */
export const postRestaurantImport = defineContract({
  method: 'POST',
  path: '/api/Console/RestaurantImports',
  summary:
    'Reads a file of restaurants, CSV or one JSON object a line: 64 MB at most, unpacked 256 MB and 500,000 lines. Nothing is changed yet.',
  access,
  query: z.object({
    partner: programSlug,
    fileName: fileNameField,
  }),
  bodyTypes: ['text/csv', 'application/x-ndjson', 'application/gzip', 'application/octet-stream'],
  response: answer,
  successStatus: 201,
  errors: [...errors, 'csrf_invalid', 'body_too_large', 'unsupported_media_type'],
})

export const getRestaurantImports = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantImports',
  summary: 'Imports of the staff member’s programs, newest first.',
  access,
  response: z.object({ runs: z.array(importRunSchema) }),
  errors: ['unauthorized', 'forbidden'],
})

export const getRestaurantImport = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantImports/:id',
  summary: 'How far an import is.',
  access,
  params: runId,
  response: answer,
  errors,
})

export const getRestaurantImportRows = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantImports/:id/Rows',
  summary: 'What the rows of a file do, 200 at a time.',
  access,
  params: runId,
  query: z.object({
    /** `kept`: those that were not put back. */
    outcome: z.optional(z.enum([...importOutcomes, 'kept'])),
    /** `next` of the answer before. */
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000)), 0),
  }),
  response: z.object({ rows: z.array(importRowSchema), next: z.nullable(z.number()) }),
  errors,
})

/** Our column, and its name in the file. */
const chosenColumn = z.object({ column: z.enum(importColumns), from: z.string().check(z.maxLength(1_000)) })

export const getRestaurantImportColumns = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantImports/:id/Columns',
  summary: 'The columns of a CSV with their first values, and which is which: as chosen, or a proposal.',
  access,
  params: runId,
  response: z.object({
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    chosen: z.array(chosenColumn),
  }),
  errors,
})
export type ImportColumns = z.infer<typeof getRestaurantImportColumns.response>

export const postRestaurantImportColumns = defineContract({
  method: 'POST',
  path: '/api/Console/RestaurantImports/:id/Columns',
  summary:
    'Says which column is which, for this file and later ones with the same header, and reads the file.',
  access,
  params: runId,
  body: z.object({ chosen: z.array(chosenColumn).check(z.maxLength(100)) }),
  response: answer,
  errors: [...errors, 'csrf_invalid', 'changed_meanwhile'],
})

export const postApplyRestaurantImport = defineContract({
  method: 'POST',
  path: '/api/Console/RestaurantImports/:id/Apply',
  summary:
    'Writes what the file changes, or goes on where it was stopped. Where restaurants get other terms, it takes two people.',
  access,
  approval: 'terms',
  params: runId,
  response: answer,
  errors: [...errors, 'csrf_invalid', 'changed_meanwhile'],
})

export const postStopRestaurantImport = defineContract({
  method: 'POST',
  path: '/api/Console/RestaurantImports/:id/Stop',
  summary: 'Stops an import after the rows it is at. What was written stays.',
  access,
  params: runId,
  response: answer,
  errors: [...errors, 'csrf_invalid', 'changed_meanwhile'],
})

export const postUndoRestaurantImport = defineContract({
  method: 'POST',
  path: '/api/Console/RestaurantImports/:id/Undo',
  summary: 'Puts back what an import changed, within a day. Rows that someone changed since are kept.',
  access,
  params: runId,
  body: z.object({ reason }),
  response: answer,
  errors: [...errors, 'csrf_invalid', 'changed_meanwhile'],
})

/** It answers a CSV file. */
export const getRestaurantImportReport = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantImports/:id/Report',
  summary: 'Every row of an import with what it did, as CSV.',
  access,
  params: runId,
  answerTypes: ['text/csv'],
  response: z.any(),
  errors,
})
