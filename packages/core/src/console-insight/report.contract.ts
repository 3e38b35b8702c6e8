import * as z from 'zod/mini'
import { programField } from '../console-finance/finance-fields.ts'
import { asOfField, figureErrors } from '../shared/as-of.ts'
import { defineContract } from '../shared/contract.ts'
import { isTimezone } from '../shared/local-date.ts'
import { dimensions, filterDimensions, type MeasureName, measures } from './report-measures.ts'

const access = { console: 'insight.read' } as const
const errors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const

const namesField = z.string().check(z.maxLength(200, 'Choose fewer of them.'))
const textField = z.string().check(z.maxLength(100, 'Use at most 100 characters.'))

/** What it says is checked by `readReport`, which a report that was saved long ago has to pass as well. */
const reportQuery = z.object({
  measures: z.optional(namesField),
  by: z.optional(namesField),
  /** One of the named periods, or else the first and the last day. */
  period: z.optional(textField),
  from: z.optional(textField),
  to: z.optional(textField),
  partner: z.optional(programField),
  restaurant: z.optional(textField),
  cuisine: z.optional(textField),
  city: z.optional(textField),
  area: z.optional(textField),
  tier: z.optional(textField),
  network: z.optional(textField),
  source: z.optional(textField),
  code: z.optional(textField),
  kind: z.optional(textField),
  status: z.optional(textField),
})

const rowSchema = z.object({
  /** What the row is divided by, in the order of the query: as it is filtered by, and in words. */
  by: z.array(z.object({ key: z.nullable(z.string()), label: z.string() })),
  /** Its rewards are in the unit of this program; null where no program has a unit of its own. */
  partner: z.nullable(z.string()),
  /** They are in the order of the measures: counts, cents, or units of the program. */
  values: z.array(z.number()),
})
export type ReportRow = z.infer<typeof rowSchema>

const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]]

export const getReport = defineContract({
  method: 'GET',
  path: '/api/Console/Insight/Report',
  summary: 'One to three measures of a period, divided by up to two dimensions. No personal data.',
  access,
  query: reportQuery,
  response: z.object({
    asOf: asOfField,
    measures: z.array(z.enum(measureNames)),
    by: z.array(z.enum(Object.keys(dimensions) as (keyof typeof dimensions)[])),
    from: z.string(),
    to: z.string(),
    rows: z.array(rowSchema),
    /** There are more rows than it has: those with the most of the first measure are here. */
    isCut: z.boolean(),
    /** Of all rows; one for each program where their units differ. */
    totals: z.array(rowSchema),
    /** The parts of the period that have begun, where it is divided by time. */
    parts: z.array(z.object({ key: z.string(), label: z.string() })),
  }),
  errors: figureErrors,
})

export const getReportValues = defineContract({
  method: 'GET',
  path: '/api/Console/Insight/ReportValues',
  summary: 'What a report can be narrowed to, such as the cuisines of a program.',
  access,
  query: z.object({
    dimension: z.enum(filterDimensions),
    partner: z.optional(programField),
    search: z.optional(textField),
    /** This one is among them, whatever is searched for. */
    chosen: z.optional(textField),
  }),
  response: z.object({ items: z.array(z.object({ key: z.string(), label: z.string() })) }),
  errors,
})

/** Daily reports are mailed each morning, weekly ones on Mondays, monthly ones on the first. */
export const mailRhythms = {
  daily: 'Every day',
  weekly: 'Every Monday',
  monthly: 'On the first of the month',
} as const
const rhythms = Object.keys(mailRhythms) as [keyof typeof mailRhythms]

const mailFields = {
  rhythm: z.enum(rhythms),
  timeZone: z
    .string()
    .check(z.maxLength(60), z.refine(isTimezone, 'Choose a time zone such as America/New_York.')),
}

const savedFields = {
  name: z
    .string('Give the report a name.')
    .check(
      z.trim(),
      z.minLength(1, 'Give the report a name.'),
      z.maxLength(80, 'Use at most 80 characters.'),
    ),
  query: reportQuery,
  /** The program whose staff see it, `*` for staff of all programs; null: only its owner does. */
  sharedWith: z.nullable(programField),
}

const savedSchema = z.object({
  id: z.string(),
  ...savedFields,
  owner: z.object({ name: z.string(), isMe: z.boolean(), hasLeft: z.boolean() }),
  version: z.number(),
  updatedAt: z.string(),
  /** Why it can no longer be made. */
  problem: z.nullable(z.string()),
  /** How it is mailed to the reader. */
  mail: z.nullable(z.object({ ...mailFields, nextAt: z.string() })),
})
export type SavedReport = z.infer<typeof savedSchema>

const saved = '/api/Console/Insight/SavedReports'
const ofReport = {
  access,
  params: z.object({ id: textField }),
  response: z.object({ done: z.boolean() }),
} as const

export const getSavedReports = defineContract({
  method: 'GET',
  path: saved,
  summary: 'One’s own reports, and those that are shared with one’s programs.',
  access,
  response: z.object({ items: z.array(savedSchema) }),
  errors: ['unauthorized', 'forbidden'],
})

export const postSavedReport = defineContract({
  method: 'POST',
  path: saved,
  summary: 'Save a report for oneself, or for the staff of a program.',
  access,
  body: z.object(savedFields),
  response: z.object({ id: z.string() }),
  successStatus: 201,
  errors,
})

export const putSavedReport = defineContract({
  ...ofReport,
  method: 'PUT',
  path: `${saved}/:id`,
  summary: 'Change a report of one’s own.',
  body: z.object({ ...savedFields, version: z.number() }),
  errors: [...errors, 'changed_meanwhile'],
})

export const deleteSavedReport = defineContract({
  ...ofReport,
  method: 'DELETE',
  path: `${saved}/:id`,
  summary:
    'Remove a report of one’s own, or a shared one whose owner has left; it is no longer mailed to anyone.',
  errors,
})

export const putReportMail = defineContract({
  ...ofReport,
  method: 'PUT',
  path: `${saved}/:id/Mail`,
  summary: 'Have a report mailed to oneself.',
  body: z.object(mailFields),
  errors,
})

export const deleteReportMail = defineContract({
  ...ofReport,
  method: 'DELETE',
  path: `${saved}/:id/Mail`,
  summary: 'Have a report no longer mailed to oneself.',
  errors,
})
