import * as z from 'zod/mini'
import { monthField, programField } from '../console-finance/finance-fields.ts'
import { exportedTables, exportFormats } from '../partner/settings/exports.settings.ts'
import { defineContract } from '../shared/contract.ts'

const manifestTable = z.object({
  name: z.enum(exportedTables),
  /** What transactions from `from` on, and before `to`, have changed. Null: every row. They are whole numbers. */
  from: z.nullable(z.string()),
  to: z.string(),
  rows: z.number(),
  /** These columns name a row; the one with the highest `row_version` counts. */
  key: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string(), meaning: z.string() })),
  files: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
})

/** What a receiver reads first: it is written after the files that it names. */
export const exportManifest = z.object({
  formatVersion: z.literal(1),
  id: z.string(),
  program: z.string(),
  /** It grows by one with each run to this place that has rows. */
  run: z.number(),
  createdAt: z.string(),
  format: z.enum(exportFormats),
  compression: z.literal('gzip'),
  /** Members have their ids, names and addresses. */
  isIdentified: z.boolean(),
  /** Rows that were changed before are left out, where the first run was told so. */
  since: z.nullable(z.string()),
  tables: z.array(manifestTable),
})
export type ExportManifest = z.infer<typeof exportManifest>
export type ManifestTable = z.infer<typeof manifestTable>

const runSchema = z.object({
  partner: z.string(),
  id: z.string(),
  target: z.string(),
  /** Null where nothing had changed, or it failed. */
  number: z.nullable(z.number()),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  manifest: z.nullable(exportManifest),
})
export type ListedExport = z.infer<typeof runSchema>

const read = {
  method: 'GET',
  access: { console: 'finance.read' },
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
} as const

export const getExports = defineContract({
  ...read,
  path: '/api/Console/Finance/Exports',
  summary: 'Runs that wrote tables of programs to files, the newest first, with their manifests.',
  query: z.object({
    partner: z.optional(programField),
    /** It is the last run of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ items: z.array(runSchema) }),
})

export const getJournalFile = defineContract({
  ...read,
  path: '/api/Console/Finance/Journal.csv',
  summary: 'The general-ledger journal of a month. Downloading it is in the audit log.',
  query: z.object({ partner: programField, month: monthField }),
  answerTypes: ['text/csv'],
  response: z.string(),
})
