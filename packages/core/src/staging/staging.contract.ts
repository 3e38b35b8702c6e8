import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { staffSchema } from '../staff/staff.contract.ts'

const message = {
  id: z.string(),
  recipient: z.string(),
  text: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
}

/** It is never in production; in staging it is for staff only (shell §2.1 Staging tools). */
export const getStaging = defineContract({
  method: 'GET',
  path: '/api/Staging',
  summary: 'Settings in force, content, outgoing mails and texts, and the clock, for testers.',
  access: 'public',
  response: z.object({
    now: z.string(),
    /** The product's clock minus the machine's. */
    clockShiftMs: z.number(),
    settings: z.record(z.string(), z.unknown()),
    content: z.array(
      z.object({ kind: z.string(), entries: z.array(z.object({ slug: z.string(), fields: z.unknown() })) }),
    ),
    mails: z.array(z.object({ ...message, subject: z.string() })),
    texts: z.array(z.object(message)),
    /** They are signed in at this browser. */
    staff: z.nullable(staffSchema),
  }),
  errors: ['unauthorized'],
})

/** The clock continues at `now`; null returns to the machine's time. */
export const postStagingClock = defineContract({
  method: 'POST',
  path: '/api/Staging/Clock',
  summary: 'Moves the clock of the product.',
  access: 'public',
  body: z.object({
    now: z.nullable(
      z.iso.datetime({ offset: true, error: 'must be an ISO time such as 2026-03-01T12:00:00Z' }),
    ),
  }),
  response: z.object({ now: z.string(), clockShiftMs: z.number() }),
  errors: ['validation_failed', 'unauthorized', 'csrf_invalid'],
})
