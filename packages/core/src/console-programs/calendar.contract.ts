import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { daysBetween, isLocalDate } from '../shared/local-date.ts'

const day = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))
const maxDays = 62

export const calendarItemSchema = z.object({
  /** The slug of its program. */
  program: z.string(),
  type: z.enum(['entry', 'bonus', 'offer']),
  /** `kind/slug` of an entry, the code of a bonus, the id of an offer. */
  id: z.string(),
  /** Of an entry, whose versions are items of their own. */
  version: z.nullable(z.int()),
  name: z.string(),
  /** It ends what is shown in its place. */
  isRemoval: z.boolean(),
  /** Entries have times; bonuses and offers dates of the restaurants, both included. Null is open. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** Entries (`kind/slug`) in the same place at the same time: one of them is hidden. */
  conflicts: z.array(z.string()),
})
export type CalendarItem = z.infer<typeof calendarItemSchema>

export const getConsoleCalendar = defineContract({
  method: 'GET',
  path: '/api/Console/Calendar',
  summary:
    'Content, bonuses and offers of all programs that begin or end in these days, and those in between.',
  access: { console: 'settings.read' },
  query: z.object({ from: day, to: day }).check(
    z.refine(({ from, to }) => daysBetween(from, to) >= 0 && daysBetween(from, to) <= maxDays, {
      error: `Choose ${maxDays} days at most, the first one first.`,
      path: ['to'],
    }),
  ),
  response: z.object({ items: z.array(calendarItemSchema) }),
  errors: ['validation_failed', 'unauthorized', 'forbidden'],
})
