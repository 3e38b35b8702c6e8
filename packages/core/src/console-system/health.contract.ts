import * as z from 'zod/mini'
import { type ContractResponse, defineContract } from '../shared/contract.ts'
import { readErrors } from './system-fields.ts'

const findingSubjects = ['parkedEvents', 'mails', 'texts', 'payouts', 'jobs'] as const
export type FindingSubject = (typeof findingSubjects)[number]

const findingsSchema = z.array(
  z.object({
    check: z.string(),
    ok: z.boolean(),
    says: z.string(),
    /** What the console can do about it. */
    subject: z.nullable(z.enum(findingSubjects)),
    /** The one that failed, or is late. */
    job: z.nullable(z.string()),
  }),
)

export const getSurroundings = defineContract({
  method: 'GET',
  path: '/api/Console/System/Surroundings',
  summary: 'Disk, certificates and providers, as this process finds them. Looked at once a minute at most.',
  access: { console: 'system.read', scope: 'network' },
  response: z.object({ findings: findingsSchema }),
  errors: readErrors,
})

export const getHealth = defineContract({
  method: 'GET',
  path: '/api/Console/System/Health',
  summary: 'What may have to be repaired, queues, running processes and versions.',
  access: { console: 'system.read', scope: 'network' },
  response: z.object({
    isReady: z.boolean(),
    findings: findingsSchema,
    queues: z.object({
      inboxEvents: z.number(),
      inboxOldestSeconds: z.number(),
      parkedEvents: z.number(),
      outboxMails: z.number(),
      outboxTexts: z.number(),
      outboxPushes: z.number(),
      failedMails: z.number(),
      failedTexts: z.number(),
      failedPushes: z.number(),
      openPayouts: z.number(),
      overduePayouts: z.number(),
    }),
    /** Several processes share one database; the list is empty where there is one. */
    processes: z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        startedAt: z.string(),
        seenAt: z.string(),
      }),
    ),
    versions: z.object({
      build: z.string(),
      node: z.string(),
      database: z.string(),
      lastMigration: z.string(),
    }),
  }),
  errors: [...readErrors, 'unavailable'],
})
export type Health = ContractResponse<typeof getHealth>
