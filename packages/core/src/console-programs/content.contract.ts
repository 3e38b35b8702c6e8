import * as z from 'zod/mini'
import { contentKinds } from '../content/content-fields.ts'
import { defineContract } from '../shared/contract.ts'
import { programParams, reason, version } from './settings.contract.ts'

/** `shipped` means that nothing was written here. A version is `replaced` by a newer one whose time it is. */
export const contentStates = [
  'shipped',
  'shown',
  'scheduled',
  'draft',
  'removed',
  'ended',
  'replaced',
] as const
export type ContentState = (typeof contentStates)[number]

const fields = z.record(z.string(), z.unknown())

export const contentSummarySchema = z.object({
  kind: z.enum(contentKinds as [string, ...string[]]),
  slug: z.string(),
  name: z.string(),
  state: z.enum(contentStates),
  hasDraft: z.boolean(),
  savedAt: z.nullable(z.string()),
  savedBy: z.nullable(z.string()),
})
export type ContentSummary = z.infer<typeof contentSummarySchema>

export const contentVersionSchema = z.object({
  version: z.int(),
  state: z.enum(contentStates),
  fields: z.nullable(fields),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  savedAt: z.string(),
  savedBy: z.string(),
})
export type ConsoleContentVersion = z.infer<typeof contentVersionSchema>

export const contentEntrySchema = z.object({
  kind: z.string(),
  slug: z.string(),
  /** What members see now; null: nothing. */
  shown: z.nullable(fields),
  draft: z.nullable(contentVersionSchema),
  /** The newest comes first, and the draft is not among them. */
  versions: z.array(contentVersionSchema),
  /** Why the draft could not be published. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  version: z.string(),
  /** JSON Schema of the kind's fields, for the form. */
  schema: z.unknown(),
  /** Whether the program's site shows drafts to staff (`cmsPreview`). */
  hasPreview: z.boolean(),
})
export type ConsoleContentEntry = z.infer<typeof contentEntrySchema>

const entryParams = z.object({
  ...programParams.shape,
  kind: z.string().check(z.maxLength(40)),
  entry: z.string().check(z.maxLength(100)),
})

export const getConsoleContent = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Content',
  summary: 'Every content entry of a program, and what state it is in.',
  access: { console: 'settings.read' },
  params: programParams,
  response: z.object({ entries: z.array(contentSummarySchema) }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

export const getConsoleContentEntry = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Content/:kind/:entry',
  summary: 'An entry: what is shown, the draft, and every version.',
  access: { console: 'settings.read' },
  params: entryParams,
  response: z.object({ entry: contentEntrySchema }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const postConsoleContentPreview = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Content/:kind/:entry/Preview',
  summary: 'An address that shows the entry at the site, with its draft: within a minute, once, for an hour.',
  access: { console: 'content.preview' },
  params: entryParams,
  response: z.object({ address: z.string() }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})

const writeErrors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'csrf_invalid',
  'not_found',
  'changed_meanwhile',
] as const

export const postConsoleContentDraft = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Content/:kind/:entry/Draft',
  summary: 'Saves the draft of an entry, whole or not; only a preview shows it.',
  access: { console: 'content.change' },
  params: entryParams,
  body: z.object({ fields, version }),
  response: z.object({ entry: contentEntrySchema }),
  errors: writeErrors,
})

export const postConsoleContentDiscard = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Content/:kind/:entry/Discard',
  summary: 'Drops the draft of an entry.',
  access: { console: 'content.change' },
  params: entryParams,
  body: z.object({ version }),
  response: z.object({ entry: contentEntrySchema }),
  errors: writeErrors,
})

const time = z.nullable(z.iso.datetime({ offset: true, error: 'must be a time with its zone' }))

export const postConsoleContentPublish = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Content/:kind/:entry/Publish',
  summary: 'Shows the draft to members, or nothing in its place, at once or by schedule.',
  access: { console: 'content.publish' },
  params: entryParams,
  body: z.object({
    /** Nothing is shown, not even what ships with the program. */
    remove: z._default(z.boolean(), false),
    from: z._default(time, null),
    until: z._default(time, null),
    version,
    reason,
  }),
  response: z.object({ entry: contentEntrySchema }),
  errors: writeErrors,
})
