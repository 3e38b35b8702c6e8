import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { lastChangeSchema, programParams, reason, version } from './settings.contract.ts'

export const programSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  programName: z.string(),
  site: z.string(),
  enrollmentType: z.string(),
  currencyType: z.nullable(z.string()),
  maintenance: z.enum(['off', 'pages', 'everywhere']),
  /** Made in the console, not from a folder. */
  isStored: z.boolean(),
  bonuses: z.int(),
})
export type ProgramSummary = z.infer<typeof programSummarySchema>

export const getConsolePrograms = defineContract({
  method: 'GET',
  path: '/api/Console/Programs',
  summary: 'The programs whose settings the caller may read.',
  access: { console: 'settings.read' },
  response: z.object({ programs: z.array(programSummarySchema) }),
  errors: ['unauthorized', 'forbidden'],
})

export const displayFaceSchema = z.object({
  /** The program whose build has it. */
  of: z.string(),
  display: z.record(z.string(), z.unknown()),
})

export const themeAnswerSchema = z.object({
  theme: z.record(z.string(), z.unknown()),
  isOverridden: z.boolean(),
  version: z.string(),
  changed: lastChangeSchema,
  /** Display faces that the build has. */
  faces: z.array(displayFaceSchema),
})
export type ThemeAnswer = z.infer<typeof themeAnswerSchema>

export const getConsoleTheme = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Theme',
  summary: 'The brand tokens of a program.',
  access: { console: 'settings.read' },
  params: programParams,
  response: themeAnswerSchema,
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

export const postConsoleTheme = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Theme',
  summary: 'Changes the brand tokens; one that cannot be read is refused.',
  access: { console: 'theme.change' },
  params: programParams,
  body: z.object({
    /** Null brings back the folder's theme. */
    theme: z.nullable(z.record(z.string(), z.unknown())),
    version,
    reason,
  }),
  response: themeAnswerSchema,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'changed_meanwhile',
  ],
})
