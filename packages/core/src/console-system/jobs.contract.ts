import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { partnerField, readErrors, reasonField, writeErrors } from './system-fields.ts'

const runSchema = z.object({
  id: z.string(),
  trigger: z.enum(['schedule', 'command']),
  startedAt: z.string(),
  /** Null while it runs. */
  finishedAt: z.nullable(z.string()),
  result: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type ListedJobRun = z.infer<typeof runSchema>

const jobSchema = z.object({
  name: z.string(),
  /** It is a cron text, in UTC. */
  schedule: z.string(),
  /** It is null for a job that never ran. */
  lastRun: z.nullable(runSchema),
  nextAt: z.string(),
  isLate: z.boolean(),
})
export type ListedJob = z.infer<typeof jobSchema>

export const getJobs = defineContract({
  method: 'GET',
  path: '/api/Console/System/Jobs',
  summary: 'What runs by schedule, with the last run and the next.',
  access: { console: 'system.read', scope: 'network' },
  response: z.object({ items: z.array(jobSchema) }),
  errors: readErrors,
})

const name = z.string().check(z.minLength(1), z.maxLength(100))

export const getJobRuns = defineContract({
  method: 'GET',
  path: '/api/Console/System/Jobs/:name/Runs',
  summary: 'The last 50 runs of a job.',
  access: { console: 'system.read', scope: 'network' },
  params: z.object({ name }),
  response: z.object({ items: z.array(runSchema) }),
  errors: readErrors,
})

export const postJobRun = defineContract({
  method: 'POST',
  path: '/api/Console/System/Jobs/:name/Run',
  summary:
    'Runs a job now. One that takes long goes on after the answer. Where it moves money before the schedule would, it takes two people.',
  access: { console: 'system.run', scope: 'network' },
  approval: 'work',
  params: z.object({ name }),
  body: z.object({
    reason: reasonField,
    /** The job takes it for the present. */
    at: z.optional(z.iso.datetime()),
  }),
  response: z.object({
    /** `started` means that it runs, or waits for the run before it, and goes on. */
    state: z.enum(['done', 'failed', 'started']),
    /** What the job says, or why it failed. */
    says: z.nullable(z.string()),
  }),
  errors: writeErrors,
})

export const postRedecide = defineContract({
  method: 'POST',
  path: '/api/Console/System/Redecide',
  summary:
    'Decides all dines of other versions of the rules by this one, and posts the differences. It always takes two people.',
  access: { console: 'system.run', scope: 'network' },
  approval: 'work',
  body: z.object({
    partner: partnerField,
    version: z.int().check(z.minimum(1), z.maximum(9_999)),
    reason: reasonField,
  }),
  response: z.object({
    dines: z.number(),
    members: z.number(),
    changed: z.number(),
    /** What members have more than before. */
    units: z.number(),
  }),
  errors: writeErrors,
})
